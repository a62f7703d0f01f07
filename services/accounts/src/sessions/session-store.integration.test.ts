import { randomBytes, randomInt } from 'node:crypto';
import type { RedisConnection } from '@vitae/kit/redis';
import { connectTestRedis } from '@vitae/test/support/kit/test-redis';
import { createSecretBox } from '../secrets/secret-box.ts';
import { createSessionStore, type SessionStore, sessionRef } from './session-store.ts';

const LIMITS = { idleSeconds: 3_600, absoluteSeconds: 7_200 };
const MINUTE = 60_000;
const DEVICE = { address: '192.0.2.1', userAgent: 'Firefox' };

const box = createSecretBox([{ id: 'test', key: randomBytes(32) }]);

let connection: RedisConnection;
let store: SessionStore;
let now = Date.UTC(2026, 10, 21, 9, 0, 0);
let userId = randomInt(1_000_000, 2 ** 40);

beforeAll(async () => {
  connection = await connectTestRedis('session-store');
  store = storeOf('test');
});
afterAll(() => connection.close());
beforeEach(() => {
  userId += 1;
});
afterEach(() => store.endAll(userId));

const storeOf = (kind: string, redis = connection.redis) =>
  createSessionStore({ redis, box, clock: { now: () => now }, kind, limits: LIMITS });
const start = (device = DEVICE) => store.start({ userId, companyId: 1 }, device, 'owner');

