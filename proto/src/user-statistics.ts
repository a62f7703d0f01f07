import { z } from 'zod';

/** The default and maximum number of days that statistics cover. */
export const defaultOffer = 30;
export const maxOffer = 365;

/** Visit statistics in the user API. */
export const userStatistics = z.strictObject({
  /** The number of days covered, including today. */
  offer: z.int().min(1).max(maxOffer),
  /** The time of the user's last update in Unix seconds, or 0 if there was none. */
  last_update: z.int().nonnegative(),
  visits: z.strictObject({
    /** One item per day, oldest first. */
    visit: z.array(
      z.strictObject({
        date: z.string().regex(/^\d\d\/\d\d\/\d{4}$/, 'must be a date such as 31/12/2024'),
        /** Unique visitors on that day. */
        value: z.int().nonnegative(),
      }),
    ),
  }),
});
export type UserStatistics = z.infer<typeof userStatistics>;
