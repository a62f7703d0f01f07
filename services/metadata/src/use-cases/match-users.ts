import { parsePattern } from '../keys/pattern.ts';
import type { MetadataDeps } from '../store.ts';

export type MatchUsersQuery = {
  companyId: number;
  pattern: string;
  negated: boolean;
  candidates: readonly number[];
  signal: AbortSignal;
};

/** Returns the candidates with a matching key, or without one if the query is negated, in the given order. */
export function matchUsers({ store }: MetadataDeps) {
  return async ({ companyId, pattern, negated, candidates, signal }: MatchUsersQuery): Promise<number[]> => {
    const unique = [...new Set(candidates)];
    if (!negated) {
      const matching = new Set(await store.holders(companyId, parsePattern(pattern), unique, signal));
      return unique.filter((userId) => matching.has(userId));
    }
    const excluded = new Set(await store.holdersOrHidden(companyId, parsePattern(pattern), unique, signal));
    return unique.filter((userId) => !excluded.has(userId));
  };
}
