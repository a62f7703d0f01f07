import { DAY_MS, dayOf, daysUpTo, isoDay, shownDay } from './days.ts';

describe('a day', () => {
  test('starts and ends at midnight UTC', () => {
    const day = Date.UTC(2024, 1, 29);
    expect([dayOf(day), dayOf(day + DAY_MS - 1), dayOf(day - 1)]).toEqual([day, day, day - DAY_MS]);
  });

  test('is formatted as dd/mm/yyyy and as an ISO date', () => {
    expect(shownDay(Date.UTC(2024, 1, 29))).toBe('29/02/2024');
    expect(isoDay(Date.UTC(2024, 1, 29))).toBe('2024-02-29');
  });

  test('follows the previous day across leap days and years', () => {
    expect(daysUpTo(Date.UTC(2024, 2, 1), 3).map(shownDay)).toEqual(['28/02/2024', '29/02/2024', '01/03/2024']);
    expect(daysUpTo(Date.UTC(2026, 0, 1), 2).map(shownDay)).toEqual(['31/12/2025', '01/01/2026']);
  });
});
