import type { Retention } from './consumption-store.ts';

/** The settings of how long consumption is kept, in days. */
export type RetentionSettings = {
  CONSUMPTION_MINUTES_KEPT: number;
  CONSUMPTION_HOURS_KEPT: number;
  CONSUMPTION_DAYS_KEPT: number;
};

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
