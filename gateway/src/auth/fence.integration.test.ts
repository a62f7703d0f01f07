import { createConsumptionStore } from '@vitae/accounts/consumption/consumption-mongo-store';
import { createMinuteBuffer } from '@vitae/accounts/consumption/minute-buffer';
import { createConsumptionReports } from '@vitae/accounts/consumption/report';
import { DEFAULT_RETENTION } from '@vitae/accounts/consumption/retention';
import type { Fence } from '@vitae/accounts/keys/fence';
import { createFenceObservationStore } from '@vitae/accounts/keys/fence-observation-mongo-store';
import { type FenceObservationStore, MAX_ADDRESSES } from '@vitae/accounts/keys/fence-observations';
import { createObservedUse } from '@vitae/accounts/keys/fence-preview';
import { systemClock } from '@vitae/kit/clock';
import { checkedFetch } from '@vitae/test/support/gateway/checked-fetch';
import { type CuttableConnection, startCuttableConnection } from '@vitae/test/support/gateway/cuttable-connection';
import type { GatewayFixture } from '@vitae/test/support/gateway/gateway-fixture';
import { sampleCv } from '@vitae/test/support/gateway/sample-cv';
import { type SystemFixture, signPath, startSystemFixture } from '@vitae/test/support/gateway/system-fixture';
import { until } from '@vitae/test/support/until';

let system: SystemFixture;
let gateway: GatewayFixture;
let other: GatewayFixture;
let key: { id: number; key: string; secret: string };
let observations: FenceObservationStore;
let count = 0;

beforeAll(async () => {
  system = await startSystemFixture(process.env);
  await system.companies.setLimits(system.company.id, { standard: 10_000, intensive: 10_000 });
  observations = createFenceObservationStore(system.connection, systemClock);
  gateway = await system.start({ environment: { TRUST_PROXY: 'loopback' } });
  other = await system.start({ environment: { TRUST_PROXY: 'loopback' } });
  system.resume.cvs.set(7, { companyId: system.company.id, revision: 3, json: sampleCv(7) });
});
afterAll(() => system.close());

beforeEach(async () => {
  count += 1;
  const own = { key: `old-${count}-${system.company.id}`, secret: 'secret of 2012' };
  const { id } = await system.keys.importLegacy(system.company.id, 'Old', own.key, own.secret);
  key = { id, ...own };
});

const CV = '/api/v1/cv/7';
const OPEN: Fence = { endpoints: ['cv.read', 'cv.list', 'tags.delete', 'tags.update'], networks: [], singleUse: false };
const fence = (changes: Partial<Fence> = {}) => system.keys.setFence(key.key, { ...OPEN, ...changes });

type Sent = { method?: string; at?: GatewayFixture; from?: string; body?: string };
/** Returns the text of a 403 response, or `accepted`. The fake service does not implement writes. */
async function send(target: string, { method = 'GET', at = gateway, from = '192.0.2.7', body }: Sent = {}) {
  const headers = { 'X-Forwarded-For': from, ...(body !== undefined && { 'Content-Type': 'application/json' }) };
  const response = await checkedFetch(at.url + target, { method, headers, ...(body !== undefined && { body }) });
  if (response.status !== 403) return 'accepted';
  expect(response.headers.get('content-type')).toBe('text/plain; charset=utf-8');
  return response.text();
}
const sign = (path: string, now = Date.now()) => signPath(key, path, { scheme: 'md5', now });
const hashIn = (target: string) => new URLSearchParams(target.slice(target.indexOf('?'))).get('hash') ?? '';
const withPath = (path: string, target: string) => path + target.slice(target.indexOf('?'));

const NO_ENDPOINT = 'This api key is not allowed at this endpoint';
const NO_NETWORK = 'This api key is not allowed from this network';
const USED = 'Signature already used';

describe('a historical key', () => {
  test('without a fence accepts a captured URL with other methods and paths', async () => {
    const captured = sign(CV);
    expect(await send(captured)).toBe('accepted');
    for (const method of ['DELETE', 'DELETE'])
      expect(await send(withPath('/api/v1/tags/1', captured), { method })).toBe('accepted');
  });

  test('with a fence is limited to its endpoints on every gateway as soon as the fence is saved', async () => {
    const captured = sign(CV);
    for (const at of [gateway, other])
      expect(await send(withPath('/api/v1/users/5', captured), { at })).toBe('accepted');
    await fence({ endpoints: ['cv.read'] });
    for (const at of [gateway, other]) {
      expect(await send(captured, { at })).toBe('accepted');
      expect(await send(withPath('/api/v1/svc/cv/7', captured), { at })).toBe('accepted');
      for (const path of ['/api/v1/users/5', '/api/v1/nothing'])
        expect(await send(withPath(path, captured), { at })).toBe(NO_ENDPOINT);
      expect(await send(captured, { at, method: 'DELETE' })).toBe(NO_ENDPOINT);
    }
    await system.keys.setFence(key.key, null);
    for (const at of [gateway, other])
      expect(await send(withPath('/api/v1/users/5', captured), { at })).toBe('accepted');
  });

  test('with a fence is limited to its networks', async () => {
    await fence({ networks: ['192.0.2.0/24', '2001:db8::/32'] });
    for (const from of ['192.0.2.200', '2001:db8::7']) expect(await send(sign(CV), { from })).toBe('accepted');
    for (const from of ['198.51.100.7', '2001:db9::7']) expect(await send(sign(CV), { from })).toBe(NO_NETWORK);
  });

  test('reveals nothing about its fence to requests with a wrong signature', async () => {
    await fence({ endpoints: ['tags.delete'], networks: ['203.0.113.0/24'] });
    expect(await send(sign(CV).replace(hashIn(sign(CV)), '0'.repeat(32)))).toBe('Invalid signature');
  });
});

