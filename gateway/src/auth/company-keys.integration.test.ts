import { randomUUID } from 'node:crypto';
import { checkedFetch } from '@vitae/test/support/gateway/checked-fetch';
import type { GatewayFixture } from '@vitae/test/support/gateway/gateway-fixture';
import { sampleCv } from '@vitae/test/support/gateway/sample-cv';
import { type SystemFixture, signPath, startSystemFixture } from '@vitae/test/support/gateway/system-fixture';
import { profileQueries } from '@vitae/test/support/kit/query-profile';
import { until } from '@vitae/test/support/until';

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

async function newCompany() {
  const { id } = await system.companies.create('New', 'Europe/Paris');
  return { id, key: await system.keys.create(id, 'k', 'unlimited') };
}

describe('keys', () => {
  const line = async (key: { key: string; secret: string }, index = 0) => {
    const response = await checkedFetch(at(index) + signPath(key, '/api/v1/rate-limit'));
    return response.status === 200 ? '200' : lineOf(response);
  };
  const INVALID = '403 This api key is not valid!';

  test('rejects a revoked key from the next request on every gateway', async () => {
    const { key } = await newCompany();
    for (const index of [0, 1, 2, 3]) expect(await line(key, index)).toBe('200');
    await system.keys.revoke(key.key);
    for (const index of [0, 1, 2, 3]) expect(await line(key, index)).toBe(INVALID);
  });

  test('rejects a revoked key even if the announcement is lost', async () => {
    const { id, key } = await newCompany();
    expect(await line(key)).toBe('200');
    await system.connection.collection('keys').updateOne({ key: key.key }, { $set: { revokedAt: new Date() } });
    await system.connection.collection('companies').updateOne({ _id: id as never }, { $inc: { version: 1 } });
    await system.redis.incr(`{c:${id}}:version`);
    expect(await line(key)).toBe(INVALID);
  });

  test('reloads keys within a second while announcements are not received', async () => {
    const { key } = await newCompany();
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
    const { id } = await newCompany();
    const legacy = { key: `old-${randomUUID()}`, secret: 'IuJyt42BnUiOlPM8FvB67tG' };
    const signed = () => signPath(legacy, '/api/v1/rate-limit', { scheme: 'md5' });
    expect(await lineOf(await checkedFetch(at(0) + signed()))).toBe(INVALID);
    await system.keys.importLegacy(id, 'old', legacy.key, legacy.secret);
    await until('the key is known', async () => (await checkedFetch(at(0) + signed())).status === 200);
  });

  test('rejects an expired key', async () => {
    const { id } = await newCompany();
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
    const { id, key } = await newCompany();
    await system.redis.set(`{c:${id}}:version`, 1_000);
    expect(await line(key)).toBe('200');
    expect(await line(key, 1)).toBe('200');
  });
});

describe('unknown, revoked and expired keys', () => {
  test('return identical responses', async () => {
    const { id } = await newCompany();
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
    const { id } = await newCompany();
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
