import { randomUUID } from 'node:crypto';
import { barrierKey, quotaKey } from '@vitae/accounts/quota/redis-keys';
import { checkedFetch } from '@vitae/test/support/gateway/checked-fetch';
import type { GatewayFixture } from '@vitae/test/support/gateway/gateway-fixture';
import { sampleCv } from '@vitae/test/support/gateway/sample-cv';
import { type SystemFixture, signPath, startSystemFixture } from '@vitae/test/support/gateway/system-fixture';
import { profileQueries } from '@vitae/test/support/kit/query-profile';
import { until } from '@vitae/test/support/until';
import { createClockLeadStore } from './clock-lead-mongo-store.ts';
import { createAdmissionControl } from './company-quota.ts';
import { createReplayBarrier, type ReplayBarrier } from './replay-barrier.ts';

let system: SystemFixture;
const gateways: GatewayFixture[] = [];

beforeAll(async () => {
  system = await startSystemFixture(process.env);
  system.resume.cvs.set(7, { companyId: system.company.id, revision: 3, json: sampleCv(7) });
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

test('settles the replay barrier for the lead of a timestamp, and rejects what it cannot settle', async () => {
  const companyId = (await freshCompany()).id;
  const settled: number[] = [];
  const real = createReplayBarrier(createClockLeadStore(system.connection), system.redis);
  const admissionWith = (settle: ReplayBarrier['settle']) => createAdmissionControl(system.redis, { settle });
  const { admit } = admissionWith(async (scope, now, ahead) => {
    settled.push(ahead);
    await real.settle(scope, now, ahead);
  });
  const { version = 0 } = (await system.companies.find(companyId)) ?? {};
  const counted = { companyId, keyId: 1, endpoint: 'cv.read', version };
  const limits = { standard: 9, intensive: 9 };
  const admitAt = (timestamp: number | undefined, control = admit) =>
    control(counted, timestamp === undefined ? undefined : { nonce: randomUUID(), timestamp }, 'standard', limits);
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
  const unsettled = admissionWith(async () => undefined);
  await expect(admitAt(now, unsettled.admit)).rejects.toMatchObject({ code: 'UNAVAILABLE' });
});

describe('keys', () => {
  const line = async (key: { key: string; secret: string }, index = 0) => {
    const response = await checkedFetch(at(index) + signPath(key, '/api/v1/rate-limit'));
    return response.status === 200 ? '200' : lineOf(response);
  };
  const INVALID = '403 This api key is not valid!';

  test('rejects a revoked key from the next request on every gateway', async () => {
    const { key } = await freshCompany();
    for (const index of [0, 1, 2, 3]) expect(await line(key, index)).toBe('200');
    await system.keys.revoke(key.key);
    for (const index of [0, 1, 2, 3]) expect(await line(key, index)).toBe(INVALID);
  });

  test('rejects a revoked key even if the announcement is lost', async () => {
    const { id, key } = await freshCompany();
    expect(await line(key)).toBe('200');
    await system.connection.collection('keys').updateOne({ key: key.key }, { $set: { revokedAt: new Date() } });
    await system.connection.collection('companies').updateOne({ _id: id as never }, { $inc: { version: 1 } });
    await system.redis.incr(`{c:${id}}:version`);
    expect(await line(key)).toBe(INVALID);
  });

  test('reloads keys within a second while announcements are not received', async () => {
    const { key } = await freshCompany();
    expect(await line(key)).toBe('200');
    const kill = async () => {
      const clients = String(await system.redis.client('LIST'));
      const ids = clients
        .split('\n')
        .filter((one) => one.includes('gateway-key-announcements'))
        .map((one) => /id=(\d+)/.exec(one)?.[1]);
      for (const client of ids) await system.redis.client('KILL', 'ID', Number(client)).catch(() => 0); // it may have disconnected
    };
    await system.connection.collection('keys').updateOne({ key: key.key }, { $set: { revokedAt: new Date() } });
    // Takes a second, plus some time on a busy machine. A cached key would otherwise be reloaded only after a minute.
    await until(
      'the key to be rejected',
      async () => {
        await kill();
        return (await line(key)) === INVALID;
      },
      20_000,
    );
  });

  test('accepts a new key immediately even if it was requested before it existed', async () => {
    const { id } = await freshCompany();
    const legacy = { key: `old-${randomUUID()}`, secret: 'IuJyt42BnUiOlPM8FvB67tG' };
    const signed = () => signPath(legacy, '/api/v1/rate-limit', { scheme: 'md5' });
    expect(await lineOf(await checkedFetch(at(0) + signed()))).toBe(INVALID);
    await system.keys.importLegacy(id, 'old', legacy.key, legacy.secret);
    await until('the key is known', async () => (await checkedFetch(at(0) + signed())).status === 200);
  });

  test('rejects an expired key', async () => {
    const { id } = await freshCompany();
    const key = await system.keys.create(id, 'short', '30');
    expect(key.expiresAt?.getTime()).toBeGreaterThan(Date.now() + 29 * 86_400_000);
    expect(await line(key)).toBe('200');
    await system.connection
      .collection('keys')
      .updateOne({ key: key.key }, { $set: { expiresAt: new Date(Date.now() - 1) } });
    for (const { gateway } of gateways) gateway.keyCache.forgetAll();
    expect(await line(key)).toBe(INVALID);
  });

  test('accepts a key when Redis has a later version than MongoDB', async () => {
    const { id, key } = await freshCompany();
    await system.redis.set(`{c:${id}}:version`, 1_000);
    expect(await line(key)).toBe('200');
    expect(await line(key, 1)).toBe('200');
  });
});

describe('unknown, revoked and expired keys', () => {
  test('return identical responses', async () => {
    const { id } = await freshCompany();
    const [revoked, expired] = await Promise.all([1, 2].map(() => system.keys.create(id, 'k', '30')));
    await system.keys.revoke(revoked?.key ?? '');
    await system.connection.collection('keys').updateOne({ key: expired?.key }, { $set: { expiresAt: new Date(0) } });
    const unknown = { key: 'vt_live_0123456789abcdef0123456789abcdef', secret: 'x' };
    const responses = [];
    for (const key of [unknown, revoked, expired]) {
      for (const change of [(path: string) => path, (path: string) => path.replace(/hash=../, 'hash=00')]) {
        const response = await checkedFetch(at(0) + change(signPath(key ?? unknown, '/api/v1/cv/7')));
        const headers = [...response.headers].filter(([name]) => !['date', 'x-request-id'].includes(name));
        responses.push(JSON.stringify([response.status, headers, await response.text()]));
      }
    }
    expect(new Set(responses).size).toBe(1);
  });

  test('cause the same queries', async () => {
    const { id } = await freshCompany();
    const [revoked, expired] = await Promise.all([1, 2].map(() => system.keys.create(id, 'k', '30')));
    await system.keys.revoke(revoked?.key ?? '');
    await system.connection.collection('keys').updateOne({ key: expired?.key }, { $set: { expiresAt: new Date(0) } });
    const keyLookups = async (key: { key: string; secret: string }) => {
      const send = () => checkedFetch(at(0) + signPath(key, '/api/v1/cv/7'));
      const queries = await profileQueries(system.connection, send);
      return queries.filter(({ plan }) => plan === 'IXSCAN { key: 1 }').length;
    };
    const unknown = { key: 'vt_live_fedcba98765432100123456789abcdef', secret: 'x' };
    const lookups = [];
    for (const key of [unknown, revoked, expired]) lookups.push(await keyLookups(key ?? unknown));
    expect(lookups).toEqual([2, 2, 2]);
  });
});
