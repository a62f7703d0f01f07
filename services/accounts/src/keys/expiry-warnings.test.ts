import { createExpiryWarnings, dueDays } from './expiry-warnings.ts';
import type { StoredKey } from './key-store.ts';

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

test('keys are read in pages of 1,000, each key once', async () => {
  const now = CREATED;
  const expiries = Array.from({ length: 2_500 }, (_none, id) => ({
    ...keyFor(0),
    id,
    companyId: 1,
    createdAt: new Date(now - 60 * DAY_MS),
    // Several keys expire in the millisecond at which a page ends.
    expiresAt: new Date(now + DAY_MS + Math.floor(id / 3)),
  })) as StoredKey[];
  const sizes: number[] = [];
  const listExpiring = async (from: Date, until: Date, limit: number) => {
    const page = expiries
      .filter(({ expiresAt }) => expiresAt && expiresAt > from && expiresAt <= until)
      .slice(0, limit);
    sizes.push(page.length);
    return page;
  };
  const store = { findUnavailable: async () => new Set<string>() } as never;
  const due = await createExpiryWarnings({ store, keys: { listExpiring }, clock: { now: () => now } }).due();
  expect(due.flatMap(({ keys }) => keys.map(({ id }) => id))).toEqual(expiries.map(({ id }) => id));
  expect(sizes).toEqual([1_000, 1_000, 502]);
});
