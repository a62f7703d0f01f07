/** The start of a day in UTC, in milliseconds since 1970. */
export type Day = number;

export const DAY_MS = 86_400_000;

export function dayOf(time: number): Day {
  return Math.floor(time / DAY_MS) * DAY_MS;
}

/** `count` days up to and including `last`, the oldest first. */
export function daysUpTo(last: Day, count: number): Day[] {
  return Array.from({ length: count }, (_, index) => last - (count - 1 - index) * DAY_MS);
}

/** `YYYY-MM-DD` */
export function isoDay(day: Day): string {
  return new Date(day).toISOString().slice(0, 10);
}

/** `dd/mm/yyyy` */
export function shownDay(day: Day): string {
  return isoDay(day).split('-').reverse().join('/');
}
