import { zoneFormatters } from '../companies/zone-formatters.ts';

/*
 * The calendar of a company: days, months and years begin at midnight of its own time zone.
 * All times are minutes since 1970 in UTC, the unit of the consumption log.
 */

export const MINUTES_PER_DAY = 1_440;

/** A day of the calendar: year, month (from 1), day (from 1). */
export type Day = { year: number; month: number; day: number };

const formatterOf = zoneFormatters('en-US', {
  calendar: 'iso8601',
  numberingSystem: 'latn',
  hourCycle: 'h23',
  year: 'numeric',
  month: 'numeric',
  day: 'numeric',
  hour: 'numeric',
  minute: 'numeric',
});

/** What the clocks on the wall show, as if it were UTC. */
function wallMinute(minute: number, timeZone: string): number {
  const parts: Record<string, number> = {};
  for (const { type, value } of formatterOf(timeZone).formatToParts(minute * 60_000)) parts[type] = Number(value);
  const { year = 1970, month = 1, day = 1, hour = 0, minute: past = 0 } = parts;
  return Date.UTC(year, month - 1, day, hour, past) / 60_000;
}

export function dayOf(minute: number, timeZone: string): Day {
  return utcDay(Math.floor(wallMinute(minute, timeZone) / MINUTES_PER_DAY));
}

/** The first minute of a day. Where midnight is left out, as in some changes to summer time, the first that there is. */
export function startOfDay({ year, month, day }: Day, timeZone: string): number {
  const midnight = Date.UTC(year, month - 1, day) / 60_000;
  // An offset changes by hours at most: one of the two before and after is that of midnight.
  const candidates = [-MINUTES_PER_DAY, MINUTES_PER_DAY]
    .map((away) => midnight - (wallMinute(midnight + away, timeZone) - (midnight + away)))
    .sort((a, b) => a - b);
  return candidates.find((minute) => wallMinute(minute, timeZone) >= midnight) ?? midnight;
}

/** So many days later; month and day may run over, as in Date. */
export function daysLater({ year, month, day }: Day, days: number): Day {
  return utcDay(Date.UTC(year, month - 1, day + days) / 86_400_000);
}

export function daysInMonth(year: number, month: number): number {
  return new Date(Date.UTC(year, month, 0)).getUTCDate();
}

/** `2026-11-21`. */
export function dayName({ year, month, day }: Day): string {
  return `${monthName({ year, month })}-${twoDigits(day)}`;
}

/** `2026-11`. */
export function monthName({ year, month }: Omit<Day, 'day'>): string {
  return `${year}-${twoDigits(month)}`;
}

/** The day that is so many days after 1970-01-01. */
export function utcDay(days: number): Day {
  const date = new Date(days * 86_400_000);
  return { year: date.getUTCFullYear(), month: date.getUTCMonth() + 1, day: date.getUTCDate() };
}

function twoDigits(number: number): string {
  return String(number).padStart(2, '0');
}
