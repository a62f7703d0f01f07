import { createExpiryWarnings, dueDays } from './expiry-warnings.ts';
import type { KeyStore, StoredKey } from './key-store.ts';

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

test('keys are read in pages, each key once, even if all expire at the same time', async () => {
  const now = CREATED;
  const expiring = Array.from({ length: 250 }, (_none, index) => ({
    id: index + 1,
    companyId: index < 240 ? 1 : 2,
    createdAt: new Date(now - 60 * DAY_MS),
    expiresAt: new Date(now + DAY_MS),
  })) as StoredKey[];
  const sizes: number[] = [];
  const listExpiring: KeyStore['listExpiring'] = async ({ after, companyId }, limit) => {
    const ofCompany = expiring.filter((key) => companyId === undefined || key.companyId === companyId);
    const page = ofCompany.filter(({ id }) => id > (after?.id ?? 0)).slice(0, companyId ? 10 : limit);
    if (companyId === undefined) sizes.push(page.length);
    return page;
  };
  const leased = new Set<string>();
  const store = { findUnavailable: async () => leased } as never;
  const found: [number, number][] = [];
  for await (const page of createExpiryWarnings({ store, keys: { listExpiring }, clock: { now: () => now } }).due()) {
    for (const { companyId, keys, days } of page) {
      found.push([companyId, keys.length]);
      for (const { id, expiresAt } of keys) leased.add(`${id}/${expiresAt?.getTime()}/${days}`);
    }
  }
  expect(sizes).toEqual([100, 100, 50]);
  expect(found).toEqual([
    [1, 100],
    [1, 100],
    [1, 40],
    [2, 10],
  ]);
});

test('a warning contains the keys of its company on later pages', async () => {
  const keyOf = (id: number, companyId: number) => ({ ...keyFor(30), id, companyId }) as StoredKey;
  const others = Array.from({ length: 99 }, (_none, index) => keyOf(index + 2, index + 2));
  const all = [keyOf(1, 1), ...others, keyOf(101, 1)];
  const listExpiring: KeyStore['listExpiring'] = async ({ companyId, after }, limit) =>
    all
      .filter((key) => companyId === undefined || key.companyId === companyId)
      .filter(({ id }) => id > (after?.id ?? 0))
      .slice(0, limit);
  const store = { findUnavailable: async () => new Set() } as never;
  const clock = { now: () => afterDays(23) };
  const { value: [first] = [] } = await createExpiryWarnings({ store, keys: { listExpiring }, clock }).due().next();
  expect(first?.keys.map(({ id }) => id)).toEqual([1, 101]);
});
