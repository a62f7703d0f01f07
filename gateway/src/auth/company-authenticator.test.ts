import { createSecretKey } from 'node:crypto';
import type { ApiKey } from '@vitae/accounts/keys/api-key';
import { prepareFence } from '@vitae/accounts/keys/fence';
import { MAX_KEY_LENGTH } from '@vitae/accounts/signatures/credentials';
import { signedUrl } from '@vitae/accounts/signatures/sign-url';
import { signedRequest } from '@vitae/accounts/signatures/signed-request';
import type { CompanyQuota } from '../quota/company-quota.ts';
import { createCompanyAuthenticator } from './company-authenticator.ts';
import type { KeyFacts } from './key-cache.ts';
import { UNKNOWN_KEY } from './load-key.ts';

const NOW = 1_774_267_200;
const SECRET = 'c4e1a9f7b2d85630fa47e91c8b0d2356e7f1a4c980b3d62e5f8a17c4b9d0e236';
const NONCE = '7b1f4c9a2e8d6035';
const KEY = 'vt_live_00';
const USAGE = { standard: 3, intensive: 0, now: NOW };
const key: ApiKey = {
  id: 4,
  companyId: 7,
  scheme: 'hmac',
  secret: createSecretKey(Buffer.from(SECRET)),
  timestampPolicy: 'off',
  expiresAt: undefined,
  limits: { standard: 250, intensive: 10 },
  timeZone: 'Europe/Paris',
  version: 5,
};
const legacy: ApiKey = { ...key, scheme: 'md5' };
const factsOf = (one: ApiKey | undefined): KeyFacts => ({ key: one, keyId: 4, companyId: 7, version: 5 });
const ORIGIN = { endpoint: 'cv.read', quota: 'standard', isWrite: false, address: () => '192.0.2.7' } as const;
const WRITE = { ...ORIGIN, endpoint: 'tags.delete', isWrite: true } as const;

/** An authenticator whose quota replies with the given outcomes, in order. */
function setUp(
  facts: KeyFacts,
  outcomes: ('accepted' | 'limited' | 'nonce_used' | 'nonce_reused' | 'stale')[] = ['accepted'],
) {
  const replies = [...outcomes];
  const lookups: unknown[][] = [];
  const admitted: Parameters<CompanyQuota['admit']>[] = [];
  const rejected: Parameters<CompanyQuota['reject']>[] = [];
  const reply = () => replies.shift() ?? 'accepted';
  const { authenticate } = createCompanyAuthenticator({
    keys: {
      lookup: async (...asked: unknown[]) => {
        lookups.push(asked);
        return facts;
      },
    } as never,
    quota: {
      admit: async (...asked) => {
        admitted.push(asked);
        const outcome = reply();
        return outcome === 'stale' ? { outcome } : { outcome, usage: USAGE };
      },
      reject: async (...asked) => {
        rejected.push(asked);
        return reply() !== 'stale';
      },
    },
    clock: { now: () => NOW * 1_000 },
  });
  return { authenticate, lookups, admitted, rejected };
}

function request(
  scheme: 'hmac' | 'md5' = 'hmac',
  { apikey = scheme === 'hmac' ? KEY : 'IuQSDL', seconds = NOW, secret = SECRET } = {},
) {
  const now = seconds * 1_000;
  const { url } = signedUrl({ scheme, method: 'GET', url: 'http://h/p', key: apikey, secret, now, nonce: NONCE });
  const [path = '', query = ''] = url.slice('http://h'.length).split('?');
  return signedRequest('GET', { path, query } as never);
}

