import { randomUUID } from 'node:crypto';
import { createMinuteBuffer } from '@vitae/accounts/consumption/minute-buffer';
import { barrierKey, quotaKey, versionKey } from '@vitae/accounts/quota/redis-keys';
import { checkedFetch } from '@vitae/test/support/gateway/checked-fetch';
import type { GatewayFixture } from '@vitae/test/support/gateway/gateway-fixture';
import { sampleCv } from '@vitae/test/support/gateway/sample-cv';
import { type SystemFixture, signPath, startSystemFixture } from '@vitae/test/support/gateway/system-fixture';
import { until } from '@vitae/test/support/until';
import type { Redis } from 'ioredis';
import { createClockLeadStore } from './clock-lead-mongo-store.ts';
import { createCompanyQuota } from './company-quota.ts';
import { createReplayBarrier, type ReplayBarrier } from './replay-barrier.ts';

let system: SystemFixture;
let barrier: ReplayBarrier;
const gateways: GatewayFixture[] = [];

beforeAll(async () => {
  system = await startSystemFixture(process.env);
  barrier = createReplayBarrier(createClockLeadStore(system.connection), system.redis);
  for (let count = 0; count < 4; count++) gateways.push(await system.start());
}, 120_000);
afterAll(() => system.close());

const at = (index: number) => gateways[index % gateways.length]?.url ?? '';
const lineOf = async (response: Response) => `${response.status} ${await response.text()}`;

/** A company and key of its own, so that one test does not use up another's quota. */
async function freshCompany(limits = {}) {
  const { id } = await system.companies.create('Fresh', 'Europe/Paris');
  await system.companies.setLimits(id, limits);
  return { id, key: await system.keys.create(id, 'k', 'unlimited') };
}

/** Enough of the minute left for a test whose calls must share one. */
const earlyInTheMinute = () =>
  until('enough of the minute is left', async () => Number((await system.redis.time())[0]) % 60 < 40);

