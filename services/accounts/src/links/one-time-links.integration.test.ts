import { inTransaction } from '@vitae/kit/transaction';
import { type DatabaseFixture, openDatabaseFixture } from '@vitae/test/support/kit/database-fixture';
import { profileQueries } from '@vitae/test/support/kit/query-profile';
import { createIndexes } from '../indexes.ts';
import { createOneTimeLinks } from './one-time-link-mongo-store.ts';
import { LINK_MINUTES, LinkAlreadyUsed, type LinkPurpose, type OneTimeLinks } from './one-time-links.ts';

const NOW = Date.UTC(2036, 0, 1);
let database: DatabaseFixture;
let links: OneTimeLinks;
let now = NOW;
let companyId = 0;

beforeAll(async () => {
  database = await openDatabaseFixture(process.env.MONGODB_URI);
  links = createOneTimeLinks(database.connection, { now: () => now });
  await createIndexes(database.connection);
});
afterAll(() => database.drop());
beforeEach(() => {
  companyId += 1;
  now = NOW;
});

const within = <T>(work: Parameters<typeof inTransaction<T>>[1]) => inTransaction(database.connection, work);
const reset = (email = 'ada@example.com'): LinkPurpose => ({ purpose: 'reset', companyId, administratorId: 7, email });
const invitation = (email: string): LinkPurpose => ({
  purpose: 'invitation',
  companyId,
  email,
  role: 'viewer',
  invitedBy: 'ada@example.com',
});
const create = (link: LinkPurpose) => within((session) => links.create(link, session));
const consume = (purpose: LinkPurpose['purpose'], token: string) =>
  within((session) => links.consume(purpose, token, session)).then(
    () => 'consumed',
    (error: unknown) => (error instanceof LinkAlreadyUsed ? 'used' : error),
  );

describe('a one-time link', () => {
  test('works once, for its purpose only', async () => {
    const token = await create(reset());
    expect(await links.find('reset', token)).toMatchObject({ companyId, administratorId: 7, email: 'ada@example.com' });
    expect(await links.find('invitation', token)).toBeUndefined();
    expect(await consume('invitation', token)).toBe('used');
    expect(await consume('reset', `${token.slice(0, -1)}_`)).toBe('used');
    const outcomes = await Promise.all([1, 2, 3].map(() => consume('reset', token)));
    expect(outcomes.filter((outcome) => outcome === 'consumed')).toHaveLength(1);
    expect(await links.find('reset', token)).toBeUndefined();
    for (const malformed of ['', `${token}x`, token.slice(1)])
      expect(await links.find('reset', malformed)).toBeUndefined();
  });

  test('stays valid if its purpose fails', async () => {
    const token = await create(reset());
    const failing = within(async (session) => {
      await links.consume('reset', token, session);
      throw new TypeError('failed');
    });
    await expect(failing).rejects.toThrow('failed');
    expect(await consume('reset', token)).toBe('consumed');
  });

  test.each([
    ['30 minutes', reset, 30],
    ['a week', () => invitation('ben@example.com'), 7 * 24 * 60],
  ])('expires after %s', async (_time, linkOf, minutes) => {
    const link = linkOf();
    expect(LINK_MINUTES[link.purpose]).toBe(minutes);
    const token = await create(link);
    now = NOW + minutes * 60_000 - 1;
    expect(await links.find(link.purpose, token)).toBeDefined();
    now += 1;
    expect(await links.find(link.purpose, token)).toBeUndefined();
    expect(await consume(link.purpose, token)).toBe('used');
    expect(await links.invitations(companyId)).toEqual([]);
  });

  test('replaces earlier links for the same address and purpose only', async () => {
    const first = await create(reset());
    const others = [await create(reset('ben@example.com')), await create(invitation('ada@example.com'))];
    companyId += 1_000;
    others.push(await create(reset()));
    companyId -= 1_000;
    const second = await create(reset());
    expect(await links.find('reset', first)).toBeUndefined();
    expect(await links.find('reset', second)).toBeDefined();
    const purposes = ['reset', 'invitation', 'reset'] as const;
    for (const [index, token] of others.entries())
      expect(await links.find(purposes[index] ?? 'reset', token)).toBeDefined();
  });

  test('is stored without its token, and removed when it expires', async () => {
    const token = await create(reset());
    const collection = database.connection.collection('oneTimeLinks');
    expect(JSON.stringify(await collection.find({ companyId }).toArray())).not.toContain(token);
    const expiring = expect.objectContaining({ key: { expiresAt: 1 }, expireAfterSeconds: 0 });
    expect(await collection.indexes()).toContainEqual(expiring);
  });
});

