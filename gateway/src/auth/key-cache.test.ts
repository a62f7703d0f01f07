import { createSecretKey } from 'node:crypto';
import type { ApiKey } from '@vitae/accounts/keys/api-key';
import { createKeyCache, type KeyFacts, MAX_AGE_MS, SHORT_MAX_AGE_MS } from './key-cache.ts';

function setUp() {
  let now = 1_000_000;
  let arrive = true;
  const stored = new Map<string, KeyFacts>();
  const reads: string[] = [];
  const hits: boolean[] = [];
  let loadMs = 0;
  const cache = createKeyCache({
    load: async (apikey) => {
      reads.push(apikey);
      now += loadMs;
      return stored.get(apikey) ?? { key: undefined, keyId: 0, companyId: 0, version: 0 };
    },
    announcementsArrive: () => arrive,
    onLookup: (hit) => hits.push(hit),
    clock: { now: () => now },
  });
  return {
    cache,
    hits,
    loadIn: (ms: number) => {
      loadMs = ms;
    },
    stored,
    reads,
    pass: (ms: number) => {
      now += ms;
    },
    silence: () => {
      arrive = false;
    },
  };
}

function facts(companyId: number, expiresAt?: number): KeyFacts {
  const key: ApiKey = {
    id: 1,
    companyId,
    scheme: 'hmac',
    secret: createSecretKey(Buffer.from('x')),
    timestampPolicy: 'off',
    expiresAt,
    limits: { standard: 1, intensive: 1 },
    timeZone: 'UTC',
    version: 1,
  };
  return { key, keyId: 1, companyId, version: 1 };
}

