import type { UserKey } from '@vitae/kit/caller';
import type { Pattern } from './keys/pattern.ts';

export type StoredMetadata = UserKey & { keys: string[] };

/** A change of several users that is applied completely or not at all. */
export type Update = {
  companyId: number;
  userIds: readonly number[];
  /** Computes the new keys from the current ones. Can run several times. An error cancels the update. */
  apply: (current: ReadonlyMap<number, string[]>) => ReadonlyMap<number, string[]>;
  signal: AbortSignal;
};

export type SearchPage = { after: number; limit: number };
/** `next` is the last searched user id, undefined on the last page. A page before it can have fewer rows than the limit. */
export type SearchResult = { userIds: number[]; next: number | undefined };

export type MetadataStore = {
  /** Reads the keys of users in any order. Users without keys can be absent. */
  find(users: readonly UserKey[]): Promise<StoredMetadata[]>;
  /** Applies an update in isolation from other updates of the same users. */
  update(update: Update): Promise<void>;
  /** Users of the company with a matching key, by ascending id. */
  search(companyId: number, pattern: Pattern, page: SearchPage, signal?: AbortSignal): Promise<SearchResult>;
  /** The candidates with a matching key. Hidden users never match. */
  holders(companyId: number, pattern: Pattern, candidates: readonly number[], signal?: AbortSignal): Promise<number[]>;
  /** The candidates that are hidden or have a matching key. */
  holdersOrHidden(
    companyId: number,
    pattern: Pattern,
    candidates: readonly number[],
    signal?: AbortSignal,
  ): Promise<number[]>;
  hide(user: UserKey): Promise<void>;
  erase(user: UserKey): Promise<void>;
};

/** The dependencies of the use cases. */
export type MetadataDeps = { store: MetadataStore };
