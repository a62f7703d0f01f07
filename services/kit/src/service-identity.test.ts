import { randomBytes } from 'node:crypto';
import jwt from 'jsonwebtoken';
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

const guard = (keys: KeyRing) =>
  createCallAuthorizer({ audience, keys, clock, callers: { gateway: 'everything', export: ['GetExportSource'] } });
const identity = (name: string, keys: KeyRing, ahead = 0) =>
  createServiceIdentity({ name, keys, clock: { now: () => now + ahead } });

test('the gateway may make every call, the worker the one that it needs', () => {
  const admits = guard([newKey]);
  const gateway = identity('gateway', [newKey]).token(audience);
  const worker = identity('export', [newKey]).token(audience);
  expect([admits(gateway, 'DeleteUser'), admits(gateway, 'GetExportSource')]).toEqual([true, true]);
  expect([admits(worker, 'DeleteUser'), admits(worker, 'GetExportSource')]).toEqual([false, true]);
});

test.each([
  ['nothing', ''],
  ['no token', 'gateway'],
  ['a token under another secret', identity('gateway', [{ ...newKey, key: randomBytes(32) }]).token(audience)],
  ['a token for another service', identity('gateway', [newKey]).token('cv.stats.v1.StatsService')],
  ['a token of a process that nobody named', identity('stats', [newKey]).token(audience)],
  ['a name that every object has', identity('constructor', [newKey]).token(audience)],
  [
    'an unsigned token',
    jwt.sign({ iss: 'gateway', aud: audience, exp: start }, null, { algorithm: 'none', keyid: '2026' }),
  ],
  ['a token without an end', jwt.sign({ iss: 'gateway', aud: audience }, newKey.key, { keyid: '2026' })],
])('%s is refused', (_what, token) => {
  expect(guard([newKey])(token, 'GetExportSource')).toBe(false);
});

test('keys are replaced while running: a service that knows both believes both', () => {
  const before = identity('gateway', [oldKey]).token(audience);
  const after = identity('gateway', [newKey, oldKey]).token(audience);
  expect([before, after].map((token) => guard([newKey, oldKey])(token, 'ListUsers'))).toEqual([true, true]);
  expect([before, after].map((token) => guard([newKey])(token, 'ListUsers'))).toEqual([false, true]);
});

test.each([-2, 2])('a gateway whose clock is wrong by %i minutes is still believed', (minutes) => {
  const admits = guard([newKey]);
  const skewed = identity('gateway', [newKey], minutes * MINUTE);
  for (let passed = 0; passed < 60; passed += 1) {
    now = start + passed * MINUTE;
    expect(admits(skewed.token(audience), 'ListUsers')).toBe(true);
  }
});

test('an old token is worth nothing, and not remembered either', () => {
  const admits = guard([newKey]);
  const token = identity('gateway', [newKey]).token(audience);
  expect(admits(token, 'ListUsers')).toBe(true);
  now = start + 20 * MINUTE;
  expect(admits(token, 'ListUsers')).toBe(false);
  expect(guard([newKey])(token, 'ListUsers')).toBe(false);
});
