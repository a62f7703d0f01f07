import { wholeNumber } from '@vitae/kit/settings';
import type { Retention } from './consumption-store.ts';

/** Settings: how many days consumption by minute, hour and day is stored. */
export const consumptionRetentionSettings = {
  // The limits simulator replays a week of minutes.
  CONSUMPTION_MINUTES_KEPT: wholeNumber(1, 366).default(8),
  // A chart of a month compares its days with the month before.
  CONSUMPTION_HOURS_KEPT: wholeNumber(1, 3_650).default(92),
  // A chart of a year compares it with the year before.
  CONSUMPTION_DAYS_KEPT: wholeNumber(1, 36_500).default(762),
};
export type RetentionSettings = Record<keyof typeof consumptionRetentionSettings, number>;

/** A span is kept for as long as its points are to be: minutes are the points of an hour. */
export function retentionOf(settings: RetentionSettings): Retention {
  return {
    hour: settings.CONSUMPTION_MINUTES_KEPT,
    day: settings.CONSUMPTION_HOURS_KEPT,
    month: settings.CONSUMPTION_DAYS_KEPT,
    year: settings.CONSUMPTION_DAYS_KEPT,
  };
}

/** Those of a gateway that was set no other. */
export const DEFAULT_RETENTION: Retention = { hour: 8, day: 92, month: 762, year: 762 };
