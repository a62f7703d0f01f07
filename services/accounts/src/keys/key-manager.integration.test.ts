import { randomBytes } from 'node:crypto';
import { keyRing } from '@vitae/kit/key-ring';
import { type DatabaseFixture, openDatabaseFixture } from '@vitae/test/support/kit/database-fixture';
import { createCompanyStore } from '../companies/company-mongo-store.ts';
import type { CompanyStore } from '../companies/company-store.ts';
import { createIndexes } from '../indexes.ts';
import { createSecretBox } from '../secrets/secret-box.ts';
import { createKeyManager, type KeyManager, secretRecord } from './key-manager.ts';
import { createKeyStore } from './key-mongo-store.ts';
import { type KeyStore, stateOf } from './key-store.ts';

const DAY_MS = 86_400_000;
const START = Date.UTC(2026, 0, 1);
const box = createSecretBox(keyRing('keys').parse(`k:${randomBytes(32).toString('base64')}`));

let database: DatabaseFixture;
let keys: KeyStore;
let manager: KeyManager;
let companies: CompanyStore;
let companyId: number;
let now = START;
const announced: [number, number][] = [];

beforeAll(async () => {
  database = await openDatabaseFixture(process.env.MONGODB_URI);
  const { connection } = database;
  await createIndexes(connection);
  keys = createKeyStore(connection);
  companies = createCompanyStore(connection);
  const announcer = { announce: async (company: number, version: number) => void announced.push([company, version]) };
  manager = createKeyManager({ connection, companies, keys, box, announcer, clock: { now: () => now } });
  companyId = (await companies.create('Acme', 'UTC')).id;
});
afterAll(() => database.drop());
beforeEach(() => {
  now = START;
  announced.length = 0;
});

const daysUntilEnd = async (key: string) => (Number((await keys.find(key))?.expiresAt) - START) / DAY_MS;

describe('a new key', () => {
  test.each(['30', '90', '365'] as const)('expires after %s days', async (lifetime) => {
    const { key, expiresAt } = await manager.create(companyId, 'k', lifetime);
    expect(Number(expiresAt) - START).toBe(Number(lifetime) * DAY_MS);
    const stored = await keys.find(key);
    expect(stored && stateOf(stored, Number(expiresAt) - 1)).toBe('active');
    expect(stored && stateOf(stored, Number(expiresAt))).toBe('expired');
  });

  test('is stored with its encrypted secret and announced with the new version of its company', async () => {
    const { key, secret, expiresAt } = await manager.create(companyId, 'k', 'unlimited');
    const { sealedSecret = '', scheme } = (await keys.find(key)) ?? {};
    expect([expiresAt, scheme, box.open(sealedSecret, secretRecord(key))]).toEqual([null, 'hmac', secret]);
    expect(sealedSecret).not.toContain(secret);
    expect(announced).toEqual([[companyId, (await companies.find(companyId))?.version]]);
  });
});

describe('rolling a key', () => {
  test.each([
    ['7 days later', 90, 7, 7],
    ['immediately without an overlap', 90, 0, 0],
    ['after 7 days at most', 90, 30, 7],
    ['not before it is rolled', 90, -5, 0],
    ['when it would have expired, if that is earlier', 3, 7, 3],
  ])('ends the old key %s', async (_when, daysLeft, overlap, expected) => {
    const old = await manager.create(companyId, 'old', '30');
    const expiresAt = new Date(START + daysLeft * DAY_MS);
    const rolled = await manager.roll({ ...old, expiresAt }, '365', overlap);
    expect(await daysUntilEnd(old.key)).toBe(expected);
    expect(await daysUntilEnd(rolled.key)).toBe(365);
    expect((await keys.find(old.key))?.replacedBy).toBe(rolled.id);
  });

  test('is rejected for a key that was rolled or revoked before, and creates no key', async () => {
    const [rolled, revoked] = [await manager.create(companyId, 'r', '30'), await manager.create(companyId, 'v', '30')];
    await manager.roll(rolled, '30', 1);
    await manager.revoke(revoked.key);
    const count = (await manager.list(companyId)).length;
    for (const key of [rolled, revoked])
      await expect(manager.roll(key, '30', 1)).rejects.toMatchObject({ reason: 'key_ended' });
    expect(await manager.list(companyId)).toHaveLength(count);
  });
});

