import type { UserKey } from '@vitae/kit/caller';
import type { Clock } from '@vitae/kit/clock';

export const authorKinds = ['company', 'user'] as const;
/** The company is one author, with the id 0. */
export type AuthorRef = { kind: (typeof authorKinds)[number]; id: number };
export type Author = AuthorRef & { username: string; email: string; firstname: string; lastname: string };

/** Times have no fraction of a second, so that the order of comments matches the times that are shown. */
export type StoredComment = UserKey & {
  id: number;
  text: string;
  /** `hidden` is set when the author is deleted. */
  author: Author & { hidden: boolean };
  created: Date;
  updated: Date;
  revision: number;
};

/** `fingerprint` identifies the request that used the key. */
export type Idempotency = { key: string; fingerprint: string };
export type NewComment = UserKey & { text: string; author: Author; at: Date; idempotency: Idempotency | undefined };

/** The current time without the fraction of a second. */
export function nowInSeconds(clock: Clock): Date {
  return new Date(Math.floor(clock.now() / 1000) * 1000);
}
