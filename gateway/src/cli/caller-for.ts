import { randomUUID } from 'node:crypto';
import type { CompanyStore } from '@vitae/accounts/companies/company-store';
import { MAX_BATCH_SIZE } from '@vitae/kit/batched-read';
import { type Caller, companyCaller } from '@vitae/kit/caller';
import { notFound, VitaeError } from '@vitae/kit/errors';
import type { ResumeClient } from '@vitae/proto/clients/resume-client';

/** A CV or user, and its company if it is known. */
export type Target = ({ cv: number } | { user: number }) & { company?: number | undefined };

/** Each read must end within its deadline, which would be too short for one read per company at the same time. */
const MAX_CONCURRENT_READS = 4 * MAX_BATCH_SIZE;

/**
 * Returns a caller for the company of a user or CV. Services scope every query by company, so this searches all companies
 * in batches, unless the target names its company.
 * @throws {VitaeError} NOT_FOUND
 */
export async function callerFor(
  target: Target,
  companies: Pick<CompanyStore, 'list'>,
  resume: Pick<ResumeClient, 'cv' | 'user'>,
): Promise<Caller> {
  const ids = target.company === undefined ? (await companies.list()).map(({ id }) => id) : [target.company];
  for (let first = 0; first < ids.length; first += MAX_CONCURRENT_READS) {
    const callers = ids.slice(first, first + MAX_CONCURRENT_READS).map((id) => companyCaller(id, randomUUID()));
    const matches = await Promise.all(callers.map((caller) => isOwner(target, caller, resume)));
    const caller = callers[matches.indexOf(true)];
    if (caller) return caller;
  }
  throw 'cv' in target
    ? notFound('cv_not_found', `There is no CV ${target.cv}.`)
    : notFound('user_not_found', `There is no user ${target.user}.`);
}

async function isOwner(target: Target, caller: Caller, resume: Pick<ResumeClient, 'cv' | 'user'>): Promise<boolean> {
  try {
    await ('cv' in target
      ? resume.cv(target.cv, caller)
      : resume.user({ id: String(target.user), byIdOrigin: false }, caller));
    return true;
  } catch (error) {
    if (VitaeError.from(error).code === 'NOT_FOUND') return false;
    throw error;
  }
}
