import { startOfDay as startOfDayIn, utcDay } from '@vitae/accounts/consumption/calendar';

const DAY = /^\d{4}-\d{2}-\d{2}$/;
const DAY_MS = 86_400_000;

/** Returns the start of a day in a time zone, plus `days`, or undefined if the text is not a date. */
export function startOfDay(text: string | undefined, timeZone: string, days = 0): Date | undefined {
  if (text === undefined || !DAY.test(text)) return undefined;
  const utc = Date.parse(`${text}T00:00:00Z`);
  if (Number.isNaN(utc)) return undefined;
  return new Date(startOfDayIn(utcDay(utc / DAY_MS + days), timeZone) * 60_000);
}
