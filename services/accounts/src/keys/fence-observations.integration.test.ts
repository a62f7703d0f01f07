import { randomInt } from 'node:crypto';
import { createLogger } from '@vitae/kit/log';
import { connectRedis, type RedisConnection } from '@vitae/kit/redis';
import { type DatabaseFixture, openDatabaseFixture } from '@vitae/test/support/kit/database-fixture';
import { createIndexes } from '../indexes.ts';
import { nonceKey } from '../quota/redis-keys.ts';
import { createFenceObservationStore } from './fence-observation-mongo-store.ts';
import {
  createFenceObserver,
  emptyObservation,
  type FenceObservation,
  type FenceObservationStore,
} from './fence-observations.ts';

const { jest } = import.meta;
const log = createLogger({ name: 'test', level: 'silent' });
const DAY_MS = 86_400_000;
const START = Date.UTC(2036, 0, 1);
const COMPANY = randomInt(2 ** 30, 2 ** 40);
let database: DatabaseFixture;
let connected: RedisConnection;
let store: FenceObservationStore;
let now = START;
let keyId = 0;

beforeAll(async () => {
  database = await openDatabaseFixture(process.env.MONGODB_URI);
  connected = await connectRedis({ url: process.env.REDIS_URL ?? '', name: 'fence-test', log });
  store = createFenceObservationStore(database.connection, { now: () => now });
  await createIndexes(database.connection);
});
afterAll(async () => {
  const keys = await connected.redis.keys(`*${COMPANY}*`);
  if (keys.length > 0) await connected.redis.del(...keys);
  await connected.close();
  await database.drop();
});
beforeEach(() => {
  keyId += 1;
  now = START;
});

const observed = (more: Partial<FenceObservation>): FenceObservation => ({ ...emptyObservation(), ...more });
const write = (hash: string, isLate = false) => ({ hash, isLate });

/** Records requests with an observer that writes to a list. */
async function recorded(requests: { address?: string; write?: ReturnType<typeof write>; key?: number }[]) {
  const added: [number, FenceObservation][] = [];
  const fake = { add: async (id: number, one: FenceObservation) => void added.push([id, one]), read: store.read };
  const observer = createFenceObserver(fake, connected.redis, log);
  for (const { address, key = keyId, ...request } of requests)
    observer.record({ companyId: COMPANY, keyId: key, address, ...request });
  await observer.close();
  return added;
}

test('sums up the observations of the last 30 days', async () => {
  const day = { others: 1, repeated: 2, late: 3 };
  await store.add(keyId, { ...day, addresses: new Map([['192.0.2.7', 4]]) });
  now += DAY_MS;
  await store.add(keyId, { ...day, addresses: new Map([['192.0.2.7', 1]]) });
  await store.add(keyId, { ...day, addresses: new Map([['2001:db8::7', 5]]) });
  await store.add(keyId + 1_000, { ...day, addresses: new Map([['192.0.2.9', 1]]) });
  expect(await store.read(keyId)).toEqual({
    addresses: new Map([
      ['192.0.2.7', 5],
      ['2001:db8::7', 5],
    ]),
    others: 3,
    repeated: 6,
    late: 9,
  });
  now = START + 30 * DAY_MS;
  expect((await store.read(keyId)).others).toBe(2);
  now = START + 31 * DAY_MS;
  expect(await store.read(keyId)).toEqual(emptyObservation());
});

test('removes a day after the period', async () => {
  const indexes = await database.connection.collection('fenceobservations').indexes();
  expect(indexes).toContainEqual(expect.objectContaining({ key: { at: 1 }, expireAfterSeconds: 31 * 86_400 }));
});

test('counts the addresses, late writes and repeated writes of each key', async () => {
  const hash = `hash-${keyId}`;
  const added = await recorded([
    { address: '192.0.2.7' },
    { address: '::ffff:192.0.2.7', write: write(hash) },
    { address: '::FFFF:192.0.2.7', write: write(hash, true) },
    { address: '2001:db8::7', write: write(`${hash}-other`) },
    { key: keyId + 1_000 },
  ]);
  const addresses = new Map([
    ['192.0.2.7', 3],
    ['2001:db8::7', 1],
  ]);
  expect(added).toEqual([
    [keyId, observed({ addresses, repeated: 1, late: 1 })],
    [keyId + 1_000, observed({ addresses: new Map([['', 1]]) })],
  ]);
  const [[, again] = []] = await recorded([{ address: '192.0.2.7', write: write(hash) }]);
  expect(again?.repeated).toBe(1);
});

test('stores the hashes of writes as long as nonces', async () => {
  await recorded([{ address: '192.0.2.7', write: write('stored') }]);
  const ttl = await connected.redis.ttl(nonceKey(COMPANY, keyId, 'stored'));
  expect(ttl).toBeGreaterThan(600);
  expect(ttl).toBeLessThanOrEqual(660);
});

test('limits the addresses, hashes and keys that it buffers', async () => {
  const addresses = Array.from({ length: 205 }, (_none, index) => ({ address: `192.0.2.${index}` }));
  const [[, one] = []] = await recorded([...addresses, { address: '192.0.2.204' }, { address: '192.0.2.0' }]);
  expect([one?.addresses.size, one?.others, one?.addresses.get('192.0.2.0')]).toEqual([200, 6, 2]);
  const hashes = Array.from({ length: 1_001 }, (_none, index) => ({ write: write(`limit-${index}`) }));
  await recorded(hashes);
  const stored = (index: number) => connected.redis.exists(nonceKey(COMPANY, keyId, `limit-${index}`));
  expect([await stored(999), await stored(1_000)]).toEqual([1, 0]);
  expect(await recorded(Array.from({ length: 10_001 }, (_none, key) => ({ key })))).toHaveLength(10_000);
});

test('writes observations every second', async () => {
  jest.useFakeTimers();
  try {
    const written: number[] = [];
    const observer = createFenceObserver({ ...store, add: async () => void written.push(1) }, connected.redis, log);
    await jest.advanceTimersByTimeAsync(0); // the first run, without uses
    observer.record({ companyId: COMPANY, keyId, address: '192.0.2.7' });
    await jest.advanceTimersByTimeAsync(999);
    expect(written).toEqual([]);
    await jest.advanceTimersByTimeAsync(1);
    expect(written).toEqual([1]);
    await observer.close();
  } finally {
    jest.useRealTimers();
  }
});
