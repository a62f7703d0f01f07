export const quotaTypes = ['standard', 'intensive'] as const;
export type QuotaType = (typeof quotaTypes)[number];

/** Requests per minute for each quota. */
export type Limits = Record<QuotaType, number>;

/** Requests used of each quota in the minute of `now` (Unix time in seconds by the clock of Redis). */
export type Usage = Limits & { now: number };

/** Requests per minute of one application for one user. */
export const USER_API_LIMIT = 250;
