import { randomBytes, randomInt } from 'node:crypto';
import type { RedisConnection } from '@vitae/kit/redis';
import { type DatabaseFixture, openDatabaseFixture } from '@vitae/test/support/kit/database-fixture';
import { profileQueries } from '@vitae/test/support/kit/query-profile';
import { connectTestRedis } from '@vitae/test/support/kit/test-redis';
import { createIndexes } from '../indexes.ts';
import { createSecretBox } from '../secrets/secret-box.ts';
import { FULL_ACCESS, type GrantAccess } from './grant-access.ts';
import type { Grant } from './grant-store.ts';
import { createOwnerAccess, type OwnerAccess } from './owner-access.ts';
import type { StoredRequestToken } from './request-token-store.ts';

const NOW = Date.UTC(2036, 0, 1);
const COMPANY = 1;
let database: DatabaseFixture;
let connected: RedisConnection;
let access: OwnerAccess;
let userId = randomInt(2 ** 30, 2 ** 40);
let tokens = 0;

beforeAll(async () => {
  database = await openDatabaseFixture(process.env.MONGODB_URI);
  connected = await connectTestRedis('grant-store');
  const box = createSecretBox([{ id: 'test', key: randomBytes(32) }]);
  const { connection } = database;
  access = createOwnerAccess({ connection, redis: connected.redis, box, clock: { now: () => NOW } });
  await createIndexes(connection);
});
afterAll(async () => {
  await connected.close();
  await database.drop();
});
beforeEach(() => {
  userId += 10;
});

const grantOf = (applicationId: number, user = userId, createdAt = NOW): Grant => ({
  applicationId,
  companyId: COMPANY,
  userId: user,
  createdAt: new Date(createdAt),
  lastUsedAt: null,
});
const newToken = () => ({ digest: `token-${++tokens}`, sealedSecret: 'sealed', createdAt: new Date(NOW) });
const applicationsOf = async (user = userId) =>
  (await access.grants.listOfUser(user)).map(({ applicationId }) => applicationId);

async function addGrant(...grant: Parameters<typeof grantOf>) {
  const token = newToken();
  await access.grants.addToken(grantOf(...grant), token);
  return token;
}

async function addRequestToken(fields: Partial<StoredRequestToken> = {}) {
  const digest = `request-${++tokens}`;
  await access.requestTokens.insert({
    digest,
    sealedSecret: 'sealed',
    applicationId: 5,
    companyId: COMPANY,
    callback: 'oob',
    state: 'authorized',
    userId,
    verifierDigest: `verifier-${tokens}`,
    sealedVerifier: 'sealed',
    verifierTries: 0,
    expiresAt: new Date(NOW + 1_000),
    ...fields,
  });
  return digest;
}
const stateOf = async (digest: string) => (await access.requestTokens.find(digest))?.state;