describe('session store', () => {
  test('ends every session of a user, also one that is started or rotated at the same time', async () => {
    for (let round = 0; round < 50; round += 1) {
      const open = await start();
      expect(await store.userOf(open)).toBe(userId);
      const [started, rotated] = await Promise.all([start(), store.rotate(open), store.endAll(userId)]);
      await store.endAll(userId);
      for (const id of [open, started, rotated ?? open])
        expect([await store.isOpen(id), await store.userOf(id)]).toEqual([false, undefined]);
    }
  });

  test('ends a session after its idle time or its maximum age', async () => {
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

  test('ends a session exactly at its maximum age, and after its idle time if clocks differ', async () => {
    const CLOCK_TOLERANCE = 5 * MINUTE;
    const [idle, used] = [await start(), await start()];
    const started = now;
    now = started + 59 * MINUTE;
    await store.find(used);
    const refs = async () => (await store.list(userId)).map(({ ref }) => ref).sort();
    now = started + LIMITS.idleSeconds * 1_000 + CLOCK_TOLERANCE - 1;
    expect(await refs()).toEqual([sessionRef(idle), sessionRef(used)].sort());
    now += 1;
    expect(await refs()).toEqual([sessionRef(used)]);
    for (const minutes of [118, 119]) {
      now = started + minutes * MINUTE;
      await store.find(used);
    }
    now = started + LIMITS.absoluteSeconds * 1_000 - 1;
    expect(await store.find(used)).toBeDefined();
    now += 1;
    expect(await store.find(used)).toBeUndefined();
  });

  test('stores sessions in Redis no longer than they are valid', async () => {
    const id = await start();
    const ttl = (key: string) => connection.redis.ttl(key);
    const session = `session:test:${sessionRef(id)}`;
    for (const [key, seconds] of [
      [session, LIMITS.idleSeconds],
      [`sessions-of:test:${userId}`, LIMITS.absoluteSeconds],
    ] as const) {
      expect(await ttl(key)).toBeGreaterThan(seconds - 60);
      expect(await ttl(key)).toBeLessThanOrEqual(seconds);
    }
    for (const elapsed of [59, 50]) {
      now += elapsed * MINUTE;
      await store.find(id);
    }
    // 109 of 120 minutes have passed.
    expect(await ttl(session)).toBeGreaterThan(10 * 60);
    expect(await ttl(session)).toBeLessThanOrEqual(11 * 60);
  });

  test('does not extend a session if the clock is set back', async () => {
    const id = await start();
    now -= 24 * 60 * MINUTE;
    expect(await store.find(id)).toBeUndefined();
    now += 24 * 60 * MINUTE;
    expect(await store.find(id)).toBeUndefined();
  });

  test('keeps the replaced id valid briefly without allowing another rotation', async () => {
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

  test('ends all sessions even if they are rotated concurrently', async () => {
    for (let round = 0; round < 20; round++) {
      const ids = await Promise.all([start(), start(), start()]);
      const [rotated] = await Promise.all([Promise.all(ids.map((id) => store.rotate(id))), store.endAll(userId)]);
      const left = [...ids, ...rotated].filter((id) => id !== undefined);
      await store.endAll(userId);
      for (const id of left) expect(await store.find(id)).toBeUndefined();
    }
  });

  test('does not restore a session that ends while it is used or rotated', async () => {
    const ending = new Proxy(connection.redis, {
      get: (target, name) =>
        name === 'get'
          ? async (key: string) => {
              const record = await target.get(key);
              await store.endAll(userId);
              return record;
            }
          : Reflect.get(target, name),
    });
    const concurrent = storeOf('test', ending);
    const used = await start();
    now += 2 * MINUTE;
    await concurrent.find(used, { ...DEVICE, address: '192.0.2.9' });
    expect(await store.isOpen(used)).toBe(false);
    const rotated = await start();
    expect(await concurrent.rotate(rotated)).toBeUndefined();
    expect([await store.isOpen(rotated), await store.list(userId)]).toEqual([false, []]);
  });

  test('ends the session by a replaced id', async () => {
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

  test('ends a session that is rotated concurrently', async () => {
    for (let round = 0; round < 20; round++) {
      const id = await start();
      const [next] = await Promise.all([store.rotate(id), store.end(id)]);
      if (next !== undefined) expect(await store.find(next)).toBeUndefined();
      expect(await store.list(userId)).toEqual([]);
    }
  });

  test('keeps the own session when all others are ended by a replaced id', async () => {
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

  test('lists sessions with device, address and last use, most recent first', async () => {
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

  test('stores no session id in Redis', async () => {
    const id = await start();
    const keys = await connection.redis.keys('session*:test:*');
    expect(keys.join()).not.toContain(id);
    expect(await connection.redis.get(`session:test:${sessionRef(id)}`)).not.toContain(id);
  });

  describe('for an attacker who can write to Redis', () => {
    const keyOf = (id: string, kind = 'test') => `session:${kind}:${sessionRef(id)}`;
    const valid = async (id: string) => [await store.find(id), await store.isOpen(id), await store.rotate(id)];
    const NONE = [undefined, false, undefined];

    test('rejects a forged record', async () => {
      const id = 'A'.repeat(43);
      const times = { startedAt: now, lastSeenAt: now, issuedAt: now };
      const forged = JSON.stringify({ userId, companyId: 1, ...times, formKey: 'key' });
      const otherBox = createSecretBox([{ id: 'test', key: randomBytes(32) }]);
      for (const record of [forged, `test.${forged}`, otherBox.seal(forged, keyOf(id)), 'test.', '']) {
        await connection.redis.set(keyOf(id), record, 'EX', 60);
        await connection.redis.sadd(`sessions-of:test:${userId}`, sessionRef(id));
        expect(await valid(id)).toEqual(NONE);
        expect(await store.list(userId)).toEqual([]);
      }
    });

    test('rejects a record that was copied from another session or kind', async () => {
      const [id, copy] = [await start(), 'B'.repeat(43)];
      const record = String(await connection.redis.get(keyOf(id)));
      await connection.redis.set(keyOf(copy), record, 'EX', 60);
      expect(await valid(copy)).toEqual(NONE);
      await connection.redis.set(keyOf(id, 'administrator'), record, 'EX', 60);
      expect(await storeOf('administrator').find(id)).toBeUndefined();
      expect(await store.find(id)).toBeDefined();
      await connection.redis.del(keyOf(copy), keyOf(id, 'administrator'));
    });
  });
});
