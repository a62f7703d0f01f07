import { zoneFormatters } from '../companies/zone-formatters.ts';

/*
 * The calendar of a company. Days, months and years begin at midnight in its time zone.
 * All times are Unix time in minutes, the unit of the consumption log.
 */

export const MINUTES_PER_DAY = 1_440;

/** Month and day start at 1. */
export type Day = { year: number; month: number; day: number };

const formatterOf = zoneFormatters('en-US', {
  hourCycle: 'h23',
  year: 'numeric',
  month: 'numeric',
  day: 'numeric',
  hour: 'numeric',
  minute: 'numeric',
});

/** Returns the local time as if it were UTC. */
function localMinute(minute: number, timeZone: string): number {
  const parts = formatterOf(timeZone).formatToParts(minute * 60_000);
  const part = (name: string) => Number(parts.find(({ type }) => type === name)?.value);
  return Date.UTC(part('year'), part('month') - 1, part('day'), part('hour'), part('minute')) / 60_000;
}

export function dayOf(minute: number, timeZone: string): Day {
  return utcDay(Math.floor(localMinute(minute, timeZone) / MINUTES_PER_DAY));
}

/** Returns the first minute of a day. Midnight may not exist on the day when summer time begins. */
export function startOfDay({ year, month, day }: Day, timeZone: string): number {
  const midnight = Date.UTC(year, month - 1, day) / 60_000;
  // The offset at midnight equals the offset a day before or a day after.
  const candidates = [-MINUTES_PER_DAY, MINUTES_PER_DAY]
    .map((distance) => midnight - (localMinute(midnight + distance, timeZone) - (midnight + distance)))
    .sort((a, b) => a - b);
  return candidates.find((minute) => localMinute(minute, timeZone) >= midnight) ?? midnight;
}

/** Returns the day that is `days` later. Month and day may overflow, as in Date. */
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

/** Returns the day that is `days` after 1970-01-01. */
export function utcDay(days: number): Day {
  const date = new Date(days * 86_400_000);
  return { year: date.getUTCFullYear(), month: date.getUTCMonth() + 1, day: date.getUTCDate() };
}

function twoDigits(number: number): string {
  return String(number).padStart(2, '0');
}
