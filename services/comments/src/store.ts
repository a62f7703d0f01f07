import type { UserKey } from '@vitae/kit/caller';
import type { CommentQuery } from './comment-query.ts';

export const authorKinds = ['administrator', 'user'] as const;
/** Administrators and users have ids of their own. */
export type AuthorRef = { kind: (typeof authorKinds)[number]; id: number };
export type Author = AuthorRef & { username: string; email: string; firstname: string; lastname: string };

/** Times are whole seconds, as they are shown: what looks equal is equal, and the order says so. */
export type StoredComment = UserKey & {
  id: number;
  text: string;
  /** `hidden` once the author was deleted. */
  author: Author & { hidden: boolean };
  created: Date;
  updated: Date;
  revision: number;
};

/** `fingerprint` tells whether a request with the same key is the same request. */
export type Idempotency = { key: string; fingerprint: string };
export type NewComment = UserKey & { text: string; author: Author; at: Date; idempotency: Idempotency | undefined };

export type CommentStore = {
  /** The comments with these ids, each only within its company, in any order. */
  find(ids: readonly { companyId: number; id: number }[]): Promise<StoredComment[]>;
  /** The latest comment on a user, of one author or of anybody. */
  findLatest(user: UserKey, author?: AuthorRef): Promise<StoredComment | undefined>;
  findCreated(companyId: number, key: string): Promise<{ comment: StoredComment; fingerprint: string } | undefined>;
  /** Undefined when the idempotency key is taken. */
  create(comment: NewComment): Promise<StoredComment | undefined>;
  /** Undefined when the comment is no longer of this revision. */
  replace(
    comment: StoredComment,
    change: { text: string; author: Author; at: Date },
  ): Promise<StoredComment | undefined>;
  list(query: CommentQuery): Promise<StoredComment[]>;
  count(query: CommentQuery): Promise<number>;
  /** Comments on the user are out of every read, those by the user without author. */
  hideUser(user: UserKey): Promise<void>;
  eraseUser(user: UserKey): Promise<void>;
};
