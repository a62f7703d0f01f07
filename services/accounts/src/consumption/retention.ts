import { wholeNumber } from '@vitae/kit/settings';
import type { Retention } from './consumption-store.ts';

export const consumptionRetentionSettings = {
  // The limits simulator replays a week of minutes.
  CONSUMPTION_MINUTES_KEPT: wholeNumber(1, 366).default(8).describe('Days for which consumption is stored by minute.'),
  // The chart of a month compares its days with the previous month.
  CONSUMPTION_HOURS_KEPT: wholeNumber(1, 3_650).default(92).describe('Days for which consumption is stored by hour.'),
  // The chart of a year compares it with the previous year.
  CONSUMPTION_DAYS_KEPT: wholeNumber(1, 36_500).default(762).describe('Days for which consumption is stored by day.'),
};
export type RetentionSettings = Record<keyof typeof consumptionRetentionSettings, number>;

/** A span is retained as long as its points. The points of an hour are minutes. */
export function retentionOf(settings: RetentionSettings): Retention {
  return {
    hour: settings.CONSUMPTION_MINUTES_KEPT,
    day: settings.CONSUMPTION_HOURS_KEPT,
    month: settings.CONSUMPTION_DAYS_KEPT,
    year: settings.CONSUMPTION_DAYS_KEPT,
  };
}

/** The retention with default settings. */
export const DEFAULT_RETENTION: Retention = { hour: 8, day: 92, month: 762, year: 762 };
