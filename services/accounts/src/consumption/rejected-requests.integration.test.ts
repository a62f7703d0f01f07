import { randomBytes, randomInt } from 'node:crypto';
import { createLogger } from '@vitae/kit/log';
import { connectRedis, type RedisConnection } from '@vitae/kit/redis';
import { until } from '@vitae/test/support/until';
import type { Redis } from 'ioredis';
import { createSecretBox, type SecretBox } from '../secrets/secret-box.ts';
import { redactTarget } from './redact-target.ts';
import { createRejectedRequests, type RejectedRequest, type RejectedRequests } from './rejected-requests.ts';

const { jest } = import.meta;
const log = createLogger({ name: 'test', level: 'silent' });
const DAY_MS = 86_400_000;
const NOW = Date.UTC(2026, 0, 1);
let connected: RedisConnection;
let companyId = randomInt(2 ** 30, 2 ** 40);
let now = NOW;
let opened: RejectedRequests[] = [];

beforeAll(async () => {
  connected = await connectRedis({ url: process.env.REDIS_URL ?? '', name: 'rejected-requests-test', log });
});
afterAll(() => connected.close());
beforeEach(() => {
  companyId += 10;
  now = NOW;
});
afterEach(async () => {
  jest.useRealTimers();
  for (const one of opened) {
    for (const company of [companyId, companyId + 1]) await one.removeAll(company);
    await one.close();
  }
  opened = [];
});

function open(
  box: SecretBox = createSecretBox([{ id: 'test', key: randomBytes(32) }]),
  redis = connected.redis,
): RejectedRequests {
  const rejected = createRejectedRequests({ redis, box, clock: { now: () => now }, log });
  opened.push(rejected);
  return rejected;
}

const requestWith = (requestId: string, more: Partial<RejectedRequest> = {}): RejectedRequest => ({
  requestId,
  at: now,
  source: 'k1',
  cause: 'nonce_used',
  endpoint: 'cv.read',
  method: 'GET',
  target: '/api/v1/cv/7?hash=secret',
  ...more,
});
const idsOf = (requests: RejectedRequest[]) => requests.map(({ requestId }) => requestId);