describe('a request of a company', () => {
  test('is admitted with its nonce, quota and limits', async () => {
    const { authenticate, lookups, admitted } = setUp(factsOf(key));
    expect(await authenticate(request(), ORIGIN)).toEqual({
      rejection: undefined,
      key,
      usage: USAGE,
      limited: false,
      late: false,
      write: undefined,
    });
    const counted = { companyId: 7, keyId: 4, endpoint: 'cv.read', version: 5 };
    expect(lookups).toEqual([[KEY, false]]);
    const nonce = { nonce: NONCE, timestamp: NOW, signature: expect.stringMatching(/^[0-9a-f]{64}$/) };
    expect(admitted).toEqual([
      [expect.objectContaining(counted), { ...nonce, allowsReuse: false }, 'standard', key.limits],
    ]);
  });

  test('is limited or rejected as the quota decides', async () => {
    const free = setUp(factsOf(key));
    await free.authenticate(request(), { ...ORIGIN, quota: 'free' });
    expect(free.admitted[0]?.[2]).toBe('free');
    const limited = await setUp(factsOf(key), ['limited']).authenticate(request(), ORIGIN);
    expect(limited).toMatchObject({ rejection: undefined, limited: true, usage: USAGE });
    const replayed = await setUp(factsOf(key), ['nonce_used']).authenticate(request(), ORIGIN);
    expect(replayed).toEqual({
      rejection: { cause: 'nonce_used', message: 'Nonce already used' },
      rejected: { companyId: 7, keyId: 4, cause: 'nonce_used' },
    });
  });

  test('may reuse its nonce with the compatibility profile, which is suggested otherwise', async () => {
    const profile = setUp(factsOf({ ...key, compatibility: '2012' }));
    await profile.authenticate(request(), ORIGIN);
    expect(profile.admitted[0]?.[1]).toMatchObject({ nonce: NONCE, allowsReuse: true });
    const reused = await setUp(factsOf(key), ['nonce_reused']).authenticate(request(), ORIGIN);
    expect(reused).toEqual({
      rejection: { cause: 'nonce_used', message: 'Nonce already used', suggestion: '2012' },
      rejected: { companyId: 7, keyId: 4, cause: 'nonce_used' },
    });
  });

  test.each([
    ['an unknown key', UNKNOWN_KEY, { companyId: 0, keyId: 0, cause: 'unknown_key' }],
    ['a revoked key', { ...factsOf(undefined), lapsed: 'revoked' as const }, { cause: 'revoked_key' }],
    ['an expired key', { ...factsOf(undefined), lapsed: 'expired' as const }, { cause: 'expired_key' }],
  ])('with %s is rejected without the reason, which its company learns', async (_what, facts, rejected) => {
    const { authenticate, admitted, rejected: counted } = setUp(facts);
    expect(await authenticate(request(), ORIGIN)).toMatchObject({
      rejection: { cause: 'invalid_key', message: 'This api key is not valid!' },
      rejected,
    });
    expect(counted.map(([, cause]) => cause)).toEqual([rejected.cause]);
    expect(admitted).toEqual([]);
  });

  test('with a wrong signature is not admitted', async () => {
    const { authenticate, admitted } = setUp(factsOf(key));
    const result = await authenticate(request('hmac', { secret: 'another' }), ORIGIN);
    expect(result).toMatchObject({ rejected: { companyId: 7, keyId: 4, cause: 'invalid_signature' } });
    expect(admitted).toEqual([]);
  });

  test('loads only keys of at most 255 characters', async () => {
    for (const [length, count] of [
      [255, 1],
      [256, 0],
    ] as const) {
      const { authenticate, lookups } = setUp(UNKNOWN_KEY);
      await authenticate(request('hmac', { apikey: KEY.padEnd(length, 'k') }), ORIGIN);
      expect(lookups).toHaveLength(count);
    }
    expect(MAX_KEY_LENGTH).toBe(255);
  });

  test.each([
    ['accepted', request(), 'admitted'],
    ['rejected', request('hmac', { secret: 'another' }), 'rejected'],
  ] as const)('is %s with the reloaded key if the cached one is outdated', async (_decision, sent, kind) => {
    const cached = setUp(factsOf(key), ['stale', 'accepted']);
    await cached.authenticate(sent, ORIGIN);
    expect(cached.lookups.map(([, reload]) => reload)).toEqual([false, true]);
    const restored = setUp(factsOf(key), ['stale', 'stale', 'accepted']);
    await restored.authenticate(sent, ORIGIN);
    expect(restored.lookups.map(([, reload]) => reload)).toEqual([false, true, true]);
    // The last attempt replaces the version in Redis.
    expect(restored[kind].map(([counted]) => Object.values(counted).includes(true))).toEqual([false, false, true]);
    await expect(setUp(factsOf(key), ['stale', 'stale', 'stale']).authenticate(sent, ORIGIN)).rejects.toThrow();
  });
});

