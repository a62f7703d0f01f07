import type { Limits } from '../keys/api-key.ts';

export const quotaTypes = ['standard', 'intensive'] as const;
export type QuotaType = (typeof quotaTypes)[number];

/** Calls used of each quota type in the minute of `now` (Unix time in seconds by the clock of Redis). */
export type Usage = Limits & { now: number };

/** Calls per minute of one application for one user (decisions §3). */
export const USER_API_LIMIT = 250;
