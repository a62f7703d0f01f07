import type { Caller } from '@vitae/kit/caller';
import { findFreeSlug, slugOf } from '@vitae/kit/slug';
import type { NewUser } from '@vitae/proto/user-record';
import type { PublicDocument, StoredUser } from '../model.ts';
import type { ResumeStore } from '../store.ts';
import type { ResumeDeps } from './deps.ts';
import { runIdempotently } from './idempotency.ts';
import { requireUnique } from './unique-fields.ts';
import { documentOfUser } from './user-document.ts';

/**
 * @throws {VitaeError} ALREADY_EXISTS username_taken, email_taken or id_origin_taken when another user of the company has
 * the value
 */
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
        formerSlugs: [],
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

/** A slug from the username, or from the name if the username is an email address, which must not become public. */
function freeUserSlug(store: ResumeStore, { username, firstname, lastname }: NewUser): Promise<string> {
  const slug = slugOf(username.includes('@') ? `${firstname} ${lastname}` : username) || 'cv';
  return findFreeSlug(slug, store.users.findTakenSlugs);
}
