import { dueDays } from './expiry-warnings.ts';

const DAY_MS = 86_400_000;
const CREATED = Date.UTC(2026, 0, 1);
const keyFor = (days: number) => ({ createdAt: new Date(CREATED), expiresAt: new Date(CREATED + days * DAY_MS) });
const afterDays = (days: number) => CREATED + days * DAY_MS;

describe('expiry warnings', () => {
  test('are due 30, 7 and 1 days before a key expires', () => {
    const year = keyFor(365);
    const due = [334, 335, 350, 358, 363, 364, 365].map((days) => dueDays(year, afterDays(days)));
    expect(due).toEqual([undefined, 30, 30, 7, 7, 1, 1]);
  });

  test('are not due on the first day of a key that is valid for 30 days', () => {
    const month = keyFor(30);
    expect([0, 22, 23, 29].map((days) => dueDays(month, afterDays(days)))).toEqual([undefined, undefined, 7, 1]);
  });

  test('are never due for a key that does not expire', () => {
    expect(dueDays({ createdAt: new Date(CREATED), expiresAt: null }, afterDays(5_000))).toBeUndefined();
  });
});
