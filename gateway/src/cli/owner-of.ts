import { randomUUID } from 'node:crypto';
import type { CompanyStore } from '@vitae/accounts/companies/company-store';
import { type Caller, companyCaller } from '@vitae/kit/caller';
import { notFound, VitaeError } from '@vitae/kit/errors';
import type { ResumeClient } from '@vitae/proto/clients/resume-client';

export type Owned = { cv: number } | { user: number };

/**
 * A caller for the company that a user or CV belongs to. A service answers each company for itself
 * alone, so every company is asked, in batches; only the operator's command line may do that.
 */
export async function callerFor(owned: Owned, companies: CompanyStore, resume: ResumeClient): Promise<Caller> {
  const callers = (await companies.list()).map(({ id }) => companyCaller(id, randomUUID()));
  const found = await Promise.all(callers.map((caller) => isOwner(owned, caller, resume)));
  const caller = callers[found.indexOf(true)];
  if (!caller)
    throw 'cv' in owned
      ? notFound('cv_not_found', `There is no CV ${owned.cv}.`)
      : notFound('user_not_found', `There is no user ${owned.user}.`);
  return caller;
}

async function isOwner(owned: Owned, caller: Caller, resume: ResumeClient): Promise<boolean> {
  try {
    await ('cv' in owned
      ? resume.cv(owned.cv, caller)
      : resume.user({ id: String(owned.user), byIdOrigin: false }, caller));
    return true;
  } catch (error) {
    if (VitaeError.from(error).code === 'NOT_FOUND') return false;
    throw error;
  }
}
