import { randomInt } from 'node:crypto';
import { createLogger } from '@vitae/kit/log';
import { connectRedis, type RedisConnection } from '@vitae/kit/redis';
import { createSessionStore, type SessionStore, sessionRef } from './session-store.ts';

const LIMITS = { idleSeconds: 3_600, absoluteSeconds: 7_200 };
const MINUTE = 60_000;
const DEVICE = { address: '192.0.2.1', userAgent: 'Firefox' };

let connection: RedisConnection;
let store: SessionStore;
let now = Date.UTC(2026, 10, 21, 9, 0, 0);
let userId = randomInt(1_000_000, 2 ** 40);

beforeAll(async () => {
  const log = createLogger({ name: 'test', level: 'silent' });
  connection = await connectRedis({ url: String(process.env.REDIS_URL), name: 'test', log });
  store = createSessionStore({ redis: connection.redis, clock: { now: () => now }, kind: 'test', limits: LIMITS });
});
afterAll(() => connection.close());
beforeEach(() => {
  userId += 1;
});
afterEach(() => store.endAll(userId));

const start = (device = DEVICE) => store.start({ userId, companyId: 1 }, device, 'owner');

test('a session ends when it was idle too long or is too old, whatever it was used', async () => {
  const idle = await start();
  const used = await start();
  for (let half = 0; half < 3; half++) {
    now += 30 * MINUTE;
    expect(await store.find(used)).toBeDefined();
  }
  expect(await store.find(idle)).toBeUndefined();
  now += 31 * MINUTE;
  expect(await store.find(used)).toBeUndefined();
});

test('a clock that goes back does not lengthen a session', async () => {
  const id = await start();
  now -= 24 * 60 * MINUTE;
  expect(await store.find(id)).toBeUndefined();
  now += 24 * 60 * MINUTE;
  expect(await store.find(id)).toBeUndefined();
});

test('a new id goes on with the session; the old one works for a moment and cannot be renewed', async () => {
  const id = await start();
  const next = String(await store.rotate(id, 'viewer'));
  const [before, after] = [await store.find(id), await store.find(next)];
  expect(after).toMatchObject({ userId, mark: 'viewer', formKey: before?.formKey, idAge: 0 });
  expect(before?.idAge).toBeUndefined();
  expect(await store.rotate(id)).toBeUndefined();
  expect(await connection.redis.ttl(`session:test:${sessionRef(id)}`)).toBeLessThanOrEqual(30);
  expect(await store.list(userId)).toHaveLength(1);
  await store.end(next);
  expect(await store.find(id)).toBeUndefined();
});

test('sessions that are ended while they get new ids stay ended', async () => {
  for (let round = 0; round < 20; round++) {
    const ids = await Promise.all([start(), start(), start()]);
    const [rotated] = await Promise.all([Promise.all(ids.map((id) => store.rotate(id))), store.endAll(userId)]);
    const left = [...ids, ...rotated].filter((id) => id !== undefined);
    await store.endAll(userId);
    for (const id of left) expect(await store.find(id)).toBeUndefined();
  }
});

test('the id that was replaced ends the session under its newest id too', async () => {
  const [first, listed] = [await start(), await start()];
  const second = String(await store.rotate(first));
  const third = String(await store.rotate(second));
  await store.end(first);
  for (const id of [first, second, third]) expect(await store.find(id)).toBeUndefined();
  const next = String(await store.rotate(listed));
  expect(await store.endListed(userId, sessionRef(listed))).toBe(true);
  expect(await store.find(next)).toBeUndefined();
  expect(await store.list(userId)).toEqual([]);
});

test('a session that gets a new id while it is ended is ended', async () => {
  for (let round = 0; round < 20; round++) {
    const id = await start();
    const [next] = await Promise.all([store.rotate(id), store.end(id)]);
    if (next !== undefined) expect(await store.find(next)).toBeUndefined();
    expect(await store.list(userId)).toEqual([]);
  }
});

test('all others end, and one’s own goes on, when it was asked under an id that was replaced', async () => {
  const [own, other] = [await start(), await start()];
  const next = String(await store.rotate(own));
  await store.endAll(userId, own);
  expect(await store.find(other)).toBeUndefined();
  expect(await store.find(next)).toBeDefined();
  for (let round = 0; round < 20; round++) {
    const id = await start();
    const [rotated] = await Promise.all([store.rotate(id), store.endAll(userId, id)]);
    expect(await store.find(String(rotated))).toBeDefined();
  }
});

test('the list tells device, address and last use, the newest first', async () => {
  const first = await start();
  now += 2 * MINUTE;
  const second = await start({ address: '2001:db8::1', userAgent: 'curl' });
  now += 2 * MINUTE;
  await store.find(first, { ...DEVICE, address: '192.0.2.9' });
  expect(await store.list(userId)).toEqual([
    {
      ref: sessionRef(first),
      device: { ...DEVICE, address: '192.0.2.9' },
      startedAt: new Date(now - 4 * MINUTE),
      lastSeenAt: new Date(now),
    },
    {
      ref: sessionRef(second),
      device: { address: '2001:db8::1', userAgent: 'curl' },
      startedAt: new Date(now - 2 * MINUTE),
      lastSeenAt: new Date(now - 2 * MINUTE),
    },
  ]);
  expect(await store.endListed(userId + 1, sessionRef(first))).toBe(false);
  expect(await store.endListed(userId, sessionRef(first))).toBe(true);
  expect(await store.find(first)).toBeUndefined();
  expect(await store.find(second)).toBeDefined();
});

test('Redis holds no session id', async () => {
  const id = await start();
  const keys = await connection.redis.keys('session*:test:*');
  expect(keys.join()).not.toContain(id);
  expect(await connection.redis.get(`session:test:${sessionRef(id)}`)).not.toContain(id);
});
