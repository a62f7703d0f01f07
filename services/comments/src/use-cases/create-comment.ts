import { createHash } from 'node:crypto';
import type { UserKey } from '@vitae/kit/caller';
import type { Clock } from '@vitae/kit/clock';
import { unavailable, VitaeError } from '@vitae/kit/errors';
import type { Author, CommentStore, StoredComment } from '../store.ts';
import { wholeSeconds } from '../times.ts';

export type CreateComment = { user: UserKey; author: Author; text: string; idempotencyKey: string };

/** Writes a comment; a request that was made before, by its key, answers what it made then. */
export function createCreateComment(store: CommentStore, clock: Clock) {
  return async ({ user, author, text, idempotencyKey }: CreateComment): Promise<StoredComment> => {
    const idempotency =
      idempotencyKey === '' ? undefined : { key: idempotencyKey, fingerprint: fingerprint(user, author, text) };
    const before = idempotency && (await createdBefore(store, user.companyId, idempotency));
    if (before) return before;
    const created = await store.create({ ...user, text, author, at: wholeSeconds(clock), idempotency });
    if (created) return created;
    const meanwhile = idempotency && (await createdBefore(store, user.companyId, idempotency));
    if (meanwhile) return meanwhile;
    throw unavailable('write_contention', 'The comment of the same request was removed meanwhile. Try again.');
  };
}

async function createdBefore(
  store: CommentStore,
  companyId: number,
  { key, fingerprint: wanted }: { key: string; fingerprint: string },
) {
  const found = await store.findCreated(companyId, key);
  if (found && found.fingerprint !== wanted) {
    throw new VitaeError(
      'ALREADY_EXISTS',
      'idempotency_key_reused',
      'This idempotency key was used for another request.',
    );
  }
  return found?.comment;
}

function fingerprint(user: UserKey, author: Author, text: string): string {
  return createHash('sha256')
    .update(JSON.stringify([user.userId, author.kind, author.id, text]))
    .digest('base64url');
}
