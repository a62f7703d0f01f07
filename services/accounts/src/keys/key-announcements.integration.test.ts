import { randomInt } from 'node:crypto';
import { createLogger } from '@vitae/kit/log';
import { connectRedis, type RedisConnection } from '@vitae/kit/redis';
import { until } from '@vitae/test/support/until';
import { versionKey } from '../quota/redis-keys.ts';
import { createKeyAnnouncer, listenForKeyChanges } from './key-announcements.ts';

const { jest } = import.meta;
const log = createLogger({ name: 'test', level: 'silent' });
const url = process.env.REDIS_URL ?? '';
const companyId = randomInt(2 ** 30, 2 ** 40);
let connected: RedisConnection;
let now = 1_000_000;

beforeAll(async () => {
  connected = await connectRedis({ url, name: 'announcements-test', log });
});
afterAll(async () => {
  await connected.redis.del(versionKey(companyId));
  await connected.close();
});

test('the announced version never decreases', async () => {
  const { announce } = createKeyAnnouncer(connected.redis);
  const versions = [];
  for (const version of [3, 2, 3, 10, 9]) {
    await announce(companyId, version);
    versions.push(await connected.redis.get(versionKey(companyId)));
  }
  expect(versions).toEqual(['3', '3', '3', '10', '10']);
});

test('every change is announced, and a listener is healthy only while it receives announcements', async () => {
  const changes: number[] = [];
  let gaps = 0;
  // Only the timer of the pings is fake.
  jest.useFakeTimers({
    doNotFake: ['Date', 'performance', 'setTimeout', 'setImmediate', 'nextTick', 'queueMicrotask'],
  });
  const listener = listenForKeyChanges({
    url,
    clock: { now: () => now },
    log,
    onChange: (id) => changes.push(id),
    onGap: () => {
      gaps += 1;
    },
  });
  expect(listener.isHealthy()).toBe(false);
  await until('the listener is connected', async () => listener.isHealthy());
  expect(gaps).toBe(1);
  const { announce } = createKeyAnnouncer(connected.redis);
  await announce(companyId, 1); // An older version: another process announced a newer one before.
  await until('the change is announced', async () => changes.includes(companyId));
  now += 1_000;
  expect(listener.isHealthy()).toBe(false);
  jest.advanceTimersByTime(300);
  await until('a ping succeeds', async () => listener.isHealthy());
  listener.close();
  jest.useRealTimers();
  await until('the listener is closed', async () => !listener.isHealthy());
});

test('a listener that cannot subscribe is not healthy, although Redis responds to its pings', async () => {
  const user = `without-channels-${companyId}`;
  await connected.redis.call('ACL', 'SETUSER', user, 'on', '>secret', '+@all', '~*', 'resetchannels');
  const { promise: rejected, resolve: reject } = Promise.withResolvers<unknown>();
  const address = Object.assign(new URL(url), { username: user, password: 'secret' });
  jest.useFakeTimers({
    doNotFake: ['Date', 'performance', 'setTimeout', 'setImmediate', 'nextTick', 'queueMicrotask'],
  });
  const listener = listenForKeyChanges({
    url: String(address),
    clock: { now: () => now },
    log: { ...log, warn: reject } as unknown as typeof log,
    onChange: () => undefined,
    onGap: () => undefined,
  });
  try {
    await rejected;
    jest.advanceTimersByTime(300);
    for (let time = 0; time < 5; time += 1) await connected.redis.ping(); // a ping of the listener precedes these
    expect(listener.isHealthy()).toBe(false);
  } finally {
    listener.close();
    jest.useRealTimers();
    await connected.redis.call('ACL', 'DELUSER', user);
  }
});