describe('grants', () => {
  test('have one entry per application with the latest 50 access tokens', async () => {
    const first = await addGrant(5);
    const second = await addGrant(5, userId, NOW + 1);
    for (let count = 0; count < 48; count++) await addGrant(5);
    const last = await addGrant(5);
    expect(await applicationsOf()).toEqual([5]);
    expect(await access.grants.findByToken(first.digest)).toBeUndefined();
    expect(await access.grants.findByToken(second.digest)).toEqual({ ...grantOf(5), token: second });
    expect(await access.grants.findByToken(last.digest)).toEqual({ ...grantOf(5), token: last });
    expect(await access.grants.findByToken('unknown')).toBeUndefined();
  });

  test('are found by an access token or a verifier without reading others', async () => {
    const { digest } = await addGrant(5);
    const queries = await profileQueries(database.connection, async () => {
      await access.grants.findByToken(digest);
      await access.requestTokens.findByVerifier(5, 'unknown');
    });
    expect(queries.map(({ plan }) => plan)).toEqual(['IXSCAN { tokens.digest: 1 }', 'IXSCAN { verifierDigest: 1 }']);
  });

  test('are revoked for one application and one user only', async () => {
    const token = await addGrant(5);
    await addGrant(6);
    await addGrant(5, userId + 1);
    expect([await access.grants.revoke(userId, 5), await access.grants.revoke(userId, 5)]).toEqual([true, false]);
    expect(await access.grants.findByToken(token.digest)).toBeUndefined();
    expect([await applicationsOf(), await applicationsOf(userId + 1)]).toEqual([[6], [5]]);
  });

  test('include everything unless the owner selected data, and keep the selection when a token is added', async () => {
    const { digest } = await addGrant(5);
    expect(await access.grants.findByToken(digest)).not.toHaveProperty('access');
    const selected: GrantAccess = { cvs: [7], data: ['comments'] };
    await access.grants.addToken({ ...grantOf(5), access: selected }, newToken());
    const { digest: later } = await addGrant(5);
    for (const token of [digest, later]) expect((await access.grants.findByToken(token))?.access).toEqual(selected);
    expect(await access.grants.grantsOfUsers(5, [userId])).toEqual([{ userId, access: selected }]);
    expect(await access.grants.listOfUser(userId)).toEqual([{ ...grantOf(5), access: selected }]);
    expect(await access.grants.setAccess(userId, 5, FULL_ACCESS)).toBe(true);
    expect((await access.grants.find(userId, 5))?.access).toEqual(FULL_ACCESS);
    expect(await access.grants.setAccess(userId, 6, selected)).toBe(false);
    expect(await access.grants.find(userId, 6)).toBeUndefined();
  });

  test('are listed newest first, and counted and paged by application', async () => {
    const application = userId;
    for (const [index, user] of [userId + 2, userId, userId + 1].entries())
      await addGrant(application, user, NOW + index);
    await addGrant(application + 1, userId, NOW + 60_000);
    expect(await applicationsOf()).toEqual([application + 1, application]);
    expect(await access.grants.countOfApplication(application)).toBe(3);
    expect(await access.grants.grantsAfter(application, userId, 1)).toEqual([{ userId: userId + 1 }]);
    const all = await access.grants.grantsAfter(application, 0, 10);
    expect(all.map((grant) => grant.userId)).toEqual([userId, userId + 1, userId + 2]);
    const found = await access.grants.grantsOfUsers(application, [userId, userId + 2, userId + 3]);
    expect(found.map((grant) => grant.userId).sort()).toEqual([userId, userId + 2]);
    expect(await access.grants.grantsOfUsers(application + 1, [userId + 1])).toEqual([]);
  });

  test('record a use once per interval', async () => {
    await addGrant(5);
    await addGrant(6);
    const lastUse = async () => {
      const uses = (await access.grants.listOfUser(userId)).map(({ applicationId, lastUsedAt }) => [
        applicationId,
        lastUsedAt?.getTime() ?? null,
      ]);
      return Object.fromEntries(uses);
    };
    const use = (at: number) => access.grants.recordUse(5, [userId], new Date(at), 60_000);
    await use(NOW);
    expect(await lastUse()).toEqual({ 5: NOW, 6: null });
    await use(NOW + 59_999);
    expect(await lastUse()).toEqual({ 5: NOW, 6: null });
    await use(NOW + 60_001);
    expect(await lastUse()).toEqual({ 5: NOW + 60_001, 6: null });
  });
});

