import type { Administrator, Administrators } from '@vitae/accounts/administrators/administrators';
import type { Caller } from '@vitae/kit/caller';
import { invalid, VitaeError } from '@vitae/kit/errors';
import type { ResumeClient } from '@vitae/proto/clients/resume-client';
import type { AuthorInput } from '@vitae/proto/gen/cv/comments/v1/Author';
import type { UserRecord } from '@vitae/proto/user-record';

type Author = AuthorInput & { kind: string; id: number };

/** Returns the author of a new comment. */
export type CommentAuthor = (managerId: number | undefined, caller: Caller) => Promise<Author>;

/**
 * A company's key does not identify an author. The author is the manager in the request, or else the oldest
 * administrator of the company.
 */
export function createCommentAuthor(
  resume: Pick<ResumeClient, 'user'>,
  administrators: Pick<Administrators, 'listOfCompany'>,
): CommentAuthor {
  return async (managerId, caller) => {
    if (managerId) return managerAuthor(resume, managerId, caller);
    const [oldest] = await administrators.listOfCompany(caller.companyId);
    return administratorAuthor(oldest);
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

function administratorAuthor(found: Administrator | undefined): Author {
  if (!found) {
    throw invalid('managerId: is required, because the company has no administrator', [
      { field: 'managerId', message: 'is required, because the company has no administrator' },
    ]);
  }
  return {
    kind: 'administrator',
    id: found.id,
    username: found.email,
    email: found.email,
    firstname: '',
    lastname: '',
  };
}

function notAManager() {
  return invalid('managerId: must be a manager of the company', [
    { field: 'managerId', message: 'must be a manager of the company' },
  ]);
}
