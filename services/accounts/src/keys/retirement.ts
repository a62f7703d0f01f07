import type { LegacyUse } from './legacy-use.ts';

/** A historical key is left alone for so long before it may be taken for one that nobody uses. */
export const QUIET_DAYS = 30;

export type Retirement =
  | { verdict: 'neverUsed' }
  | { verdict: 'unused'; lastUsedAt: Date }
  /** Still used; when it may be retired if this was the last time. */
  | { verdict: 'inUse'; lastUsedAt: Date; mayRetireAt: Date };

const DAY_MS = 86_400_000;

/** Whether a historical key may be retired, by what its use tells. */
export function retirementOf(use: LegacyUse | undefined, now: number): Retirement {
  if (!use) return { verdict: 'neverUsed' };
  const mayRetireAt = new Date(use.lastUsedAt.getTime() + QUIET_DAYS * DAY_MS);
  if (mayRetireAt.getTime() <= now) return { verdict: 'unused', lastUsedAt: use.lastUsedAt };
  return { verdict: 'inUse', lastUsedAt: use.lastUsedAt, mayRetireAt };
}

/** The moment from which no historical key is needed, if none is used again; by when any of them last was. */
export function allMayRetireAt(lastUsedAt: Date | undefined, now: number): Date {
  return new Date(Math.max(now, lastUsedAt ? lastUsedAt.getTime() + QUIET_DAYS * DAY_MS : now));
}
