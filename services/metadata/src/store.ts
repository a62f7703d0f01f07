import type { UserKey } from '@vitae/kit/caller';
import type { Pattern } from './keys/pattern.ts';

export type Held = UserKey & { keys: string[] };

/** A change of several users: all of it or nothing. */
export type Update = {
  companyId: number;
  userIds: readonly number[];
  /** What the users hold afterwards, of what they held before. May be run again; may throw, and then nothing is changed. */
  apply: (held: ReadonlyMap<number, string[]>) => ReadonlyMap<number, string[]>;
  signal: AbortSignal;
};

export type SearchPage = { after: number; limit: number };
/** `next` is where the next page starts, undefined on the last one; a page may be short before it. */
export type Found = { userIds: number[]; next: number | undefined };

export type MetadataStore = {
  /** What is held, in any order; users without keys may be left out. */
  find(users: readonly UserKey[]): Promise<Held[]>;
  /** As if nobody else changed these users meanwhile. */
  update(update: Update): Promise<void>;
  /** Users of the company who hold what the pattern means, by ascending id. */
  search(companyId: number, pattern: Pattern, page: SearchPage): Promise<Found>;
  /** Which of the candidates hold what the pattern means; hidden ones never do. */
  holders(companyId: number, pattern: Pattern, candidates: readonly number[]): Promise<number[]>;
  /** Which of the candidates are hidden, or hold what the pattern means. */
  holdersOrHidden(companyId: number, pattern: Pattern, candidates: readonly number[]): Promise<number[]>;
  hide(user: UserKey): Promise<void>;
  erase(user: UserKey): Promise<void>;
};
