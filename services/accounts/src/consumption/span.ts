import { type Day, dayName, dayOf, daysInMonth, daysLater, monthName, startOfDay } from './calendar.ts';

/** A stretch of time with a document of its own for each key and call; its points are the next smaller stretches. */
export const spanKinds = ['hour', 'day', 'month', 'year'] as const;
export type SpanKind = (typeof spanKinds)[number];

/** Where a minute is counted: the span by its name, and the point within it. */
export type Place = {
  kind: SpanKind;
  /** `h494400` (hour since 1970 in UTC), `d2026-11-21`, `m2026-11`, `y2026`: the latter by the company's time zone. */
  span: string;
  /** Minute of the hour, hour since midnight, day of the month, month. */
  point: number;
  /** The first minute after the span. */
  end: number;
};

export const hourSpan = (minute: number) => `h${Math.floor(minute / 60)}`;
export const daySpan = (day: Day) => `d${dayName(day)}`;
export const monthSpan = (day: Day) => `m${monthName(day)}`;
export const yearSpan = (year: number) => `y${year}`;

export function placesOf(minute: number, timeZone: string): Place[] {
  const day = dayOf(minute, timeZone);
  const hour = Math.floor(minute / 60);
  const start = startOfDay(day, timeZone);
  const endOfMonth = startOfDay(daysLater({ ...day, day: daysInMonth(day.year, day.month) }, 1), timeZone);
  return [
    { kind: 'hour', span: hourSpan(minute), point: minute - hour * 60, end: (hour + 1) * 60 },
    // Hours that passed since midnight: of the day that has 25, the two of the same name are two.
    {
      kind: 'day',
      span: daySpan(day),
      point: Math.floor((minute - start) / 60),
      end: startOfDay(daysLater(day, 1), timeZone),
    },
    { kind: 'month', span: monthSpan(day), point: day.day, end: endOfMonth },
    {
      kind: 'year',
      span: yearSpan(day.year),
      point: day.month,
      end: startOfDay({ year: day.year + 1, month: 1, day: 1 }, timeZone),
    },
  ];
}
