import { type Day, dayName, dayOf, daysInMonth, daysLater, monthName, startOfDay } from './calendar.ts';

/** A period of time with one document per key and endpoint. Its points are the next smaller periods. */
export const spanKinds = ['hour', 'day', 'month', 'year'] as const;
export type SpanKind = (typeof spanKinds)[number];

/** The span and the point within it at which a minute is counted. */
export type Place = {
  kind: SpanKind;
  /** `h494400` (Unix time in hours), or `d2026-11-21`, `m2026-11`, `y2026` in the company's time zone. */
  span: string;
  /** The minute of the hour, the number of hours since midnight, the day of the month, or the month. */
  point: number;
  /** The first minute after the span. */
  end: number;
};

export const hourSpan = (minute: number) => `h${Math.floor(minute / 60)}`;
export const daySpan = (day: Day) => `d${dayName(day)}`;
export const monthSpan = (month: Omit<Day, 'day'>) => `m${monthName(month)}`;
export const yearSpan = (year: number) => `y${year}`;

export function placesOf(minute: number, timeZone: string): Place[] {
  const day = dayOf(minute, timeZone);
  const hour = Math.floor(minute / 60);
  const start = startOfDay(day, timeZone);
  const endOfMonth = startOfDay(daysLater({ ...day, day: daysInMonth(day.year, day.month) }, 1), timeZone);
  return [
    { kind: 'hour', span: hourSpan(minute), point: minute - hour * 60, end: (hour + 1) * 60 },
    // Elapsed hours, so that the repeated hour of a day with 25 hours is counted separately.
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
