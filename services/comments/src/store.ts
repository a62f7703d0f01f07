import type { UserKey } from '@vitae/kit/caller';
import type { Clock } from '@vitae/kit/clock';
import type { CommentQuery } from './comment-query.ts';
import type { Author, AuthorRef, NewComment, StoredComment } from './model.ts';

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
  list(query: CommentQuery): Promise<StoredComment[]>;
  count(query: CommentQuery): Promise<number>;
  /** Hides all comments on a user, and the user as the author of other comments. */
  hideUser(user: UserKey): Promise<void>;
  /** Erases all comments on and by a user. */
  eraseUser(user: UserKey): Promise<void>;
};

/** The dependencies of the use cases. */
export type CommentsDeps = { store: CommentStore; clock: Clock };
