import type { UserKey } from '@vitae/kit/caller';
import type { Clock } from '@vitae/kit/clock';
import { conflict, notFound } from '@vitae/kit/errors';
import type { Author, CommentStore, StoredComment } from '../store.ts';
import { wholeSeconds } from '../times.ts';

/** `ifId` and `ifRevision` are 0 when any will do. */
export type UpdateComment = { user: UserKey; author: Author; text: string; ifId: number; ifRevision: number };

// Without If-Match the last writer wins; a few others may come between the read and the write.
const TRIES = 5;

/** Changes the author's latest comment on the user. */
export function createUpdateComment(store: CommentStore, clock: Clock) {
  return async ({ user, author, text, ifId, ifRevision }: UpdateComment): Promise<StoredComment> => {
    for (let attempt = 1; attempt <= TRIES; attempt += 1) {
      const latest = await store.findLatest(user, author);
      if (!latest) throw notFound('comment_not_found', 'This author has written no comment on the user.');
      if ((ifRevision !== 0 && latest.revision !== ifRevision) || (ifId !== 0 && latest.id !== ifId)) break;
      const replaced = await store.replace(latest, { text, author, at: wholeSeconds(clock) });
      if (replaced) return replaced;
    }
    throw conflict('revision_conflict', 'The comment was changed since you read it.');
  };
}
