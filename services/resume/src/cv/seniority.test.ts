import { seniorityOf, seniorityValidUntil } from './seniority.ts';

const now = new Date('2026-03-20T10:00:00Z');
const worked = (start: string, end: string, contractType = 1) => ({ start, end, contractType });

describe('seniority', () => {
  test.each([
    ['no experience', [], 1],
    ['just under three years', [worked('2013-01-01', '2015-12-30')], 1],
    ['three years to the day', [worked('2013-01-01', '2015-12-31')], 2],
    ['six years', [worked('2010-01-01', '2015-12-31')], 3],
    ['eleven years', [worked('2005-01-01', '2015-12-31')], 4],
    ['ten years and a half', [worked('2005-01-01', '2015-06-30')], 3],
    ['two overlapping jobs', [worked('2013-01-01', '2015-06-30'), worked('2013-06-01', '2014-12-31')], 1],
    ['two consecutive jobs', [worked('2010-01-01', '2012-06-30'), worked('2013-01-01', '2013-06-30')], 2],
    ['an internship', [worked('2000-01-01', '2015-12-31', 3)], 1],
    ['an ongoing job', [worked('2020-01-01', '')], 3],
    ['a future job', [worked('2030-01-01', '')], 1],
    ['missing or reversed dates', [worked('', '2015-01-01'), worked('2015-01-01', '2000-01-01')], 1],
  ])('of %s has the right code', (_what, experiences, code) => {
    expect(seniorityOf(experiences, now)).toBe(code);
  });

  test('expires at the end of the month only while a job is ongoing', () => {
    expect(seniorityValidUntil([worked('2020-01-01', '')], now)).toEqual(new Date('2026-04-01T00:00:00Z'));
    expect(seniorityValidUntil([worked('2020-01-01', '2030-01-01')], now)).toEqual(new Date('2026-04-01T00:00:00Z'));
    expect(seniorityValidUntil([worked('2020-01-01', '2021-01-01'), worked('2020-01-01', '', 3)], now)).toBeNull();
  });

  test('does not change before it expires', () => {
    const experiences = [worked('2020-01-01', ''), worked('2010-05-17', '2012-02-29')];
    for (let at = now.getTime(); at < Date.UTC(2036, 0, 1); at += 5 * 86_400_000) {
      const until = seniorityValidUntil(experiences, new Date(at));
      const last = new Date((until?.getTime() ?? 0) - 1);
      expect(seniorityOf(experiences, last)).toBe(seniorityOf(experiences, new Date(at)));
    }
  });
});
