import type { UserKey } from '@vitae/kit/caller';
import { conflict, notFound } from '@vitae/kit/errors';
import { type Author, nowInSeconds, type StoredComment } from '../model.ts';
import type { CommentsDeps } from '../store.ts';

/** `ifId` and `ifRevision` are 0 to update any comment and revision. */
export type UpdateCommentCommand = { user: UserKey; author: Author; text: string; ifId: number; ifRevision: number };

// Without a condition, an update is retried if another one comes between its read and its write.
const MAX_ATTEMPTS = 5;

/**
 * Updates the author's latest comment on a user.
 * @throws {VitaeError} NOT_FOUND comment_not_found when the author has not written a comment on the user
 * @throws {VitaeError} ABORTED revision_conflict when the comment does not meet the condition
 */
export function updateComment({ store, clock }: CommentsDeps) {
  return async ({ user, author, text, ifId, ifRevision }: UpdateCommentCommand): Promise<StoredComment> => {
    for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt += 1) {
      const latest = await store.findLatest(user, author);
      if (!latest) throw notFound('comment_not_found', 'This author has not written a comment on the user.');
      if ((ifRevision !== 0 && latest.revision !== ifRevision) || (ifId !== 0 && latest.id !== ifId)) break;
      const updated = await store.replace(latest, { text, author, at: nowInSeconds(clock) });
      if (updated) return updated;
    }
    throw conflict('revision_conflict', 'The comment was modified after you read it.');
  };
}
