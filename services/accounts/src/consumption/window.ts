import { type Day, dayOf, daysInMonth, daysLater, startOfDay } from './calendar.ts';
import { daySpan, hourSpan, monthSpan, yearSpan } from './span.ts';

/** An hour by minute, a day by hour, or a month or year by day. */
export const views = ['hour', 'day', 'month', 'year'] as const;
export type View = (typeof views)[number];

/** One bar of a chart: the point at which it is counted, and its first minute. */
export type WindowPoint = { span: string; point: number; start: number };

export type Window = {
  view: View;
  points: WindowPoint[];
  /** The first minute, and the first minute after the window. */
  from: number;
  to: number;
  /** The spans that the window covers. */
  spans: string[];
  /** The span that begins before the window. Only its points within the window count. */
  partial: string | undefined;
};

const MINUTES_PER_HOUR = 60;

/** Returns the sixty minutes that end with `now`. */
export function lastHour(now: number): Window {
  const from = now - MINUTES_PER_HOUR + 1;
  const points = Array.from({ length: MINUTES_PER_HOUR }, (_none, index) => {
    const start = from + index;
    return { span: hourSpan(start), point: start % MINUTES_PER_HOUR, start };
  });
  const spans = [...new Set(points.map(({ span }) => span))];
  return { view: 'hour', points, from, to: now + 1, spans, partial: spans.length > 1 ? spans[0] : undefined };
}

export function dayWindow(day: Day, timeZone: string): Window {
  const span = daySpan(day);
  const from = startOfDay(day, timeZone);
  const to = startOfDay(daysLater(day, 1), timeZone);
  const hours = Math.ceil((to - from) / MINUTES_PER_HOUR);
  const points = Array.from({ length: hours }, (_none, point) => ({
    span,
    point,
    start: from + point * MINUTES_PER_HOUR,
  }));
  return { view: 'day', points, from, to, spans: [span], partial: undefined };
}

/** Returns the given number of days up to the current one. */
export function lastDays(days: number, now: number, timeZone: string): Window {
  const today = dayOf(now, timeZone);
  const points = Array.from({ length: days }, (_none, index) => {
    const day = daysLater(today, index - days + 1);
    return { span: monthSpan(day), point: day.day, start: startOfDay(day, timeZone) };
  });
  const spans = [...new Set(points.map(({ span }) => span))];
  const to = startOfDay(daysLater(today, 1), timeZone);
  return { view: 'month', points, from: points[0]?.start ?? to, to, spans, partial: spans[0] };
}

export function monthWindow(year: number, month: number, timeZone: string): Window {
  const points = daysOf(year, month, timeZone);
  return whole('month', points, startOfMonth(year, month + 1, timeZone), monthSpan({ year, month }));
}

export function yearWindow(year: number, timeZone: string): Window {
  const points = Array.from({ length: 12 }, (_none, month) => daysOf(year, month + 1, timeZone)).flat();
  return whole('year', points, startOfMonth(year + 1, 1, timeZone), yearSpan(year));
}

function whole(view: View, points: WindowPoint[], to: number, span: string): Window {
  return { view, points, from: points[0]?.start ?? to, to, spans: [span], partial: undefined };
}

function daysOf(year: number, month: number, timeZone: string): WindowPoint[] {
  return Array.from({ length: daysInMonth(year, month) }, (_none, index) => {
    const day = { year, month, day: index + 1 };
    return { span: monthSpan(day), point: day.day, start: startOfDay(day, timeZone) };
  });
}

function startOfMonth(year: number, month: number, timeZone: string): number {
  return startOfDay(daysLater({ year, month, day: 1 }, 0), timeZone);
}

/** Returns the window that is `steps` days, months or years later; undefined for an hour, which is always the last one. */
export function neighbour({ view, from }: Window, steps: number, timeZone: string): Window | undefined {
  const day = dayOf(from, timeZone);
  if (view === 'day') return dayWindow(daysLater(day, steps), timeZone);
  if (view === 'month') {
    const { year, month } = daysLater({ year: day.year, month: day.month + steps, day: 1 }, 0);
    return monthWindow(year, month, timeZone);
  }
  return view === 'year' ? yearWindow(day.year + steps, timeZone) : undefined;
}
