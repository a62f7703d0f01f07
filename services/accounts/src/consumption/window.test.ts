import { dayOf, startOfDay } from './calendar.ts';
import { placesOf } from './span.ts';
import { dayWindow, lastDays, lastHour, monthWindow, neighbour, type Window, yearWindow } from './window.ts';

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

test('has the first minute of its first point and ends before the next window', () => {
  const now = minute('2026-11-21T14:10Z');
  expect(lastHour(now)).toMatchObject({ view: 'hour', from: now - 59, to: now + 1 });
  const paris = 'Europe/Paris';
  const february = monthWindow(2026, 2, paris);
  expect(february.points.map(({ point }) => point)).toEqual(Array.from({ length: 28 }, (_none, index) => index + 1));
  expect([february.from, february.to]).toEqual([minute('2026-01-31T23:00Z'), minute('2026-02-28T23:00Z')]);
  const year = yearWindow(2028, paris);
  expect([year.points.length, year.from, year.to]).toEqual([
    366,
    minute('2027-12-31T23:00Z'),
    minute('2028-12-31T23:00Z'),
  ]);
  expect([february.spans, year.spans, february.partial]).toEqual([['m2026-02'], ['y2028'], undefined]);
});

test('shows the last days up to today, across months', () => {
  const window = lastDays(3, minute('2026-03-01T22:59Z'), 'Europe/Paris');
  expect(window).toEqual({
    view: 'month',
    points: [
      { span: 'm2026-02', point: 27, start: minute('2026-02-26T23:00Z') },
      { span: 'm2026-02', point: 28, start: minute('2026-02-27T23:00Z') },
      { span: 'm2026-03', point: 1, start: minute('2026-02-28T23:00Z') },
    ],
    from: minute('2026-02-26T23:00Z'),
    to: minute('2026-03-01T23:00Z'),
    spans: ['m2026-02', 'm2026-03'],
    partial: 'm2026-02',
  });
});

test('finds adjacent days and years, but no other hour', () => {
  const day = dayWindow({ year: 2026, month: 3, day: 1 }, 'UTC');
  expect(neighbour(day, -1, 'UTC')).toEqual(dayWindow({ year: 2026, month: 2, day: 28 }, 'UTC'));
  expect(neighbour(yearWindow(2026, 'UTC'), -1, 'UTC')).toEqual(yearWindow(2025, 'UTC'));
  expect(neighbour(lastHour(minute('2026-11-21T14:10Z')), -1, 'UTC')).toBeUndefined();
});