test('revoking a key is idempotent, but announced each time', async () => {
  const { key } = await manager.create(companyId, 'k', '30');
  const changes = [await manager.revoke(key), await manager.revoke(key)];
  expect(changes.map(({ changed }) => changed)).toEqual([true, false]);
  expect(changes.map(({ revokedAt }) => Number(revokedAt))).toEqual([START, START]);
  expect(announced).toHaveLength(3);
});

test('an audit entry is written only with a change, and a change only with its entry', async () => {
  const entries: string[] = [];
  const alongside = async ({ key }: { key: string }) => void entries.push(key);
  const failing = () => Promise.reject(new Error('no entry'));
  const fence = { endpoints: ['b', 'a', 'a'], networks: ['192.0.2.7'], singleUse: true };
  const { key } = await manager.importLegacy(companyId, 'old', `Audited${Date.now()}`, 'secret', alongside);
  await expect(manager.setFence(key, fence, failing)).rejects.toThrow('no entry');
  expect((await keys.find(key))?.fence).toBeUndefined();
  await expect(manager.setTimestampPolicy(key, 'enforce', failing)).rejects.toThrow('no entry');
  await expect(manager.revoke(key, failing)).rejects.toThrow('no entry');
  expect(await keys.find(key)).toMatchObject({ timestampPolicy: 'off', revokedAt: null });
  await expect(manager.importLegacy(companyId, 'old', `${key}2`, 'secret', failing)).rejects.toThrow('no entry');
  expect(await keys.find(`${key}2`)).toBeUndefined();
  const stored = { endpoints: ['a', 'b'], networks: ['192.0.2.7/32'], singleUse: true };
  for (const _repeated of [1, 2])
    expect(await manager.setFence(key, fence, alongside)).toMatchObject({ fence: stored });
  for (const _repeated of [1, 2]) expect(await manager.setFence(key, null, alongside)).toMatchObject({ fence: null });
  await manager.setTimestampPolicy(key, 'report', alongside);
  for (const _repeated of [1, 2]) await manager.revoke(key, alongside);
  expect(entries).toEqual([key, key, key, key, key]);
  expect(announced).toHaveLength(8);

  const count = (await manager.list(companyId)).length;
  await expect(manager.create(companyId, 'k', '30', failing)).rejects.toThrow('no entry');
  const old = await manager.create(companyId, 'k', '30', alongside);
  await expect(manager.roll(old, '30', 1, failing)).rejects.toThrow('no entry');
  expect((await keys.find(old.key))?.replacedBy).toBeUndefined();
  expect(await manager.list(companyId)).toHaveLength(count + 1);
  await manager.roll(old, '30', 1, alongside);
  expect(entries).toHaveLength(7);
  await expect(manager.revoke('missing')).rejects.toMatchObject({ reason: 'key_not_found' });
  await expect(manager.setFence('missing', fence)).rejects.toMatchObject({ reason: 'key_not_found' });
});

test('historical keys do not expire and cannot look like other keys', async () => {
  const imported = await manager.importLegacy(companyId, 'old', `Historical${Date.now()}`, 'secret');
  expect(imported).toMatchObject({ scheme: 'md5', expiresAt: null, timestampPolicy: 'off' });
  expect(() => manager.importLegacy(companyId, 'old', 'vt_live_1', 'secret')).toThrow('cannot start with vt_live_');
  expect(await manager.setTimestampPolicy(imported.key, 'enforce')).toMatchObject({ timestampPolicy: 'enforce' });
  const { key } = await manager.create(companyId, 'k', '30');
  await expect(manager.setTimestampPolicy(key, 'enforce')).rejects.toMatchObject({ code: 'INVALID_ARGUMENT' });
});

test('the compatibility profile of a key is off by default, and a rolled key keeps it', async () => {
  const entries: string[] = [];
  const alongside = async ({ key }: { key: string }) => void entries.push(key);
  const plain = await manager.create(companyId, 'k', '30');
  expect(await keys.find(plain.key)).toMatchObject({ compatibility: null });
  for (const _repeated of [1, 2])
    expect(await manager.setCompatibility(plain.key, '2012', alongside)).toMatchObject({ compatibility: '2012' });
  expect(entries).toEqual([plain.key]);
  const old = { ...plain, compatibility: '2012' as const };
  expect(await manager.roll(old, '30', 1)).toMatchObject({ compatibility: '2012' });
  expect(await manager.setCompatibility(plain.key, null, alongside)).toMatchObject({ compatibility: null });
  const imported = await manager.importLegacy(companyId, 'old', `Imported${Date.now()}`, 'secret', alongside, '2012');
  expect(await keys.find(imported.key)).toMatchObject({ compatibility: '2012' });
});
