import type { Administrators } from '@vitae/accounts/administrators/administrators';
import type { CompanyStore } from '@vitae/accounts/companies/company-store';
import type { Caller } from '@vitae/kit/caller';
import { invalid, VitaeError } from '@vitae/kit/errors';
import type { ResumeClient } from '@vitae/proto/clients/resume-client';
import type { AuthorInput } from '@vitae/proto/gen/cv/comments/v1/Author';
import type { UserRecord } from '@vitae/proto/user-record';

type Author = AuthorInput & { kind: string; id: number };

/** Returns the author of a new comment. */
export type CommentAuthor = (managerId: number | undefined, caller: Caller) => Promise<Author>;

/**
 * A company's key does not identify an author. The author is the manager in the request, or else the company, under the
 * name of its oldest administrator if it has one. Ids of administrators are not public: they collide with ids of users.
 */
export function createCommentAuthor(
  resume: Pick<ResumeClient, 'user'>,
  administrators: Pick<Administrators, 'listOfCompany'>,
  companies: Pick<CompanyStore, 'find'>,
): CommentAuthor {
  return async (managerId, caller) => {
    if (managerId) return managerAuthor(resume, managerId, caller);
    const company = { kind: 'company', id: 0, firstname: '', lastname: '' };
    const [oldest] = await administrators.listOfCompany(caller.companyId);
    if (oldest) return { ...company, username: oldest.email, email: oldest.email };
    const name = (await companies.find(caller.companyId))?.name ?? '';
    return { ...company, username: name, email: '', lastname: name };
  };
}

async function managerAuthor(resume: Pick<ResumeClient, 'user'>, managerId: number, caller: Caller): Promise<Author> {
  const found = await resume.user({ id: String(managerId), byIdOrigin: false }, caller).catch((error: unknown) => {
    if (error instanceof VitaeError && error.code === 'NOT_FOUND') throw notAManager();
    throw error;
  });
  const { id, username, email, firstname, lastname, kind } = JSON.parse(found.json.toString('utf8')) as UserRecord;
  if (kind !== 'manager' && kind !== 'admin') throw notAManager();
  return { kind: 'user', id, username, email, firstname, lastname };
}

function notAManager() {
  return invalid('managerId: must be a manager of the company', [
    { field: 'managerId', message: 'must be a manager of the company' },
  ]);
}
