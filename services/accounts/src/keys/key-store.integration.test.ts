import { type DatabaseFixture, openDatabaseFixture } from '@vitae/test/support/kit/database-fixture';
import type { ClientSession } from 'mongoose';
import { createIndexes } from '../indexes.ts';
import { createKeyStore } from './key-mongo-store.ts';
import type { KeySearch, KeyStore, StoredKey } from './key-store.ts';
import { createLegacyUseStore } from './legacy-use-mongo-store.ts';

const NOW = Date.UTC(2026, 0, 1);
let database: DatabaseFixture;
let keys: KeyStore;
let session: ClientSession;
let companyId = 0;
let lastId = 0;

beforeAll(async () => {
  database = await openDatabaseFixture(process.env.MONGODB_URI);
  keys = createKeyStore(database.connection);
  session = await database.connection.startSession();
  await createIndexes(database.connection);
});
afterAll(async () => {
  await session.endSession();
  await database.drop();
});
beforeEach(() => {
  companyId += 1;
});

async function insert(changes: Partial<StoredKey> = {}): Promise<StoredKey> {
  const id = ++lastId;
  const key: StoredKey = {
    id,
    companyId,
    key: `key-${id}`,
    name: `Key ${id}`,
    scheme: 'md5',
    sealedSecret: 'sealed',
    timestampPolicy: 'off',
    createdAt: new Date(NOW - 1_000),
    expiresAt: null,
    revokedAt: null,
    ...changes,
  };
  await keys.insert(key, session);
  return key;
}
const idsOf = (found: StoredKey[]) => found.map(({ id }) => id);
const search = async (terms: Omit<KeySearch, 'now'>, limit = 10) =>
  idsOf(await keys.search(companyId, { now: NOW, ...terms }, limit));

test('a key exists once and belongs to one company', async () => {
  const { id, key } = await insert();
  await expect(insert({ key })).rejects.toMatchObject({ code: 'ALREADY_EXISTS', reason: 'key_exists' });
  expect((await keys.findOfCompany(companyId, id))?.key).toBe(key);
  expect(await keys.findOfCompany(companyId + 1, id)).toBeUndefined();
  expect(await keys.find(`${key}x`)).toBeUndefined();
  await expect(insert({ companyId: 'none' as never })).rejects.toThrow(/validation failed/);
});

test('keys are searched by state, and expire at their time', async () => {
  const active = await insert();
  const later = await insert({ expiresAt: new Date(NOW + 1) });
  const expired = await insert({ expiresAt: new Date(NOW) });
  const revoked = await insert({ revokedAt: new Date(NOW), expiresAt: new Date(NOW) });
  expect(await search({ state: 'active' })).toEqual([later.id, active.id]);
  expect(await search({ state: 'expired' })).toEqual([expired.id]);
  expect(await search({ state: 'revoked' })).toEqual([revoked.id]);
  expect(await search({})).toEqual([revoked.id, expired.id, later.id, active.id]);
  expect(await search({}, 1)).toEqual([revoked.id]);
  expect(await search({ before: later.id })).toEqual([active.id]);
  expect(await search({ before: revoked.id, state: 'active', text: 'KEY' })).toEqual([later.id, active.id]);
});

test('keys are searched by a part of their name or the beginning of the key, literally', async () => {
  const named = await insert({ name: 'Jobs (new)', key: `abc.${companyId}` });
  await insert({ name: 'Jobs new', key: `xabc${companyId}` });
  for (const text of ['jobs (NEW', 'abc.']) expect(await search({ text })).toEqual([named.id]);
  for (const text of ['ABC.', '.*', '^']) expect(await search({ text })).toEqual([]);
});

test('active historical keys are listed newest first, with their last use', async () => {
  const uses = createLegacyUseStore(database.connection);
  const first = await insert({ expiresAt: new Date(NOW + 1) });
  const second = await insert();
  const ended = [
    await insert({ expiresAt: new Date(NOW) }),
    await insert({ revokedAt: new Date(NOW) }),
    await insert({ scheme: 'hmac' }),
    await insert({ companyId: companyId + 1_000 }),
  ];
  expect(await keys.findLastHistoricalUse(companyId, NOW)).toBeUndefined();
  const use = (at: number) => ({ uses: 2, lateUses: 1, lastUsedAt: new Date(at), lastUserAgent: 'PHP' });
  for (const { id } of ended) await uses.add(id, use(NOW + 500));
  await uses.add(first.id, use(NOW - 1));
  await uses.add(second.id, use(NOW - 2));
  await uses.add(second.id, { ...use(NOW - 3), lastUserAgent: 'curl' });
  expect(idsOf(await keys.listHistorical(companyId, NOW, 10))).toEqual([second.id, first.id]);
  expect(idsOf(await keys.listHistorical(companyId, NOW, 1))).toEqual([second.id]);
  expect(idsOf(await keys.listHistorical(companyId, NOW, 10, second.id))).toEqual([first.id]);
  expect(await keys.findLastHistoricalUse(companyId, NOW)).toEqual(new Date(NOW - 1));
  const summed = { uses: 4, lateUses: 2, lastUsedAt: new Date(NOW - 3), lastUserAgent: 'curl' };
  expect((await uses.findAll([second.id, 0])).get(second.id)).toEqual(summed);
});

test('expiring keys are listed in the order of their expiration unless they ended or were replaced', async () => {
  const start = NOW + 400 * 86_400_000;
  const [from, until] = [new Date(start), new Date(start + 1_000)];
  const last = await insert({ expiresAt: until });
  const first = await insert({ expiresAt: new Date(start + 1) });
  for (const key of [
    { expiresAt: from },
    { expiresAt: new Date(start + 1_001) },
    { expiresAt: until, revokedAt: from },
    { expiresAt: until, replacedBy: 1 },
  ])
    await insert(key);
  const other = await insert({ expiresAt: until, companyId: companyId + 2_000 });
  const ofCompany = { from, until, companyId };
  expect(idsOf(await keys.listExpiring(ofCompany, 10))).toEqual([first.id, last.id]);
  expect(idsOf(await keys.listExpiring(ofCompany, 1))).toEqual([first.id]);
  expect(idsOf(await keys.listExpiring({ from, until }, 10))).toEqual([first.id, last.id, other.id]);
  const after = (id: number) => ({ from, until, after: { expiresAt: until, id } });
  expect(idsOf(await keys.listExpiring(after(last.id), 10))).toEqual([other.id]);
  expect(idsOf(await keys.listExpiring(after(other.id), 10))).toEqual([]);
});

test('a key ends once: it is revoked or replaced', async () => {
  const [revoked, replaced] = [await insert(), await insert()];
  const at = new Date(NOW);
  const replace = (id: number) => keys.replace(id, { replacedBy: 99, expiresAt: at }, session);
  expect([await keys.revoke(revoked.key, at, session), await replace(revoked.id)]).toEqual([true, false]);
  expect(await keys.revoke(revoked.key, new Date(NOW + 1), session)).toBe(false);
  expect([await replace(replaced.id), await replace(replaced.id)]).toEqual([true, false]);
  expect(await keys.find(revoked.key)).toMatchObject({ revokedAt: at, expiresAt: null });
  expect(await keys.find(replaced.key)).toMatchObject({ revokedAt: null, expiresAt: at, replacedBy: 99 });
  // A replaced key can still be revoked before it expires.
  expect(await keys.revoke(replaced.key, at, session)).toBe(true);
});
