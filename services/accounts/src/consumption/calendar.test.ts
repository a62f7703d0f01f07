import { dayName, dayOf, daysInMonth, daysLater, monthName, startOfDay, utcDay } from './calendar.ts';
import { placesOf } from './span.ts';

const minute = (iso: string) => Date.parse(iso) / 60_000;
const day = (name: string) => {
  const [year = 0, month = 0, date = 0] = name.split('-').map(Number);
  return { year, month, day: date };
};

describe('calendar', () => {
  test.each([
    ['UTC', '2026-11-21T00:00Z', '2026-11-21'],
    ['UTC', '2026-11-20T23:59Z', '2026-11-20'],
    ['Europe/Paris', '2026-12-31T22:59Z', '2026-12-31'],
    ['Europe/Paris', '2026-12-31T23:00Z', '2027-01-01'],
    ['Asia/Kathmandu', '2026-02-28T18:14Z', '2026-02-28'],
    ['Asia/Kathmandu', '2026-02-28T18:15Z', '2026-03-01'],
    ['America/St_Johns', '2028-02-29T03:29Z', '2028-02-28'],
    ['America/St_Johns', '2028-02-29T03:30Z', '2028-02-29'],
  ])('in %s, %s is on %s', (timeZone, at, expected) => {
    expect(dayOf(minute(at), timeZone)).toEqual(day(expected));
  });

  test.each([
    ['UTC', '2026-11-21', '2026-11-21T00:00Z'],
    ['Pacific/Kiritimati', '2026-11-21', '2026-11-20T10:00Z'],
    ['Pacific/Pago_Pago', '2026-11-21', '2026-11-21T11:00Z'],
    // The clock shows midnight twice when summer time ends, and not at all when it begins.
    ['America/Havana', '2026-11-01', '2026-11-01T04:00Z'],
    ['America/Havana', '2026-03-08', '2026-03-08T05:00Z'],
  ])('in %s, %s begins at %s', (timeZone, name, expected) => {
    expect(startOfDay(day(name), timeZone)).toBe(minute(expected));
  });

  test('counts days across the ends of months and leap years', () => {
    expect(daysLater(day('2026-12-31'), 1)).toEqual(day('2027-01-01'));
    expect(daysLater(day('2028-03-01'), -1)).toEqual(day('2028-02-29'));
    expect(daysLater({ year: 2026, month: 13, day: 1 }, 0)).toEqual(day('2027-01-01'));
    expect([1, 2, 4, 12].map((month) => daysInMonth(2026, month))).toEqual([31, 28, 30, 31]);
    expect(daysInMonth(2028, 2)).toBe(29);
    expect([utcDay(0), utcDay(31)]).toEqual([day('1970-01-01'), day('1970-02-01')]);
  });

  test('names days and months with two digits each', () => {
    expect([dayName(day('2026-03-09')), monthName(day('2026-12-10'))]).toEqual(['2026-03-09', '2026-12']);
  });
});

test.each([
  // The day has 25 hours. The hour from 02:00 to 03:00 is repeated.
  ['2026-10-25T01:20Z', 'd2026-10-25', 3, '2026-10-25T23:00Z', 'm2026-10', '2026-10-31T23:00Z', 'y2026', 10],
  ['2026-12-31T22:59Z', 'd2026-12-31', 23, '2026-12-31T23:00Z', 'm2026-12', '2026-12-31T23:00Z', 'y2026', 12],
  ['2026-12-31T23:00Z', 'd2027-01-01', 0, '2027-01-01T23:00Z', 'm2027-01', '2027-01-31T23:00Z', 'y2027', 1],
])(
  'counts %s in its hour, day, month and year',
  (at, daySpan, hour, endOfDay, month, endOfMonth, year, monthNumber) => {
    const start = Math.floor(minute(at) / 60);
    expect(placesOf(minute(at), 'Europe/Paris')).toEqual([
      { kind: 'hour', span: `h${start}`, point: Number(at.slice(14, 16)), end: (start + 1) * 60 },
      { kind: 'day', span: daySpan, point: hour, end: minute(endOfDay) },
      { kind: 'month', span: month, point: Number(daySpan.slice(-2)), end: minute(endOfMonth) },
      { kind: 'year', span: year, point: monthNumber, end: minute(`${Number(year.slice(1))}-12-31T23:00Z`) },
    ]);
  },
);