describe('stored request tokens', () => {
  test('have the access that the owner selected last when they are exchanged', async () => {
    const [digest, denied, ofOther] = [
      await addRequestToken({ access: FULL_ACCESS }),
      await addRequestToken({ state: 'refused' }),
      await addRequestToken({ userId: userId + 1, access: FULL_ACCESS }),
    ];
    const changed: GrantAccess = { cvs: [], data: ['labels'] };
    await access.requestTokens.setAccess(userId, 5, changed);
    const exchanged: unknown[] = [];
    const exchange = (token: string) =>
      access.requestTokens.consume(token, async (_session, selected) => void exchanged.push(selected));
    expect([await exchange(digest), await exchange(denied), await exchange(ofOther)]).toEqual([true, false, true]);
    expect(exchanged).toEqual([changed, FULL_ACCESS]);
  });

  test('are authorized or denied once, and only before they expire', async () => {
    const authorization = { userId, verifierDigest: 'v', sealedVerifier: 'sealed', access: FULL_ACCESS };
    const decide = async (decision: 'authorize' | 'deny', digest: string, at: number) =>
      decision === 'deny'
        ? access.requestTokens.deny(digest, userId, new Date(at))
        : access.requestTokens.authorize(digest, { ...authorization, verifierDigest: digest }, new Date(at));
    for (const [decision, state] of [
      ['authorize', 'authorized'],
      ['deny', 'refused'],
    ] as const) {
      const digest = await addRequestToken({ state: 'issued', userId: null, verifierDigest: null });
      expect(await decide(decision, digest, NOW + 1_000)).toBe(false);
      expect(await stateOf(digest)).toBe('issued');
      expect(await decide(decision, digest, NOW + 999)).toBe(true);
      expect(await access.requestTokens.find(digest)).toMatchObject({ state, userId });
      for (const another of ['authorize', 'deny'] as const) expect(await decide(another, digest, NOW)).toBe(false);
    }
  });

  test('are found by a verifier only for their own application', async () => {
    const digest = await addRequestToken({ verifierDigest: 'the verifier' });
    expect((await access.requestTokens.findByVerifier(5, 'the verifier'))?.digest).toBe(digest);
    expect(await access.requestTokens.findByVerifier(6, 'the verifier')).toBeUndefined();
  });

  test('are revoked for one user and one application, before they are exchanged', async () => {
    const own = await addRequestToken();
    const others = [
      await addRequestToken({ applicationId: 6 }),
      await addRequestToken({ userId: userId + 1 }),
      await addRequestToken({ state: 'used' }),
    ];
    await access.requestTokens.revokeAuthorized(userId, 5);
    expect(await stateOf(own)).toBe('refused');
    expect(await Promise.all(others.map(stateOf))).toEqual(['authorized', 'authorized', 'used']);
    await access.requestTokens.revokeAuthorized(userId);
    expect(await Promise.all(others.map(stateOf))).toEqual(['refused', 'authorized', 'used']);
  });

  test('are removed an hour after they expire', async () => {
    const indexes = await database.connection.collection('requestTokens').indexes();
    expect(indexes).toContainEqual(expect.objectContaining({ key: { expiresAt: 1 }, expireAfterSeconds: 3_600 }));
  });
});

test('revoking the access of a user ends every credential, and no one else is affected', async () => {
  const owners = [userId, userId + 1];
  const sessions: string[] = [];
  const requests: string[] = [];
  for (const user of owners) {
    await addGrant(5, user);
    await addGrant(6, user);
    requests.push(await addRequestToken({ userId: user }), await addRequestToken({ userId: user, applicationId: 6 }));
    const login = { username: `user-${user}`, email: `user-${user}@example.com` };
    await access.credentials.set({ userId: user, companyId: COMPANY, ...login, password: 'a long pass phrase' });
    sessions.push(await access.sessions.start({ userId: user, companyId: COMPANY }));
  }
  await access.revokeOwnerAccess(userId);
  const left = async (index: number) => ({
    grants: await applicationsOf(owners[index]),
    requests: await Promise.all(requests.slice(2 * index, 2 * index + 2).map(stateOf)),
    credential: (await access.credentials.find(owners[index] ?? 0)) !== undefined,
    session: await access.sessions.isOpen(sessions[index] ?? ''),
  });
  expect(await left(0)).toEqual({ grants: [], requests: ['refused', 'refused'], credential: false, session: false });
  const other = await left(1);
  expect({ ...other, grants: other.grants.sort() }).toEqual({
    grants: [5, 6],
    requests: ['authorized', 'authorized'],
    credential: true,
    session: true,
  });
  await access.sessions.endAll(userId + 1);
});