describe('nonces', () => {
  test('accepts a nonce once when two gateways receive it at the same time', async () => {
    for (let round = 0; round < 20; round++) {
      const path = signPath(system.key, '/api/v1/rate-limit', { nonce: randomUUID() });
      const lines = await Promise.all(gateways.map(async ({ url }) => lineOf(await checkedFetch(url + path))));
      expect(lines.filter((line) => line.startsWith('200'))).toHaveLength(1);
      expect(lines.filter((line) => line === '403 Nonce already used')).toHaveLength(3);
    }
  });

  test('accepts a nonce once when one gateway receives it many times at the same time', async () => {
    const path = signPath(system.key, '/api/v1/rate-limit', { nonce: randomUUID() });
    const responses = await Promise.all(Array.from({ length: 30 }, () => checkedFetch(at(0) + path)));
    expect(responses.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(responses.filter(({ status }) => status === 403)).toHaveLength(29);
  });

  test('stores nonces separately for each key', async () => {
    const { key } = await freshCompany();
    const second = await system.keys.create((await freshCompany()).id, 'k', 'unlimited');
    const nonce = randomUUID();
    for (const one of [key, second])
      expect((await checkedFetch(at(0) + signPath(one, '/api/v1/rate-limit', { nonce }))).status).toBe(200);
  });

  test('does not store the nonce of a request with an invalid signature', async () => {
    const path = signPath(system.key, '/api/v1/rate-limit', { nonce: randomUUID() });
    expect(await lineOf(await checkedFetch(`${at(0)}${path.replace(/hash=./, 'hash=g')}`))).toBe(
      '403 Invalid signature',
    );
    expect((await checkedFetch(at(0) + path)).status).toBe(200);
  });

  describe('of a key with the compatibility profile', () => {
    const NOW = Date.now();
    const paths = ['/api/v1/rate-limit', '/api/v1/users/1', '/api/v1/users/2', '/api/v1/users/3', '/api/v1/users/4'];
    const setUp = async () => {
      const { id, key } = await freshCompany();
      const nonce = randomUUID();
      const url = (path: number, now = NOW) => signPath(key, paths[path] ?? '', { nonce, now });
      const send = async (signed: string, gateway = 0) =>
        (await checkedFetch(at(gateway) + signed)).status === 403 ? 'used' : 'accepted';
      const setProfile = (compatibility: '2012' | null) => system.keys.setCompatibility(key.key, compatibility);
      return { id, url, send, setProfile, nonceKey: `{c:${id}}:nonce:${key.id}:${nonce}` };
    };

    test('may be reused within a second with another signature, but never with the same one', async () => {
      const { url, send, setProfile } = await setUp();
      expect([await send(url(0)), await send(url(1), 1)]).toEqual(['accepted', 'used']);
      await setProfile('2012');
      // Also a signature that was accepted before the profile was on.
      expect(await send(url(0), 1)).toBe('used');
      expect([await send(url(1), 2), await send(url(1), 3), await send(url(0))]).toEqual(['accepted', 'used', 'used']);
      expect(await send(url(1).replace(/hash=.*/, (hash) => `hash=${hash.slice(5).toUpperCase()}`))).toBe('used');
      const copies = await Promise.all(Array.from({ length: 12 }, (_none, index) => send(url(2), index)));
      expect(copies.filter((outcome) => outcome === 'accepted')).toHaveLength(1);
      await setProfile(null);
      expect([await send(url(3)), await send(url(2))]).toEqual(['used', 'used']);
      await setProfile('2012');
      expect([await send(url(3)), await send(url(2))]).toEqual(['accepted', 'used']);
    });

    test('is recorded with the suggestion of the profile if it was reused with another signature', async () => {
      const { id, url, send } = await setUp();
      expect([await send(url(0)), await send(url(0)), await send(url(1))]).toEqual(['accepted', 'used', 'used']);
      const { rejectedRequests } = gateways[0]?.gateway.background ?? {};
      await rejectedRequests?.flush();
      const recorded = (await rejectedRequests?.list(id))?.map(({ target, suggestion }) => [target, suggestion]);
      expect(new Map(recorded as [string, string | undefined][])).toEqual(
        new Map([
          [url(0), undefined],
          [url(1), '2012'],
        ]),
      );
    });

    test('may be reused later only with the same timestamp', async () => {
      const { url, send, setProfile, nonceKey } = await setUp();
      await setProfile('2012');
      expect([await send(url(0)), await send(url(1, NOW + 1_000))]).toEqual(['accepted', 'accepted']);
      // As if the first request had been received two seconds ago.
      await system.redis.expire(nonceKey, 658);
      expect([await send(url(2, NOW + 1_000)), await send(url(2)), await send(url(2))]).toEqual([
        'used',
        'accepted',
        'used',
      ]);
      // As if the nonce, but not its signatures, had expired.
      await system.redis.del(nonceKey);
      expect([await send(url(0)), await send(url(2))]).toEqual(['used', 'used']);
    });

    test('is not accepted again after Redis lost its data', async () => {
      const { id, url, send, setProfile } = await setUp();
      await setProfile('2012');
      expect([await send(url(0)), await send(url(1))]).toEqual(['accepted', 'accepted']);
      await system.redis.del(...(await system.redis.keys(`{c:${id}}:*`)));
      for (const signed of [url(0), url(1)]) expect((await checkedFetch(at(0) + signed)).status).toBe(503);
    });
  });

  test('stores a nonce longer than its timestamp is valid', async () => {
    const nonce = randomUUID();
    await checkedFetch(at(0) + signPath(system.key, '/api/v1/rate-limit', { nonce }));
    const key = `{c:${system.company.id}}:nonce:${system.key.id}:${nonce}`;
    const ttl = await system.redis.ttl(key);
    expect(ttl).toBeGreaterThanOrEqual(600);
    expect(ttl).toBeLessThanOrEqual(660);
  });
});

describe('quota', () => {
  test('accepts exactly 25 of 200 concurrent requests on four gateways with a quota of 25', async () => {
    const { id, key } = await freshCompany({ standard: 25 });
    system.resume.cvs.set(9, { companyId: id, revision: 1, json: sampleCv(9) });
    await earlyInTheMinute();
    const paths = Array.from({ length: 200 }, () => signPath(key, '/api/v1/cv/9'));
    const responses = await Promise.all(paths.map((path, index) => checkedFetch(at(index) + path)));
    const accepted = responses.filter(({ status }) => status === 200);
    const limited = responses.filter(({ status }) => status === 429);
    expect([accepted.length, limited.length]).toEqual([25, 175]);

    const remaining = accepted.map(({ headers }) => Number(headers.get('x-ratelimit-remaining'))).sort((a, b) => a - b);
    expect(remaining).toEqual(Array.from({ length: 25 }, (_none, left) => left));
    const [reset] = new Set(responses.map(({ headers }) => headers.get('x-ratelimit-reset')));
    expect(new Set(responses.map(({ headers }) => headers.get('x-ratelimit-reset'))).size).toBe(1);
    for (const { headers } of limited) {
      expect(headers.get('x-ratelimit-limit')).toBe('25');
      expect(headers.get('x-ratelimit-remaining')).toBe('0');
      expect(Number(headers.get('retry-after'))).toBeGreaterThanOrEqual(1);
      expect(Number(headers.get('retry-after'))).toBeLessThanOrEqual(60);
    }
    const time = new Date(Number(reset) * 1000).toLocaleTimeString('en-GB', { timeZone: 'Europe/Paris' });
    expect(await limited[0]?.json()).toEqual({
      error: {
        code: 429,
        message: `API rate limit exceeded: maximum 25 standard request(s) per minute reached for your company. Retry after ${time} Europe/Paris.`,
      },
    });
  });

  test('expires the counters of a minute, so that idle companies use no memory', async () => {
    const { id, key } = await freshCompany();
    expect((await checkedFetch(at(0) + signPath(key, '/api/v1/cv/99'))).status).toBe(404);
    const ttl = await system.redis.ttl(quotaKey(id));
    expect(ttl).toBeGreaterThan(50);
    expect(ttl).toBeLessThanOrEqual(120);
  });

  test('does not block the other quota type or free requests when one quota is exhausted', async () => {
    const { key } = await freshCompany({ standard: 1, intensive: 1 });
    await earlyInTheMinute();
    const status = async (path: string) => (await checkedFetch(at(0) + signPath(key, path))).status;
    expect(await status('/api/v1/cv/99')).toBe(404);
    expect(await status('/api/v1/cv/99')).toBe(429);
    expect(await status('/api/v1/cv/99/export/none')).toBe(404);
    expect(await status('/api/v1/cv/99/export/none')).toBe(429);
    expect(await status('/api/v1/rate-limit')).toBe(200);
  });

  test('stores the nonce of a rate-limited request without charging it', async () => {
    const { key } = await freshCompany({ standard: 1 });
    await earlyInTheMinute();
    const used = async () =>
      (
        (await (await checkedFetch(at(0) + signPath(key, '/api/v1/rate-limit'))).json()) as {
          standard: { remaining: number };
        }
      ).standard.remaining;
    const path = signPath(key, '/api/v1/cv/99');
    await checkedFetch(`${at(0)}${path}x`);
    expect(await used()).toBe(1);
    await checkedFetch(at(0) + path);
    expect(await used()).toBe(0);
    const limited = signPath(key, '/api/v1/cv/99');
    expect((await checkedFetch(at(0) + limited)).status).toBe(429);
    expect(await lineOf(await checkedFetch(at(1) + limited))).toBe('403 Nonce already used');
  });

  test('continues from the quota that the gateway last saw if Redis lost it', async () => {
    const { id, key } = await freshCompany({ standard: 3, intensive: 1 });
    await earlyInTheMinute();
    const send = async (path: string) => {
      const { status, headers } = await checkedFetch(at(0) + signPath(key, path));
      return [status, headers.get('x-ratelimit-remaining')];
    };
    expect(await send('/api/v1/cv/99')).toEqual([404, '2']);
    expect(await send('/api/v1/cv/99/export/none')).toEqual([404, '0']);
    await system.redis.del(quotaKey(id));
    expect(await send('/api/v1/cv/99')).toEqual([404, '1']);
    expect(await send('/api/v1/cv/99/export/none')).toEqual([429, '0']);
    expect(await send('/api/v1/cv/99')).toEqual([404, '0']);
  });

  test('applies changed limits to the next request on every gateway', async () => {
    const { id, key } = await freshCompany({ standard: 5 });
    const limitAt = async (index: number) =>
      (await checkedFetch(at(index) + signPath(key, '/api/v1/rate-limit'))).headers.get('x-ratelimit-limit');
    expect(await limitAt(0)).toBe('5');
    const { version } = await system.companies.setLimits(id, { standard: 7 });
    await system.announcer.announce(id, version);
    for (const index of [0, 1, 2, 3]) expect(await limitAt(index)).toBe('7');
  });
});

const nonceAt = (timestamp: number) => ({ nonce: randomUUID(), timestamp, signature: 'c4e1a9f7', allowsReuse: false });

test('settles the replay barrier for the lead of a timestamp, and rejects what it cannot settle', async () => {
  const companyId = (await freshCompany()).id;
  const settled: number[] = [];
  const quotaWith = (settle: ReplayBarrier['settle']) => createCompanyQuota(system.redis, { settle });
  const { admit } = quotaWith(async (scope, now, ahead) => {
    settled.push(ahead);
    await barrier.settle(scope, now, ahead);
  });
  const { version = 0 } = (await system.companies.find(companyId)) ?? {};
  const counted = { companyId, keyId: 1, endpoint: 'cv.read', version };
  const limits = { standard: 9, intensive: 9 };
  const admitAt = (timestamp: number | undefined, control = admit) =>
    control(counted, timestamp === undefined ? undefined : nonceAt(timestamp), 'standard', limits);
  // The clock of Redis may advance during the test.
  const now = Number((await system.redis.time())[0]);
  expect((await admitAt(undefined)).outcome).toBe('accepted');
  expect((await admitAt(now + 100)).outcome).toBe('accepted');
  expect(settled[0]).toBe(0);
  expect(settled[1]).toBeGreaterThan(30);
  expect(settled[1]).toBeLessThanOrEqual(100);

  await system.redis.set(barrierKey(companyId), `${now} 120 ${now + 60}`);
  await expect(admitAt(now)).rejects.toMatchObject({ code: 'UNAVAILABLE', retryAfter: 1 });
  expect((await admitAt(now + 1)).outcome).toBe('accepted');
  expect((await admitAt(undefined)).outcome).toBe('accepted');
  await system.redis.del(barrierKey(companyId));
  const unsettled = quotaWith(async () => undefined);
  await expect(admitAt(now, unsettled.admit)).rejects.toMatchObject({ code: 'UNAVAILABLE' });
});

describe('admission script', () => {
  const LIMITS = { standard: 9, intensive: 9 };
  const quotaOf = (redis: Redis = system.redis) => createCompanyQuota(redis, barrier);
  const requestOf = (companyId: number, version = 1, forceVersion = false) => ({
    companyId,
    keyId: 1,
    endpoint: 'cv.read',
    version,
    forceVersion,
  });

  test('neither accepts nor counts a decision with older keys than another gateway has used', async () => {
    const { admit, reject } = quotaOf();
    const companyId = (await freshCompany()).id;
    const outcomeOf = async (version: number, forceVersion = false) =>
      (await admit(requestOf(companyId, version, forceVersion), undefined, 'standard', LIMITS)).outcome;
    const isRejected = (version: number) => reject(requestOf(companyId, version), 'invalid_signature');
    expect([await outcomeOf(1_005), await outcomeOf(1_004), await outcomeOf(1_005)]).toEqual([
      'accepted',
      'stale',
      'accepted',
    ]);
    expect([await isRejected(1_004), await isRejected(1_006), await outcomeOf(1_005)]).toEqual([false, true, 'stale']);
    // After MongoDB was restored from a backup.
    expect([await outcomeOf(1_004, true), await outcomeOf(1_004)]).toEqual(['accepted', 'accepted']);
    expect(await system.redis.get(versionKey(companyId))).toBe('1004');
    const minutes = await createMinuteBuffer(system.redis).all(companyId);
    const counts: Record<string, number> = {};
    for (const { name, count } of minutes.flatMap(({ counters }) => counters))
      counts[name] = (counts[name] ?? 0) + count;
    expect(counts).toEqual({ accepted_standard: 4, invalid_signature: 1 });
  });

  test('starts over in the next minute, whatever Redis and the gateway remember of the previous one', async () => {
    const companyId = (await freshCompany()).id;
    const used = async ({ admit }: Pick<ReturnType<typeof quotaOf>, 'admit'>) =>
      admit(requestOf(companyId, 1_000), undefined, 'standard', LIMITS);
    const minute = Math.floor(Number((await system.redis.time())[0]) / 60);
    await system.redis.hset(quotaKey(companyId), { minute: minute - 1, standard: 9, intensive: 9 });
    expect(await used(quotaOf())).toMatchObject({ outcome: 'accepted', usage: { standard: 1, intensive: 0 } });
    // A gateway whose last reply is a minute old.
    const aMinuteAgo = new Proxy(system.redis, {
      get: (target, name) => {
        if (name !== 'vitaeAdmit') return Reflect.get(target, name);
        return async (...parts: Parameters<Redis['vitaeAdmit']>) => {
          const [time = 0, ...rest] = await target.vitaeAdmit(...parts);
          return [time < 0 ? time : time - 60, ...rest];
        };
      },
    });
    const late = quotaOf(aMinuteAgo);
    await used(late);
    await system.redis.del(quotaKey(companyId));
    expect(await used(late)).toMatchObject({ usage: { standard: 1, intensive: 0 } });
  });

  test('continues from the larger of what Redis and the gateway remember', async () => {
    const companyId = (await freshCompany()).id;
    const [first, second] = [quotaOf(), quotaOf()];
    const use = async ({ admit }: Pick<typeof first, 'admit'>, quota: 'standard' | 'intensive') => {
      const admission = await admit(requestOf(companyId, 1_000), undefined, quota, LIMITS);
      return 'usage' in admission ? [admission.usage.standard, admission.usage.intensive] : [];
    };
    await earlyInTheMinute();
    await use(first, 'standard');
    for (let count = 0; count < 2; count += 1) await use(first, 'intensive');
    await system.redis.del(quotaKey(companyId));
    for (let count = 0; count < 3; count += 1) await use(second, 'standard');
    expect(await use(first, 'standard')).toEqual([4, 2]);
    expect(await use(second, 'intensive')).toEqual([4, 3]);
  });
});
