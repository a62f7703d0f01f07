import type { Caller } from '@vitae/kit/caller';
import { VitaeError } from '@vitae/kit/errors';
import type { NewUser } from '@vitae/proto/user-record';
import { freeSlug, slugOf } from '../cv/slug.ts';
import type { ResumeDeps } from './deps.ts';
import type { ResumeStore } from '../store.ts';
import { type StoredUser, userRecordOf } from '../user/stored-user.ts';
import { once } from './idempotency.ts';

/** A stored thing as its public JSON, with what its envelope says. */
export type PublicDocument = { id: number; revision: number; json: string };

export function documentOfUser(user: StoredUser): PublicDocument {
  return { id: user.id, revision: user.revision, json: JSON.stringify(userRecordOf(user)) };
}

export function createUser(deps: ResumeDeps) {
  return async (caller: Caller, input: NewUser, idempotencyKey: string): Promise<PublicDocument> => {
    const { companyId } = caller;
    const request = { companyId, method: 'CreateUser', key: idempotencyKey, body: [JSON.stringify(input)] };
    const [id = 0] = await deps.store.draw('user', 1);
    return once(deps, request, async (store) => {
      const { id_origin: idOrigin, ...fields } = input;
      await refuseTaken(store, { id, companyId, username: input.username, email: input.email, idOrigin });
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
      return { userId: id, answer: documentOfUser(user) };
    });
  };
}

/** From the username; from the name when the username is an e-mail address, which has no place on a page. */
async function freeUserSlug(store: ResumeStore, { username, firstname, lastname }: NewUser): Promise<string> {
  const slug = slugOf(username.includes('@') ? `${firstname} ${lastname}` : username) || 'cv';
  return freeSlug(slug, await store.users.slugsLike(slug));
}

type Unique = { id: number; companyId: number; username?: string; email?: string; idOrigin?: string | null };

/** ALREADY_EXISTS when another user holds one of the unique values; says which, never who. */
export async function refuseTaken(store: ResumeStore, unique: Unique): Promise<void> {
  const { id, companyId, ...values } = unique;
  for (const [field, value] of Object.entries(values) as ['username' | 'email' | 'idOrigin', string | null][]) {
    if (value == null) continue;
    const holder = await store.users.holderOf({ id, companyId, [field]: value });
    if (holder !== undefined) throw taken(field);
  }
}

function taken(field: 'username' | 'email' | 'idOrigin'): VitaeError {
  const { reason, name, message } = {
    username: { reason: 'username_taken', name: 'username', message: 'This username is taken.' },
    email: { reason: 'email_taken', name: 'email', message: 'Another user of the company has this e-mail address.' },
    idOrigin: {
      reason: 'id_origin_taken',
      name: 'id_origin',
      message: 'Another user of the company has this id_origin.',
    },
  }[field];
  return new VitaeError('ALREADY_EXISTS', reason, message, { details: [{ field: name, message: 'is taken' }] });
}
