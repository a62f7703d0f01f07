import { createHash } from 'node:crypto';
import type { UserKey } from '@vitae/kit/caller';
import { unavailable, VitaeError } from '@vitae/kit/errors';
import { type Author, type Idempotency, nowInSeconds, type StoredComment } from '../model.ts';
import type { CommentStore, CommentsDeps } from '../store.ts';

/** `idempotencyKey` is "" for a request without one. */
export type CreateCommentCommand = { user: UserKey; author: Author; text: string; idempotencyKey: string };

/**
 * Creates a comment. A repeated request with the same idempotency key returns the existing comment.
 * @throws {VitaeError} ALREADY_EXISTS idempotency_key_reused when a different request used the key
 */
export function createComment({ store, clock }: CommentsDeps) {
  return async ({ user, author, text, idempotencyKey }: CreateCommentCommand): Promise<StoredComment> => {
    const idempotency =
      idempotencyKey === '' ? undefined : { key: idempotencyKey, fingerprint: fingerprint(user, author, text) };
    const existing = idempotency && (await findExisting(store, user.companyId, idempotency));
    if (existing) return existing;
    const created = await store.create({ ...user, text, author, at: nowInSeconds(clock), idempotency });
    if (created) return created;
    // A concurrent request with the same key created the comment first.
    const concurrent = idempotency && (await findExisting(store, user.companyId, idempotency));
    if (concurrent) return concurrent;
    throw unavailable('write_contention', 'The comment was deleted by another request. Try again.');
  };
}

async function findExisting(
  store: CommentStore,
  companyId: number,
  idempotency: Idempotency,
): Promise<StoredComment | undefined> {
  const existing = await store.findByIdempotencyKey(companyId, idempotency.key);
  if (existing && existing.fingerprint !== idempotency.fingerprint) {
    const message = 'This Idempotency-Key was already used for a different request.';
    throw new VitaeError('ALREADY_EXISTS', 'idempotency_key_reused', message);
  }
  return existing?.comment;
}

function fingerprint(user: UserKey, author: Author, text: string): string {
  return createHash('sha256')
    .update(JSON.stringify([user.userId, author.kind, author.id, text]))
    .digest('base64url');
}
