import { randomBytes } from 'node:crypto';
import { SignJWT, UnsecuredJWT } from 'jose';
import type { KeyRing } from './key-ring.ts';
import { createCallAuthorizer, createServiceIdentity } from './service-identity.ts';

const MINUTE = 60_000;
const start = Date.UTC(2026, 10, 21);
const oldKey = { id: '2025', key: randomBytes(32) };
const newKey = { id: '2026', key: randomBytes(32) };
const audience = 'cv.resume.v1.ResumeService';

let now = start;
const clock = { now: () => now };
beforeEach(() => {
  now = start;
});

const authorizer = (keys: KeyRing) =>
  createCallAuthorizer({ audience, keys, clock, callers: { gateway: 'everything', export: ['GetExportSource'] } });
const identity = (name: string, keys: KeyRing, clockErrorMs = 0) =>
  createServiceIdentity({ name, keys, clock: { now: () => now + clockErrorMs } });

describe('service identity', () => {
  test('lets the gateway call every method, and the worker only the method it needs', async () => {
    const authorize = authorizer([newKey]);
    const gateway = await identity('gateway', [newKey]).token(audience);
    const worker = await identity('export', [newKey]).token(audience);
    const allowed = (token: string) => Promise.all(['DeleteUser', 'GetExportSource'].map((m) => authorize(token, m)));
    expect(await allowed(gateway)).toEqual([true, true]);
    expect(await allowed(worker)).toEqual([false, true]);
  });

  const unexpiring = new SignJWT({ iss: 'gateway', aud: audience }).setProtectedHeader({ alg: 'HS256', kid: '2026' });
  const claims = { iss: 'gateway', aud: audience, exp: start / 1_000 + 60 };
  const longer = new SignJWT(claims).setProtectedHeader({ alg: 'HS512', kid: '2026' });
  test.each([
    ['an empty token', () => ''],
    ['a malformed token', () => 'gateway'],
    [
      'a token signed with another secret',
      () => identity('gateway', [{ ...newKey, key: randomBytes(32) }]).token(audience),
    ],
    ['a token for another service', () => identity('gateway', [newKey]).token('cv.stats.v1.StatsService')],
    ['a token of a process that is not allowed', () => identity('stats', [newKey]).token(audience)],
    ['a token of a process named like an object property', () => identity('constructor', [newKey]).token(audience)],
    ['an unsigned token', () => new UnsecuredJWT(claims).encode()],
    ['a token signed with another algorithm', () => longer.sign(newKey.key)],
    ['a token without an expiration time', () => unexpiring.sign(newKey.key)],
  ])('rejects %s', async (_description, createToken) => {
    expect(await authorizer([newKey])(await createToken(), 'GetExportSource')).toBe(false);
  });

  test('accepts tokens of every key in the ring, so that keys can be rotated without downtime', async () => {
    const before = await identity('gateway', [oldKey]).token(audience);
    const after = await identity('gateway', [newKey, oldKey]).token(audience);
    const accepted = (keys: KeyRing) => Promise.all([before, after].map((one) => authorizer(keys)(one, 'ListUsers')));
    expect(await accepted([newKey, oldKey])).toEqual([true, true]);
    expect(await accepted([newKey])).toEqual([false, true]);
  });

  test.each([-2, 2])('tolerates a clock that is wrong by %i minutes', async (minutes) => {
    const authorize = authorizer([newKey]);
    const skewed = identity('gateway', [newKey], minutes * MINUTE);
    for (let passed = 0; passed < 60; passed += 1) {
      now = start + passed * MINUTE;
      expect(await authorize(await skewed.token(audience), 'ListUsers')).toBe(true);
    }
  });

  test('rejects an expired token, even if it was cached', async () => {
    const authorize = authorizer([newKey]);
    const token = await identity('gateway', [newKey]).token(audience);
    expect(await authorize(token, 'ListUsers')).toBe(true);
    now = start + 20 * MINUTE;
    expect(await authorize(token, 'ListUsers')).toBe(false);
    expect(await authorizer([newKey])(token, 'ListUsers')).toBe(false);
  });
});
