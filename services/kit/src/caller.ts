import { Metadata } from '@grpc/grpc-js';
import { VitaeError } from './errors.ts';

/** The company, user and application a call is made for. 0 in userId or applicationId means none. */
export type Caller = {
  companyId: number;
  userId: number;
  applicationId: number;
  requestId: string;
  /** Set if the owner granted only these CVs to the application. Lists contain no other CVs. */
  cvIds?: readonly number[] | undefined;
};

export function companyCaller(companyId: number, requestId: string): Caller {
  return { companyId, userId: 0, applicationId: 0, requestId };
}

export function callerToMetadata(caller: Caller): Metadata {
  const metadata = new Metadata();
  metadata.set('x-company-id', String(caller.companyId));
  if (caller.userId) metadata.set('x-user-id', String(caller.userId));
  if (caller.applicationId) metadata.set('x-application-id', String(caller.applicationId));
  if (caller.cvIds) metadata.set('x-cv-ids', caller.cvIds.join(',') || NO_CVS);
  metadata.set('x-request-id', caller.requestId);
  return metadata;
}

/** Reads the caller of a unary call. companyId is 0 for batches, whose items carry their own callers. */
export function callerFromMetadata(metadata: Metadata): Caller {
  const cvIds = metadata.get('x-cv-ids')[0];
  return {
    companyId: idOf(metadata, 'x-company-id'),
    userId: idOf(metadata, 'x-user-id'),
    applicationId: idOf(metadata, 'x-application-id'),
    requestId: String(metadata.get('x-request-id')[0] ?? '').slice(0, 128),
    // An invalid id is that of no CV.
    ...(cvIds === undefined ? {} : { cvIds: String(cvIds).split(',').map(Number).filter(isId) }),
  };
}

/** The header of a caller without CVs, which must not be mistaken for one without the restriction. */
const NO_CVS = '0';

/**
 * Returns the caller if it names a company. Every query is scoped by company, so a call without one is a bug.
 * @throws {VitaeError} UNAUTHENTICATED caller_missing
 */
export function requireCompany<C extends { companyId: number }>(caller: C): C {
  if (!(Number.isSafeInteger(caller.companyId) && caller.companyId > 0)) {
    throw new VitaeError('UNAUTHENTICATED', 'caller_missing', 'The call does not name a company.');
  }
  return caller;
}

export type UserKey = { companyId: number; userId: number };

/**
 * Returns the key of a user the caller may access: any user of the company, or only the owner when the call is made
 * with a CV owner's token. Responds to all others as if they did not exist.
 * @throws {VitaeError} NOT_FOUND user_not_found
 */
export function userInScope(caller: Caller, userId: number): UserKey {
  const { companyId } = requireCompany(caller);
  if (caller.userId !== 0 && caller.userId !== userId)
    throw new VitaeError('NOT_FOUND', 'user_not_found', `There is no user ${userId}.`);
  return { companyId, userId };
}

function idOf(metadata: Metadata, key: string): number {
  const value = Number(metadata.get(key)[0] ?? 0);
  return isId(value) ? value : 0;
}

function isId(value: number): boolean {
  return Number.isSafeInteger(value) && value > 0;
}
