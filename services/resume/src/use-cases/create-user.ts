import type { Caller } from '@vitae/kit/caller';
import { VitaeError } from '@vitae/kit/errors';
import { findFreeSlug, slugOf } from '@vitae/kit/slug';
import type { NewUser } from '@vitae/proto/user-record';
import { type PublicDocument, type StoredUser, userRecordOf } from '../model.ts';
import type { ResumeStore, UniqueUserFields } from '../store.ts';
import type { ResumeDeps } from './deps.ts';
import { runIdempotently } from './idempotency.ts';

/** @throws {VitaeError} ALREADY_EXISTS when another user of the company has the username, email address or id_origin */
export function createUser(deps: ResumeDeps) {
  return async (caller: Caller, input: NewUser, idempotencyKey: string): Promise<PublicDocument> => {
    const { companyId } = caller;
    const request = { companyId, method: 'CreateUser', key: idempotencyKey, body: [JSON.stringify(input)] };
    const [id = 0] = await deps.store.reserveIds('user', 1);
    return runIdempotently(deps, request, async (store) => {
      const { id_origin: idOrigin, ...fields } = input;
      await requireUnique(store, { id, companyId, username: input.username, email: input.email, idOrigin });
      const at = new Date(deps.clock.now());
      const user: StoredUser = {
        ...fields,
        id,
        companyId,
        slug: await freeUserSlug(store, input),
        idOrigin,
        managerId: null,
        tagIds: [],
        cvCount: 0,
        revision: 1,
        createdAt: at,
        updatedAt: at,
      };
      await store.users.insert(user);
      return { userId: id, response: documentOfUser(user) };
    });
  };
}

export function documentOfUser(user: StoredUser): PublicDocument {
  return { id: user.id, revision: user.revision, json: JSON.stringify(userRecordOf(user)) };
}

/** A slug from the username, or from the name if the username is an email address, which must not become public. */
function freeUserSlug(store: ResumeStore, { username, firstname, lastname }: NewUser): Promise<string> {
  const slug = slugOf(username.includes('@') ? `${firstname} ${lastname}` : username) || 'cv';
  return findFreeSlug(slug, store.users.findTakenSlugs);
}

/** @throws {VitaeError} ALREADY_EXISTS when another user has one of the values. The error names the field, not the user. */
export async function requireUnique(store: ResumeStore, fields: UniqueUserFields): Promise<void> {
  const taken = await store.users.findTaken(fields);
  if (taken !== undefined) throw alreadyTaken(taken);
}

const TAKEN = {
  username: { reason: 'username_taken', field: 'username', message: 'Another user of the company has this username.' },
  email: { reason: 'email_taken', field: 'email', message: 'Another user of the company has this email address.' },
  idOrigin: {
    reason: 'id_origin_taken',
    field: 'id_origin',
    message: 'Another user of the company has this id_origin.',
  },
};

function alreadyTaken(value: keyof typeof TAKEN): VitaeError {
  const { reason, field, message } = TAKEN[value];
  return new VitaeError('ALREADY_EXISTS', reason, message, { details: [{ field, message: 'is already taken' }] });
}
