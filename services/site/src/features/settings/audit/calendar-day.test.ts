import { startOfDay } from './calendar-day.ts';

test.each([
  ['2026-01-15', 'Europe/Paris', '2026-01-14T23:00:00.000Z'],
  ['2026-07-15', 'Europe/Paris', '2026-07-14T22:00:00.000Z'],
  // Daylight saving time starts and ends on these days.
  ['2026-03-29', 'Europe/Paris', '2026-03-28T23:00:00.000Z'],
  ['2026-10-25', 'Europe/Paris', '2026-10-24T22:00:00.000Z'],
  ['2026-07-15', 'Asia/Kathmandu', '2026-07-14T18:15:00.000Z'],
  ['2026-07-15', 'America/Los_Angeles', '2026-07-15T07:00:00.000Z'],
  ['2026-07-15', 'UTC', '2026-07-15T00:00:00.000Z'],
])('returns the start of %s in %s as %s', (day, timeZone, moment) => {
  expect(startOfDay(day, timeZone)?.toISOString()).toBe(moment);
});

test('returns the start of the next day after the change to daylight saving time', () => {
  expect(startOfDay('2026-03-29', 'Europe/Paris', 1)?.toISOString()).toBe('2026-03-29T22:00:00.000Z');
});

test.each([undefined, '', '2026-13-01', '15.7.2026', '2026-07-15T00:00'])('returns undefined for %j', (text) => {
  expect(startOfDay(text, 'Europe/Paris')).toBeUndefined();
});
