import { dayOf, startOfDay } from './calendar.ts';
import { placesOf } from './span.ts';
import { dayWindow, lastHour, monthWindow, neighbour, type Window, yearWindow } from './window.ts';

const minute = (iso: string) => Date.parse(iso) / 60_000;

describe('dayWindow', () => {
  test.each([
    [
      'covers 24 hours of an ordinary day',
      'Europe/Paris',
      { year: 2026, month: 11, day: 21 },
      '2026-11-20T23:00:00Z',
      24,
    ],
    [
      'covers 23 hours when summer time begins',
      'Europe/Paris',
      { year: 2026, month: 3, day: 29 },
      '2026-03-28T23:00:00Z',
      23,
    ],
    [
      'covers 25 hours when summer time ends',
      'Europe/Paris',
      { year: 2026, month: 10, day: 25 },
      '2026-10-24T22:00:00Z',
      25,
    ],
    [
      'supports time zones with half-hour offsets',
      'Asia/Kolkata',
      { year: 2026, month: 1, day: 1 },
      '2025-12-31T18:30:00Z',
      24,
    ],
    [
      'supports days without midnight',
      'America/Santiago',
      { year: 2026, month: 9, day: 6 },
      '2026-09-06T04:00:00Z',
      23,
    ],
  ])('%s', (_name, timeZone, day, starts, hours) => {
    const window = dayWindow(day, timeZone);
    expect(window.from).toBe(minute(starts));
    expect(window.points).toHaveLength(hours);
    expect(dayOf(window.from, timeZone)).toEqual(day);
    expect(dayOf(window.to - 1, timeZone)).toEqual(day);
  });
});

describe.each(['Europe/Paris', 'Asia/Kathmandu', 'America/St_Johns'])('windows in %s', (timeZone) => {
  test('contain each minute in the point at which it is counted', () => {
    // Steps of almost a week cover every hour of the day, every month, and both summer and winter time.
    for (let at = minute('2026-01-01T00:00Z'); at < minute('2027-02-01T00:00Z'); at += 9_973) {
      const day = dayOf(at, timeZone);
      const windows: Window[] = [
        lastHour(at),
        dayWindow(day, timeZone),
        monthWindow(day.year, day.month, timeZone),
        yearWindow(day.year, timeZone),
      ];
      const places = placesOf(at, timeZone).map(({ span, point }) => `${span} ${point}`);
      for (const { points } of windows) {
        const bars = points.filter(({ start }) => start <= at);
        const bar = bars.at(-1);
        expect(places).toContain(`${bar?.span} ${bar?.point}`);
      }
    }
  });
});

test('ends the last hour with the current minute', () => {
  const { points, spans, partial } = lastHour(minute('2026-11-21T14:10Z'));
  expect(points).toHaveLength(60);
  expect(points.at(-1)).toMatchObject({ point: 10, start: minute('2026-11-21T14:10Z') });
  expect(partial).toBe(spans[0]);
  expect(lastHour(minute('2026-11-21T14:59Z')).partial).toBeUndefined();
});

test('finds adjacent months across the turn of the year', () => {
  const january = monthWindow(2026, 1, 'Europe/Paris');
  expect(neighbour(january, -1, 'Europe/Paris')).toEqual(monthWindow(2025, 12, 'Europe/Paris'));
  expect(neighbour(monthWindow(2025, 12, 'Europe/Paris'), 1, 'Europe/Paris')).toEqual(january);
  expect(startOfDay({ year: 2026, month: 1, day: 1 }, 'Europe/Paris')).toBe(january.from);
});