describe('single use', () => {
  test('accepts one of many concurrent writes with the same signature', async () => {
    await fence({ singleUse: true });
    const target = sign('/api/v1/tags/1');
    const outcomes = await Promise.all(
      Array.from({ length: 20 }, (_none, index) => send(target, { method: 'DELETE', at: index % 2 ? gateway : other })),
    );
    expect(outcomes.filter((outcome) => outcome === 'accepted')).toHaveLength(1);
    expect(new Set(outcomes)).toEqual(new Set(['accepted', USED]));
  });

  test('rejects a used signature in upper case, at another path and with values moved between parameters', async () => {
    await fence({ singleUse: true });
    const target = sign('/api/v1/tags/1?first=1&second=23');
    expect(await send(target, { method: 'DELETE' })).toBe('accepted');
    const hash = hashIn(target);
    for (const variant of [
      target.replace(hash, hash.toUpperCase()),
      target.replace('tags/1?', 'tags/2?'),
      target.replace('first=1&second=23', 'first=12&second=3'),
    ])
      expect(await send(variant, { method: 'DELETE' })).toBe(USED);
  });

  test('requires a current timestamp for writes only', async () => {
    await fence({ singleUse: true });
    const late = sign('/api/v1/tags/1', Date.now() - 3_600_000);
    expect(await send(late, { method: 'DELETE' })).toBe('Timestamp out of range');
    for (const _repeated of [1, 2]) expect(await send(withPath(CV, late))).toBe('accepted');
  });

  test('does not apply to lists that are read with POST', async () => {
    await fence({ singleUse: true });
    const target = sign('/api/v1/cv/list');
    for (const _repeated of [1, 2]) expect(await send(target, { method: 'POST', body: '{}' })).toBe('accepted');
  });

  test('rejects signatures that were used shortly before it was enabled', async () => {
    const target = sign('/api/v1/tags/1');
    expect(await send(target, { method: 'DELETE' })).toBe('accepted');
    await gateway.gateway.background.fenceObserver.flush();
    await fence({ singleUse: true });
    expect(await send(target, { method: 'DELETE' })).toBe(USED);
  });

  test('returns 503 while Redis is unavailable', async () => {
    const wire: CuttableConnection = await startCuttableConnection({
      host: new URL(system.redisUrl).hostname,
      port: Number(new URL(system.redisUrl).port || 6379),
    });
    const cuttable = await system.start({ redisUrl: `redis://${wire.host}${new URL(system.redisUrl).pathname}` });
    await fence({ singleUse: true });
    expect(await send(sign(CV), { at: cuttable })).toBe('accepted');
    wire.cut();
    const target = sign('/api/v1/tags/1');
    const response = await checkedFetch(cuttable.url + target, { method: 'DELETE' });
    expect([response.status, Number(response.headers.get('retry-after')) > 0]).toEqual([503, true]);
    wire.restore();
    await until('Redis to be reachable', async () => (await checkedFetch(`${cuttable.url}/readyz`)).ok);
    await cuttable.close();
    wire.close();
  });
});

test('rejections appear in the consumption log and in the preview', async () => {
  const store = createConsumptionStore(system.connection, DEFAULT_RETENTION);
  const reports = createConsumptionReports(createMinuteBuffer(system.redis), store);
  const observedUse = createObservedUse(reports, observations, systemClock);
  const observed = async () => {
    await gateway.gateway.background.fenceObserver.flush();
    return observedUse(system.company, key.id);
  };
  const target = sign('/api/v1/tags/1');
  for (const _repeated of [1, 2, 3]) await send(target, { method: 'DELETE' });
  await send(sign('/api/v1/tags/1', 1_000), { method: 'DELETE', from: '2001:db8::7' });
  expect(await observed()).toEqual({
    accepted: new Map([['tags.delete', 4]]),
    rejected: new Map(),
    addresses: new Map([
      ['192.0.2.7', 3],
      ['2001:db8::7', 1],
    ]),
    others: 0,
    repeated: 2,
    late: 1,
  });
  await fence({ endpoints: ['cv.read'], networks: ['192.0.2.0/24'] });
  await send(target, { method: 'DELETE' });
  await send(sign(CV), { from: '198.51.100.7' });
  const after = await observed();
  expect(after.rejected).toEqual(new Map([['tags.delete', 1]]));
  expect(after.addresses.get('198.51.100.7')).toBe(1);
  const { rejectedRequests } = gateway.gateway.background;
  const causes = await until('the rejected requests to be listed', async () => {
    await rejectedRequests.flush();
    const own = (await rejectedRequests.list(system.company.id)).filter(({ source }) => source === `k${key.id}`);
    return own.length === 2 && own.map(({ cause }) => cause);
  });
  expect(causes).toEqual(['network_not_allowed', 'endpoint_not_allowed']);
});

test('the addresses stored for each day are limited', async () => {
  for (let batch = 0; batch < 3; batch++) {
    const addresses = new Map(Array.from({ length: 100 }, (_none, index) => [`192.0.${batch}.${index}`, 1] as const));
    await observations.add(key.id, { addresses, others: 0, repeated: 0, late: 0 });
  }
  const { addresses, others } = await observations.read(key.id);
  expect([addresses.size, others]).toEqual([MAX_ADDRESSES, 100]);
});

test('only historical keys have a fence', async () => {
  await expect(system.keys.setFence(system.key.key, OPEN)).rejects.toThrow(/historical keys/);
});