describe('a request with a historical key', () => {
  const late = { seconds: NOW - 301 };

  test('is reported as late only under the policy "report"', async () => {
    for (const [timestampPolicy, expected] of [
      ['off', false],
      ['report', true],
    ] as const) {
      const { authenticate } = setUp(factsOf({ ...legacy, timestampPolicy }));
      expect(await authenticate(request('md5', late), ORIGIN)).toMatchObject({ late: expected });
      expect(await authenticate(request('md5'), ORIGIN)).toMatchObject({ late: false });
    }
    const { authenticate } = setUp(factsOf({ ...legacy, timestampPolicy: 'enforce' }));
    expect(await authenticate(request('md5', late), ORIGIN)).toMatchObject({
      rejected: { cause: 'timestamp_out_of_range' },
    });
  });

  test('is observed if it is a write that may be repeated', async () => {
    const { authenticate, admitted } = setUp(factsOf(legacy));
    const write = { hash: expect.stringMatching(/^[0-9a-f]{32}$/) };
    expect(await authenticate(request('md5'), WRITE)).toMatchObject({ write: { ...write, isLate: false } });
    expect(await authenticate(request('md5', late), WRITE)).toMatchObject({ write: { ...write, isLate: true } });
    expect(await authenticate(request('md5'), ORIGIN)).toMatchObject({ write: undefined });
    expect(admitted.map(([, nonce]) => nonce)).toEqual([undefined, undefined, undefined]);
  });

  test('uses its hash as a nonce if a fence allows writes once', async () => {
    const fence = prepareFence({ endpoints: ['cv.read', 'tags.delete'], networks: [], singleUse: true });
    const { authenticate, admitted } = setUp(factsOf({ ...legacy, fence }), ['accepted', 'accepted', 'nonce_used']);
    expect(await authenticate(request('md5'), WRITE)).toMatchObject({ write: undefined });
    const hash = expect.stringMatching(/^[0-9a-f]{32}$/);
    expect(admitted[0]?.[1]).toEqual({ nonce: hash, signature: hash, timestamp: NOW, allowsReuse: false });
    await authenticate(request('md5', late), ORIGIN);
    expect(admitted[1]?.[1]).toBeUndefined();
    expect(await authenticate(request('md5'), WRITE)).toMatchObject({
      rejection: { message: 'Signature already used' },
    });
    expect(await authenticate(request('md5', late), WRITE)).toMatchObject({
      rejected: { cause: 'timestamp_out_of_range' },
    });
  });

  test('has one nonce for the upper and lower case of its hash', async () => {
    const upperCase = request('md5');
    const hash = upperCase.parameters.plain.find(({ name }) => name === 'hash');
    if (hash) hash.value = hash.value.toUpperCase();
    const nonce = expect.stringMatching(/^[0-9a-f]{32}$/);
    const observed = await setUp(factsOf(legacy)).authenticate(upperCase, WRITE);
    expect(observed).toMatchObject({ write: { hash: nonce } });
    const fence = prepareFence({ endpoints: ['tags.delete'], networks: [], singleUse: true });
    const fenced = setUp(factsOf({ ...legacy, fence }));
    await fenced.authenticate(upperCase, WRITE);
    expect(fenced.admitted[0]?.[1]).toMatchObject({ nonce });
  });

  test('is checked against its fence after its signature', async () => {
    const fence = prepareFence({ endpoints: ['cv.read'], networks: ['198.51.100.0/24'], singleUse: false });
    const { authenticate } = setUp(factsOf({ ...legacy, fence }));
    const causeOf = async (sent: ReturnType<typeof request>, origin: Parameters<typeof authenticate>[1]) => {
      const result = await authenticate(sent, origin);
      return result.rejection?.cause;
    };
    const inside = { ...ORIGIN, address: () => '198.51.100.7' };
    expect(await causeOf(request('md5', { secret: 'another' }), ORIGIN)).toBe('invalid_signature');
    expect(await causeOf(request('md5'), ORIGIN)).toBe('network_not_allowed');
    expect(await causeOf(request('md5'), { ...inside, endpoint: 'tags.list' })).toBe('endpoint_not_allowed');
    expect(await causeOf(request('md5'), inside)).toBeUndefined();
  });
});
