import { dueDays } from './expiry-warnings.ts';

const DAY_MS = 86_400_000;
const MADE = Date.UTC(2026, 0, 1);
const keyFor = (days: number) => ({ createdAt: new Date(MADE), expiresAt: new Date(MADE + days * DAY_MS) });
const afterDays = (days: number) => MADE + days * DAY_MS;

test('a key is warned of at 30, 7 and 1 days before its end, whichever is closest', () => {
  const year = keyFor(365);
  const due = [334, 335, 350, 358, 363, 364, 365].map((days) => dueDays(year, afterDays(days)));
  expect(due).toEqual([undefined, 30, 30, 7, 7, 1, 1]);
});

test('a key that was made for 30 days is not warned of on its first day', () => {
  const month = keyFor(30);
  expect([0, 22, 23, 29].map((days) => dueDays(month, afterDays(days)))).toEqual([undefined, undefined, 7, 1]);
});

test('a key without end is never warned of', () => {
  expect(dueDays({ createdAt: new Date(MADE), expiresAt: null }, afterDays(5_000))).toBeUndefined();
});
