import { z } from 'zod';

/** How many days statistics cover where nothing else was set for the user, and the most that can be set. */
export const defaultOffer = 30;
export const maxOffer = 365;

/** Visit statistics of the user API. */
export const userStatistics = z.strictObject({
  /** The number of days covered, today included. */
  offer: z.int().min(1).max(maxOffer),
  /** Unix time in seconds of the last update of the user, 0 when there was none. */
  last_update: z.int().nonnegative(),
  visits: z.strictObject({
    /** One item for each day, the oldest first. */
    visit: z.array(
      z.strictObject({
        date: z.string().regex(/^\d\d\/\d\d\/\d{4}$/, 'must be a day such as 31/12/2024'),
        /** Unique visitors of that day. */
        value: z.int().nonnegative(),
      }),
    ),
  }),
});
export type UserStatistics = z.infer<typeof userStatistics>;
