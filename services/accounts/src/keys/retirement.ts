import type { LegacyUse } from './legacy-use.ts';

/** A historical key is considered unused after this many days without requests. */
export const QUIET_DAYS = 30;

export type Retirement =
  | { verdict: 'neverUsed' }
  | { verdict: 'unused'; lastUsedAt: Date }
  /** `mayRetireAt` assumes that the key is not used after `lastUsedAt`. */
  | { verdict: 'inUse'; lastUsedAt: Date; mayRetireAt: Date };

const DAY_MS = 86_400_000;

/** Returns whether a historical key may be retired. */
export function retirementOf(use: LegacyUse | undefined, now: number): Retirement {
  if (!use) return { verdict: 'neverUsed' };
  const mayRetireAt = new Date(use.lastUsedAt.getTime() + QUIET_DAYS * DAY_MS);
  if (mayRetireAt.getTime() <= now) return { verdict: 'unused', lastUsedAt: use.lastUsedAt };
  return { verdict: 'inUse', lastUsedAt: use.lastUsedAt, mayRetireAt };
}

/** Returns when all historical keys may be retired, provided that none is used again. */
export function allMayRetireAt(lastUsedAt: Date | undefined, now: number): Date {
  return new Date(Math.max(now, lastUsedAt ? lastUsedAt.getTime() + QUIET_DAYS * DAY_MS : now));
}