describe('rejected requests', () => {
  test('are listed latest first, for their company only', async () => {
    const rejected = open();
    rejected.record(companyId, requestWith('a'));
    rejected.record(companyId, requestWith('b', { at: NOW - 2 }));
    rejected.record(companyId, requestWith('c', { at: NOW - 1 }));
    rejected.record(companyId + 1, requestWith('d'));
    await rejected.flush();
    expect(idsOf(await rejected.list(companyId))).toEqual(['a', 'c', 'b']);
    expect(await rejected.get(companyId, 'c')).toEqual(requestWith('c', { at: NOW - 1 }));
    expect(await rejected.get(companyId, 'd')).toBeUndefined();
    await rejected.removeAll(companyId);
    expect([await rejected.list(companyId), idsOf(await rejected.list(companyId + 1))]).toEqual([[], ['d']]);
  });

  test('are limited to the latest 200, before and after they are stored', async () => {
    const rejected = open();
    for (let count = 0; count < 1_000; count++)
      rejected.record(companyId, requestWith(`${count}`, { at: NOW + count }));
    await rejected.flush();
    const first = idsOf(await rejected.list(companyId));
    expect([first.length, first[0], first.at(-1)]).toEqual([200, '999', '800']);
    rejected.record(companyId, requestWith('next', { at: NOW + 1_000 }));
    await rejected.flush();
    const second = idsOf(await rejected.list(companyId));
    expect([second.length, second[0], second.at(-1)]).toEqual([200, 'next', '801']);
  });

  test('are stored every second', async () => {
    // Only the timer that stores the requests is fake.
    jest.useFakeTimers({
      doNotFake: ['Date', 'performance', 'setTimeout', 'setImmediate', 'nextTick', 'queueMicrotask'],
    });
    const rejected = open();
    rejected.record(companyId, requestWith('a'));
    jest.advanceTimersByTime(999);
    expect(await rejected.list(companyId)).toEqual([]);
    jest.advanceTimersByTime(1);
    await until('the request is stored', async () => (await rejected.list(companyId)).length === 1);
  });

  test('are removed after a day', async () => {
    const rejected = open();
    rejected.record(companyId, requestWith('old'));
    await rejected.flush();
    const [key = ''] = await connected.redis.keys(`*${companyId}*`);
    const ttl = await connected.redis.ttl(key);
    expect(ttl).toBeGreaterThan(86_000);
    expect(ttl).toBeLessThanOrEqual(86_400);
    now = NOW + DAY_MS;
    expect(idsOf(await rejected.list(companyId))).toEqual(['old']);
    now += 1;
    expect(await rejected.list(companyId)).toEqual([]);
    rejected.record(companyId, requestWith('new'));
    await rejected.flush();
    expect(await connected.redis.zcard(key)).toBe(1);
  });

  test('are encrypted for their company, and readable as long as their master key is known', async () => {
    const rejected = open();
    rejected.record(companyId, requestWith('a'));
    await rejected.flush();
    const [key = ''] = await connected.redis.keys(`*${companyId}*`);
    const [sealed = ''] = await connected.redis.zrange(key, 0, '-1');
    expect(sealed).not.toContain('secret');
    await connected.redis.zadd(key.replace(`${companyId}`, `${companyId + 1}`), String(NOW), sealed);
    expect(await rejected.list(companyId + 1)).toEqual([]);
    expect(await open().list(companyId)).toEqual([]);
    expect(idsOf(await rejected.list(companyId))).toEqual(['a']);
  });

  test('are dropped before they are stored if their company is erased', async () => {
    const rejected = open();
    rejected.record(companyId, requestWith('a'));
    await rejected.removeAll(companyId);
    await rejected.flush();
    expect(await rejected.list(companyId)).toEqual([]);
  });

  test('of other companies are stored if those of one cannot be', async () => {
    const failing = new Proxy(connected.redis, {
      get: (target, name) => {
        if (name !== 'multi') return Reflect.get(target, name);
        return () => {
          if (failures-- > 0) throw new Error('Connection is closed.');
          return target.multi();
        };
      },
    });
    let failures = 1;
    const rejected = open(undefined, failing);
    for (const id of [companyId, companyId + 1]) rejected.record(id, requestWith('a'));
    await rejected.flush();
    expect([await rejected.list(companyId), idsOf(await rejected.list(companyId + 1))]).toEqual([[], ['a']]);
  });

  test('are buffered for at most 1,000 companies, and fewer than 400 of each', async () => {
    const stored = new Map<string, number>();
    const next = () => chain;
    const zadd = (key: string, ...members: unknown[]) => {
      stored.set(key, members.length / 2);
      return chain;
    };
    const chain = { zadd, zremrangebyscore: next, zremrangebyrank: next, expire: next, exec: async () => [] };
    const rejected = open(undefined, { multi: next, del: async () => 0 } as unknown as Redis);
    const record = (id: number, count: number) => {
      for (let request = 0; request < count; request += 1) rejected.record(id, requestWith('a'));
    };
    for (let id = 0; id < 998; id += 1) record(id, 1);
    record(998, 399);
    record(999, 400);
    record(1_000, 1);
    await rejected.flush();
    expect(stored.size).toBe(1_000);
    expect([...stored.values()].slice(-2)).toEqual([399, 200]);
  });

  test('have a target of at most 10,000 characters', async () => {
    const rejected = open();
    rejected.record(companyId, requestWith('a', { target: '/'.padEnd(10_001, 'x') }));
    await rejected.flush();
    expect((await rejected.get(companyId, 'a'))?.target).toBe('/'.padEnd(10_000, 'x'));
  });
});

test.each([
  ['/api/v1/users/5', '/api/v1/users/5'],
  [
    '/a?apikey=k&timestamp=1&nonce=n&page=2&limit=5&format=xml',
    '/a?apikey=k&timestamp=1&nonce=n&page=2&limit=5&format=xml',
  ],
  [
    '/a?oauth_consumer_key=c&oauth_timestamp=1&oauth_token=t',
    '/a?oauth_consumer_key=c&oauth_timestamp=1&oauth_token=…',
  ],
  ['/a?hash=12&email=ada=1@x&oauth_signature=s&APIKEY=k', '/a?hash=…&email=…&oauth_signature=…&APIKEY=…'],
  ['/a?flag&oauth_nonce=n&page[]=1?page=2', '/a?flag&oauth_nonce=…&page[]=…'],
])('the target %s is displayed as %s', (target, displayed) => {
  expect(redactTarget(target)).toBe(displayed);
});