describe('key cache', () => {
  test.each([
    ['50,000 usable', 50_000, facts(1)],
    ['10,000 unusable', 10_000, { ...facts(1), key: undefined }],
  ])('stores %s keys', async (_what, max, found) => {
    const { cache, reads, stored } = setUp();
    for (let key = 0; key <= max; key++) {
      stored.set(`${key}`, found);
      await cache.lookup(`${key}`);
    }
    for (const key of ['1', '0']) await cache.lookup(key);
    expect(reads.slice(max + 1)).toEqual(['0']);
  });

  test('reloads a usable key after a minute', async () => {
    const { cache, stored, reads, pass } = setUp();
    stored.set('a', facts(1));
    for (let call = 0; call < 3; call++) await cache.lookup('a');
    pass(MAX_AGE_MS - 1);
    await cache.lookup('a');
    expect(reads).toEqual(['a']);
    pass(1);
    await cache.lookup('a');
    expect(reads).toEqual(['a', 'a']);
  });

  test('counts the age of a key from the start of its load, and reports hits', async () => {
    const { cache, hits, stored, reads, pass, loadIn } = setUp();
    stored.set('a', facts(1));
    loadIn(400);
    await cache.lookup('a');
    pass(MAX_AGE_MS - 401);
    await cache.lookup('a');
    pass(1);
    await cache.lookup('a');
    expect([reads.length, hits]).toEqual([2, [false, true, false]]);
  });

  test('rejects a key that expires while it is loaded', async () => {
    const { cache, stored, loadIn } = setUp();
    stored.set('a', facts(1, 1_000_400));
    loadIn(400);
    expect(await cache.lookup('a')).toMatchObject({ key: undefined, lapsed: 'expired' });
  });

  test('reloads a key even if an earlier load has not finished', async () => {
    const { cache, stored, reads } = setUp();
    stored.set('a', facts(1));
    const earlier = cache.lookup('a');
    await cache.lookup('a', true);
    await earlier;
    expect(reads).toEqual(['a', 'a']);
  });

  test('keeps usable keys during a flood of unknown ones', async () => {
    const { cache, stored, reads } = setUp();
    const usable = Array.from({ length: 100 }, (_none, index) => `usable-${index}`);
    for (const apikey of usable) stored.set(apikey, facts(1));
    for (const apikey of usable) await cache.lookup(apikey);
    for (let unknown = 0; unknown < 10_100; unknown += 1) await cache.lookup(`unknown-${unknown}`);
    const before = reads.length;
    for (const apikey of usable) await cache.lookup(apikey);
    expect(reads).toHaveLength(before);
    // The cache has the latest 10,000 unknown keys.
    for (const unknown of [10_099, 100, 99]) await cache.lookup(`unknown-${unknown}`);
    expect(reads.slice(before)).toEqual(['unknown-99']);
  });

  test('loads a key once for concurrent lookups', async () => {
    const { cache, reads } = setUp();
    await Promise.all(Array.from({ length: 50 }, () => cache.lookup('a')));
    expect(reads).toEqual(['a']);
  });

  test('reloads keys after a second while announcements are not received', async () => {
    const { cache, stored, reads, pass, silence } = setUp();
    stored.set('a', facts(1));
    await cache.lookup('a');
    silence();
    pass(SHORT_MAX_AGE_MS - 1);
    await cache.lookup('a');
    expect(reads).toHaveLength(1);
    pass(1);
    await cache.lookup('a');
    expect(reads).toHaveLength(2);
  });

  test('reloads an unusable key after a second', async () => {
    const { cache, stored, pass } = setUp();
    expect((await cache.lookup('a')).key).toBeUndefined();
    stored.set('a', facts(1));
    expect((await cache.lookup('a')).key).toBeUndefined();
    pass(SHORT_MAX_AGE_MS);
    expect((await cache.lookup('a')).key).toBeDefined();
  });

  test('evicts the keys of a company and all unusable keys', async () => {
    const { cache, stored, reads } = setUp();
    stored.set('a', facts(1)).set('b', facts(2));
    for (const apikey of ['a', 'b', 'c']) await cache.lookup(apikey);
    cache.forgetCompany(1);
    for (const apikey of ['a', 'b', 'c']) await cache.lookup(apikey);
    expect(reads).toEqual(['a', 'b', 'c', 'a', 'c']);
  });

  test('does not cache a key whose load started before an eviction', async () => {
    const { cache, stored, reads } = setUp();
    stored.set('a', facts(1));
    const reading = cache.lookup('a');
    cache.forgetCompany(1);
    await reading;
    await cache.lookup('a');
    expect(reads).toHaveLength(2);
  });

  test('expires a cached key at its expiry time', async () => {
    const { cache, stored, reads, pass } = setUp();
    stored.set('a', facts(1, 1_000_500));
    expect((await cache.lookup('a')).key).toBeDefined();
    pass(500);
    const expired = await cache.lookup('a');
    expect(expired).toMatchObject({ key: undefined, keyId: 1, companyId: 1, lapsed: 'expired' });
    expect(reads).toHaveLength(1);
  });

  test('replaces a cached key that is reloaded, so that a revoked one stays rejected', async () => {
    const { cache, stored, reads } = setUp();
    stored.set('a', facts(1));
    expect((await cache.lookup('a')).key).toBeDefined();
    stored.delete('a');
    expect((await cache.lookup('a', true)).key).toBeUndefined();
    expect((await cache.lookup('a')).key).toBeUndefined();
    expect([reads.length, cache.isKnown('a')]).toEqual([2, false]);
  });

  test('knows the usable keys in use', async () => {
    const { cache, stored } = setUp();
    stored.set('a', facts(1));
    for (const apikey of ['a', 'b']) await cache.lookup(apikey);
    expect(['a', 'b', 'c'].map(cache.isKnown)).toEqual([true, false, false]);
  });

  test('evicts everything if announcements may have been missed, also keys that are being loaded', async () => {
    const { cache, stored, reads } = setUp();
    stored.set('a', facts(1));
    for (const apikey of ['a', 'b']) await cache.lookup(apikey);
    const loading = cache.lookup('c');
    cache.forgetAll();
    await loading;
    for (const apikey of ['a', 'b', 'c']) await cache.lookup(apikey);
    expect(reads).toEqual(['a', 'b', 'c', 'a', 'b', 'c']);
  });

  test('reloads a key if the clock was set back', async () => {
    const { cache, stored, reads, pass } = setUp();
    stored.set('a', facts(1));
    await cache.lookup('a');
    pass(-1);
    await cache.lookup('a');
    expect(reads).toHaveLength(2);
  });

  test('caches for a minute, or a second if announcements are missing', () => {
    expect([MAX_AGE_MS, SHORT_MAX_AGE_MS]).toEqual([60_000, 1_000]);
  });

  test('does not cache a failed load', async () => {
    let fails = true;
    const cache = createKeyCache({
      load: async () => {
        if (fails) throw new Error('away');
        return facts(1);
      },
      announcementsArrive: () => true,
      clock: { now: () => 0 },
    });
    await expect(cache.lookup('a')).rejects.toThrow('away');
    fails = false;
    expect((await cache.lookup('a')).key).toBeDefined();
  });
});
