import type { UserKey } from '@vitae/kit/caller';
import type { Clock } from '@vitae/kit/clock';
import type { Total } from '@vitae/kit/read-page';
import type { TotalCache } from '@vitae/kit/total-cache';
import type { CommentPosition, CommentQuery } from './comment-query.ts';
import type { Author, AuthorRef, NewComment, StoredComment } from './model.ts';

/** Where a page starts: `skip` comments after a position, or after the beginning of the list. */
export type CommentStart = { after: CommentPosition | undefined; skip: number };

export type CommentStore = {
  /** Reads comments by id, each limited to its company, in any order. */
  find(ids: readonly { companyId: number; id: number }[]): Promise<StoredComment[]>;
  /** The latest comment on a user, by the given author or by any author. */
  findLatest(user: UserKey, author?: AuthorRef): Promise<StoredComment | undefined>;
  findByIdempotencyKey(
    companyId: number,
    key: string,
  ): Promise<{ comment: StoredComment; fingerprint: string } | undefined>;
  /** Returns undefined if the idempotency key is already used. */
  create(comment: NewComment): Promise<StoredComment | undefined>;
  /** Returns undefined if the stored comment has another revision. */
  replace(
    comment: StoredComment,
    change: { text: string; author: Author; at: Date },
  ): Promise<StoredComment | undefined>;
  list(query: CommentQuery, start: CommentStart, limit: number, signal?: AbortSignal): Promise<StoredComment[]>;
  count(query: CommentQuery, signal?: AbortSignal): Promise<Total>;
  /** Hides all comments on a user, and the user as the author of other comments. */
  hideUser(user: UserKey): Promise<void>;
  /** Erases all comments on and by a user. */
  eraseUser(user: UserKey): Promise<void>;
};

/** The dependencies of the use cases. */
export type CommentsDeps = { store: CommentStore; clock: Clock; totals: TotalCache };
