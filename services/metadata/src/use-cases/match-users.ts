import { parsePattern } from '../keys/pattern.ts';
import type { MetadataStore } from '../store.ts';

export type MatchUsers = { companyId: number; pattern: string; negated: boolean; candidates: readonly number[] };

/** Which of the candidates hold what the pattern means or, negated, hold nothing of it; in the order given. */
export function createMatchUsers(store: MetadataStore) {
  return async ({ companyId, pattern, negated, candidates }: MatchUsers): Promise<number[]> => {
    const unique = [...new Set(candidates)];
    if (!negated) {
      const holders = new Set(await store.holders(companyId, parsePattern(pattern), unique));
      return unique.filter((userId) => holders.has(userId));
    }
    const others = new Set(await store.holdersOrHidden(companyId, parsePattern(pattern), unique));
    return unique.filter((userId) => !others.has(userId));
  };
}
