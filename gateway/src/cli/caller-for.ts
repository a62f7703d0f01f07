import { randomUUID } from 'node:crypto';
import type { CompanyStore } from '@vitae/accounts/companies/company-store';
import { type Caller, companyCaller } from '@vitae/kit/caller';
import { notFound, VitaeError } from '@vitae/kit/errors';
import type { ResumeClient } from '@vitae/proto/clients/resume-client';

export type Target = { cv: number } | { user: number };

/**
 * Returns a caller for the company of a user or CV. Services scope every query by company, so this queries all companies.
 * @throws {VitaeError} NOT_FOUND
 */
export async function callerFor(target: Target, companies: CompanyStore, resume: ResumeClient): Promise<Caller> {
  const callers = (await companies.list()).map(({ id }) => companyCaller(id, randomUUID()));
  const matches = await Promise.all(callers.map((caller) => isOwner(target, caller, resume)));
  const caller = callers[matches.indexOf(true)];
  if (!caller)
    throw 'cv' in target
      ? notFound('cv_not_found', `There is no CV ${target.cv}.`)
      : notFound('user_not_found', `There is no user ${target.user}.`);
  return caller;
}

async function isOwner(target: Target, caller: Caller, resume: ResumeClient): Promise<boolean> {
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
