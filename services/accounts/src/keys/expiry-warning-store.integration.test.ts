import { type DatabaseFixture, openDatabaseFixture } from '@vitae/test/support/kit/database-fixture';
import { createIndexes } from '../indexes.ts';
import { createExpiryWarningStore } from './expiry-warning-mongo-store.ts';
import type { ExpiryWarningStore } from './expiry-warnings.ts';

const NOW = Date.UTC(2036, 0, 1);
const at = (ms: number) => new Date(NOW + ms);
let database: DatabaseFixture;
let store: ExpiryWarningStore;

beforeAll(async () => {
  database = await openDatabaseFixture(process.env.MONGODB_URI);
  store = createExpiryWarningStore(database.connection);
  await createIndexes(database.connection);
});
afterAll(() => database.drop());

const unavailable = async (ms: number) => [...(await store.findUnavailable(['a', 'b', 'c'], at(ms)))].sort();

test('a warning is leased by one process until the lease ends', async () => {
  const leases = await Promise.all([1, 2, 3].map(() => store.lease('a', at(0), at(1_000))));
  expect(leases.filter((lease) => lease !== undefined)).toEqual([[]]);
  expect([await store.lease('a', at(999), at(2_000)), await unavailable(999)]).toEqual([undefined, ['a']]);
  expect(await unavailable(1_000)).toEqual([]);
  expect(await store.lease('a', at(1_000), at(2_000))).toEqual([]);
});

test('a notified administrator is remembered, and extends the lease of an unsent warning only', async () => {
  for (const id of ['b', 'c']) await store.lease(id, at(0), at(1_000));
  await store.markSent(['c']);
  await store.recordNotified(['b', 'c'], 7, at(3_000));
  await store.recordNotified(['b'], 7, at(3_000));
  expect(await unavailable(2_999)).toEqual(['b', 'c']);
  expect(await unavailable(3_000)).toEqual(['c']);
  expect(await store.lease('b', at(3_000), at(4_000))).toEqual([7]);
  expect(await store.lease('c', at(90 * 86_400_000), at(91 * 86_400_000))).toBeUndefined();
});

test('warnings are removed after 60 days, when they cannot be due again', async () => {
  const stored = database.connection.collection('expirywarnings');
  expect(await stored.indexes()).toContainEqual(
    expect.objectContaining({ key: { at: 1 }, expireAfterSeconds: 60 * 86_400 }),
  );
  expect(await stored.countDocuments({ at: at(0) })).toBe(await stored.countDocuments());
});