test('invitations are listed newest first, and withdrawn only by their company', async () => {
  await create(reset());
  const tokens = [await create(invitation('a@example.com')), await create(invitation('b@example.com'))];
  const open = await links.invitations(companyId);
  expect(open.map(({ email, role }) => `${email} ${role}`)).toEqual(['b@example.com viewer', 'a@example.com viewer']);
  expect(await links.invitations(companyId + 1_000)).toEqual([]);
  const id = open[0]?.id ?? 0;
  const withdraw = (company: number) => within((session) => links.withdraw(company, id, session));
  expect(await withdraw(companyId + 1_000)).toBeUndefined();
  expect((await withdraw(companyId))?.email).toBe('b@example.com');
  expect(await withdraw(companyId)).toBeUndefined();
  expect(await consume('invitation', tokens[1] ?? '')).toBe('used');
  expect(await consume('invitation', tokens[0] ?? '')).toBe('consumed');
});

describe('a link of a CV owner', () => {
  const owner = { userId: 41, email: 'ana@example.com' };
  const invited = (userId = owner.userId): LinkPurpose => ({ ...owner, purpose: 'ownerInvitation', companyId, userId });

  test('replaces only the earlier link of the same purpose and user', async () => {
    const first = await create(invited());
    const other = await create(invited(42));
    const signIn = await create({ ...owner, purpose: 'ownerSignIn', companyId, path: '/account' });
    const second = await create({ ...invited(), email: 'new@example.com' } as LinkPurpose);
    expect(await links.find('ownerInvitation', first)).toBeUndefined();
    expect(await links.find('ownerInvitation', second)).toMatchObject({ userId: 41, email: 'new@example.com' });
    expect(await links.find('ownerInvitation', other)).toMatchObject({ userId: 42 });
    expect(await links.find('ownerSignIn', signIn)).toMatchObject({ path: '/account' });
  });

  test('is found by its user until it is withdrawn or expires', async () => {
    const token = await create(invited());
    expect(await links.findOfOwner('ownerInvitation', 41)).toMatchObject({ expiresAt: new Date(NOW + 7 * 86_400_000) });
    expect(await links.findOfOwner('ownerReset', 41)).toBeUndefined();
    expect(await within((session) => links.withdrawOfOwner('ownerInvitation', 41, session))).toBe(true);
    expect(await within((session) => links.withdrawOfOwner('ownerInvitation', 41, session))).toBe(false);
    expect(await links.find('ownerInvitation', token)).toBeUndefined();
    await create(invited());
    now += LINK_MINUTES.ownerInvitation * 60_000;
    expect(await links.findOfOwner('ownerInvitation', 41)).toBeUndefined();
  });

  test('ends with all other links of the user', async () => {
    const tokens = [await create(invited()), await create({ ...owner, purpose: 'ownerReset', companyId })];
    const other = await create(invited(42));
    await links.removeAllOfOwner(41);
    const found = await Promise.all(
      tokens.map((token, index) => links.find(index ? 'ownerReset' : 'ownerInvitation', token)),
    );
    expect(found).toEqual([undefined, undefined]);
    expect(await links.find('ownerInvitation', other)).toBeDefined();
  });

  test('is found and removed without reading the links of others', async () => {
    await create(invited());
    const queries = await profileQueries(database.connection, async () => {
      await create(invited());
      await links.findOfOwner('ownerInvitation', 41);
      await links.findOfOwners('ownerInvitation', [41, 42]);
      await within((session) => links.withdrawOfOwner('ownerInvitation', 41, session));
      await links.removeAllOfOwner(41);
    });
    const ofLinks = queries.filter(({ collection, op }) => collection === 'oneTimeLinks' && op !== 'insert');
    expect(ofLinks.length).toBeGreaterThanOrEqual(5);
    for (const { plan } of ofLinks) expect(plan).toBe('IXSCAN { userId: 1, purpose: 1 }');
  });
});
