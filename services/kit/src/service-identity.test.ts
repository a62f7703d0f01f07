import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { SignJWT } from 'jose';
import { createCallAuthorizer, createServiceIdentity } from './service-identity.ts';
import { publicKeyOf, readPrivateKey, readPublicKeys, type SigningKey } from './signing-keys.ts';

const MINUTE = 60_000;
const start = Date.UTC(2026, 10, 21);
const audience = 'cv.resume.v1.ResumeService';

let now = start;
const clock = { now: () => now };
beforeEach(() => {
  now = start;
});

const newKey = () =>
  readPrivateKey(generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'pem' }).toString());
const [gatewayKey, nextGatewayKey, exportKey] = [newKey(), newKey(), newKey()];
const publicKeys = (keys: [name: string, key: SigningKey][]) =>
  readPublicKeys(keys.map(([name, key]) => `${name}:${publicKeyOf(key)}`).join(','));
const registered = publicKeys([
  ['gateway', gatewayKey],
  ['export', exportKey],
]);

const authorizer = (keys = registered) =>
  createCallAuthorizer({
    audience,
    keys,
    clock,
    callers: { ListUsers: ['gateway'], GetExportSource: ['gateway', 'export'], SetOffer: [] },
  });
const identity = (name: string, key: SigningKey, clockErrorMs = 0) =>
  createServiceIdentity({ name, key, clock: { now: () => now + clockErrorMs } });

describe('service identity', () => {
  test('lets each process call only the methods that are listed for it', async () => {
    const authorize = authorizer();
    const callable = async (token: string) => {
      const methods = ['ListUsers', 'GetExportSource', 'SetOffer', 'DeleteUser', 'constructor'];
      const callers = await Promise.all(methods.map((method) => authorize(token, method)));
      return methods.flatMap((method, index) => (callers[index] ? [[method, callers[index]]] : []));
    };
    expect(await callable(await identity('gateway', gatewayKey).token(audience))).toEqual([
      ['ListUsers', 'gateway'],
      ['GetExportSource', 'gateway'],
    ]);
    expect(await callable(await identity('export', exportKey).token(audience))).toEqual([
      ['GetExportSource', 'export'],
    ]);
  });

  const shared = randomBytes(32);
  const claims = { iss: 'gateway', aud: audience, exp: start / 1_000 + 60 };
  test.each([
    ['an empty token', () => ''],
    ['a token that the worker signed in the name of the gateway', () => identity('gateway', exportKey).token(audience)],
    ['a token signed with an unknown key', () => identity('gateway', newKey()).token(audience)],
    ['a token for another service', () => identity('gateway', gatewayKey).token('cv.stats.v1.StatsService')],
    ['a token of an unknown process', () => identity('stats', gatewayKey).token(audience)],
    [
      'a token signed with a shared key, as in earlier versions',
      () => new SignJWT(claims).setProtectedHeader({ alg: 'HS256', kid: '2026' }).sign(shared),
    ],
  ])('rejects %s', async (_description, createToken) => {
    expect(await authorizer()(await createToken(), 'GetExportSource')).toBeUndefined();
  });

  test('accepts every registered key of a process, so that keys can be rotated without downtime', async () => {
    const before = await identity('gateway', gatewayKey).token(audience);
    const after = await identity('gateway', nextGatewayKey).token(audience);
    const both = authorizer(
      publicKeys([
        ['gateway', gatewayKey],
        ['gateway', nextGatewayKey],
      ]),
    );
    const next = authorizer(publicKeys([['gateway', nextGatewayKey]]));
    expect([await both(before, 'ListUsers'), await both(after, 'ListUsers')]).toEqual(['gateway', 'gateway']);
    expect([await next(before, 'ListUsers'), await next(after, 'ListUsers')]).toEqual([undefined, 'gateway']);
  });

  test('signs one token per service and half a minute, not one per call', async () => {
    const gateway = identity('gateway', gatewayKey);
    const first = await gateway.token(audience);
    now += MINUTE / 4;
    expect(await gateway.token(audience)).toBe(first);
    expect(await gateway.token('cv.stats.v1.StatsService')).not.toBe(first);
    now += MINUTE / 2;
    expect(await gateway.token(audience)).not.toBe(first);
  });

  test.each([-2, 2])('tolerates a clock that is wrong by %i minutes', async (minutes) => {
    const authorize = authorizer();
    const skewed = identity('gateway', gatewayKey, minutes * MINUTE);
    for (let passed = 0; passed < 300; passed += 1) {
      now = start + passed * 1_000;
      expect(await authorize(await skewed.token(audience), 'ListUsers')).toBe('gateway');
    }
  });

  test('rejects a token some minutes after it was signed, even if it was cached', async () => {
    const authorize = authorizer();
    const token = await identity('gateway', gatewayKey).token(audience);
    expect(await authorize(token, 'ListUsers')).toBe('gateway');
    now = start + 3 * MINUTE;
    expect(await authorize(token, 'ListUsers')).toBeUndefined();
    expect(await authorizer()(token, 'ListUsers')).toBeUndefined();
  });
});
