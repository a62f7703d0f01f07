import { companyCaller } from '@vitae/kit/caller';
import { notFound } from '@vitae/kit/errors';
import { keyRing } from '@vitae/kit/key-ring';
import { inTransaction } from '@vitae/kit/transaction';
import { type DatabaseFixture, openDatabaseFixture } from '@vitae/test/support/kit/database-fixture';
import { createAuditLog } from '../audit/audit-mongo-store.ts';
import { createCompanyStore } from '../companies/company-mongo-store.ts';
import { createOwnerCredentials } from '../credentials/owner-credentials-mongo-store.ts';
import { createIndexes } from '../indexes.ts';
import { createOutbox } from '../mail/outbox-mongo-store.ts';
import { createSecretBox } from '../secrets/secret-box.ts';
import { createOneTimeLinks } from './one-time-link-mongo-store.ts';
import { createOwnerLinks, type LinkRequest, type OwnerLinkDependencies } from './owner-links.ts';

const NOW = Date.UTC(2036, 0, 1);
const SITE = 'https://cv.example.com';
const clock = { now: () => NOW };

let database: DatabaseFixture;
let companyId = 0;
let userId = 100;
/** The user record; undefined after it was deleted. */
let user: { id: number; username: string; email: string } | undefined;
let revision = 1;

function openStores() {
  const { connection } = database;
  const box = createSecretBox(keyRing('keys').parse(`test:${Buffer.alloc(32, 1).toString('base64')}`));
  return {
    credentials: createOwnerCredentials(connection),
    links: createOneTimeLinks(connection, clock),
    outbox: createOutbox(connection, box, clock),
    audit: createAuditLog(connection, clock),
    companies: createCompanyStore(connection),
    resume: {
      user: async () => {
        if (!user) throw notFound('user_not_found', 'There is no such user.');
        return { id: user.id, revision, json: Buffer.from(JSON.stringify(user)), updated: 0, version: '' };
      },
    },
    transact: (work) => inTransaction(connection, work),
    siteUrl: SITE,
    sendsMail: true,
    clock,
  } satisfies OwnerLinkDependencies;
}
let stores: ReturnType<typeof openStores>;

beforeAll(async () => {
  database = await openDatabaseFixture(process.env.MONGODB_URI);
  stores = openStores();
  await createIndexes(database.connection);
  companyId = (await stores.companies.create('Acme', 'Europe/Paris')).id;
});
afterAll(() => database.drop());
beforeEach(async () => {
  userId += 1;
  user = { id: userId, username: `ana${userId}`, email: `ana${userId}@example.com` };
  revision = 1;
  await database.connection.collection('outgoingMails').deleteMany({});
});

const linksWith = (changes: Partial<OwnerLinkDependencies> = {}) => createOwnerLinks({ ...stores, ...changes });
const request = (): LinkRequest => ({
  user: { id: `origin-${userId}`, byIdOrigin: true },
  caller: companyCaller(companyId, 'test'),
  actor: { kind: 'key', id: '3', name: 'Campus portal' },
  from: '192.0.2.7',
});
const tokenOf = (url: string | null) => url?.split('/').at(-1) ?? '';
const auditEntries = async () => {
  const { entries } = await stores.audit.list(companyId, {});
  return entries.filter(({ target }) => target.id === String(userId));
};

describe('an invitation', () => {
  test('is mailed and recorded if the site sends mail', async () => {
    const sent = await linksWith().invite(request(), 'fr');
    expect(sent).toEqual({ mailed: true, url: null, expiresAt: new Date(NOW + 7 * 86_400_000) });
    const [mail] = await stores.outbox.due(10);
    expect(mail).toMatchObject({
      template: 'ownerInvitation',
      to: `ana${userId}@example.com`,
      locale: 'fr',
      values: { company: 'Acme', url: expect.stringMatching(`^${SITE}/account/invitation/`) },
      expiresAt: sent.expiresAt,
    });
    const { url } = (mail?.values ?? {}) as { url: string };
    const link = { companyId, userId, email: `ana${userId}@example.com`, expiresAt: sent.expiresAt };
    expect(await stores.links.find('ownerInvitation', tokenOf(url))).toMatchObject(link);
    expect(await stores.credentials.find(userId)).toMatchObject({ username: `ana${userId}`, passwordVersion: '' });
    expect(await auditEntries()).toMatchObject([
      {
        action: 'ownerInvited',
        actor: { kind: 'key', id: '3', name: 'Campus portal' },
        // No personal data, because entries are never erased.
        target: { kind: 'user', id: String(userId), name: String(userId) },
        from: '192.0.2.7',
      },
    ]);
  });

  test('is returned once if the site sends no mail, and replaced by the next one', async () => {
    const links = linksWith({ sendsMail: false });
    const first = await links.invite(request(), 'en');
    const second = await links.invite(request(), 'en');
    expect([first.mailed, second.mailed, await stores.outbox.due(10)]).toEqual([false, false, []]);
    expect(await stores.links.find('ownerInvitation', tokenOf(first.url))).toBeUndefined();
    expect(await stores.links.find('ownerInvitation', tokenOf(second.url))).toMatchObject({ userId });
  });

  test('is rejected if the user has a password', async () => {
    await stores.credentials.invite({ userId, companyId, username: `ana${userId}`, email: `ana${userId}@example.com` });
    await stores.credentials.setPassword(userId, 'a long pass phrase');
    const rejected = linksWith().invite(request(), 'en');
    await expect(rejected).rejects.toMatchObject({ code: 'ALREADY_EXISTS', reason: 'already_signed_up' });
    expect([await stores.outbox.due(10), await auditEntries()]).toEqual([[], []]);
  });

  test('leaves nothing behind if its transaction fails', async () => {
    const fail = () => Promise.reject(new TypeError('failed'));
    for (const changes of [
      { outbox: { add: fail } },
      { audit: { record: fail } },
    ] satisfies Partial<OwnerLinkDependencies>[]) {
      await expect(linksWith(changes).invite(request(), 'en')).rejects.toThrow('failed');
      expect(await stores.credentials.find(userId)).toBeUndefined();
      expect(await stores.links.findOfOwner('ownerInvitation', userId)).toBeUndefined();
      expect([await stores.outbox.due(10), await auditEntries()]).toEqual([[], []]);
    }
  });

  test('is the only one after concurrent requests', async () => {
    const links = linksWith({ sendsMail: false });
    const sent = await Promise.all(Array.from({ length: 6 }, () => links.invite(request(), 'en')));
    const found = await Promise.all(sent.map(({ url }) => stores.links.find('ownerInvitation', tokenOf(url))));
    expect(found.filter((link) => link !== undefined)).toHaveLength(1);
    expect(await auditEntries()).toHaveLength(6);
  });

  test('gives no access if the user is deleted at the same time', async () => {
    const { credentials } = stores;
    const deleting = {
      ...credentials,
      invite: async (...parameters: Parameters<typeof credentials.invite>) => {
        await credentials.invite(...parameters);
        user = undefined;
      },
    };
    const rejected = linksWith({ credentials: deleting }).invite(request(), 'en');
    await expect(rejected).rejects.toMatchObject({ reason: 'user_not_found' });
    expect(await credentials.find(userId)).toBeUndefined();
    expect(await stores.links.findOfOwner('ownerInvitation', userId)).toBeUndefined();
  });

  test('does not keep names of the user that change at the same time', async () => {
    const { credentials } = stores;
    const email = `new${userId}@example.com`;
    const changing = {
      ...credentials,
      invite: async (...parameters: Parameters<typeof credentials.invite>) => {
        await credentials.invite(...parameters);
        user = { id: userId, username: `new${userId}`, email };
        revision = 2;
      },
    };
    await linksWith({ credentials: changing }).invite(request(), 'en');
    expect(await credentials.find(userId)).toMatchObject({ username: `new${userId}`, email });
  });

  test('stops working when it is withdrawn', async () => {
    const links = linksWith({ sendsMail: false });
    const { url } = await links.invite(request(), 'en');
    // The recipient could have asked for a new password before.
    const reset = { purpose: 'ownerReset', companyId, userId, email: 'ana@example.com' } as const;
    const resetToken = await inTransaction(database.connection, (session) => stores.links.create(reset, session));
    await links.withdrawInvitation(request());
    expect(await stores.links.find('ownerInvitation', tokenOf(url))).toBeUndefined();
    expect(await stores.links.find('ownerReset', resetToken)).toBeUndefined();
    expect(await stores.credentials.find(userId)).toBeUndefined();
    const again = links.withdrawInvitation(request());
    await expect(again).rejects.toMatchObject({ code: 'NOT_FOUND', reason: 'invitation_not_found' });
    expect((await auditEntries()).map(({ action }) => action)).toEqual(['ownerInvitationWithdrawn', 'ownerInvited']);
  });
});

describe('a link to reset the password', () => {
  const signUp = async () => {
    await stores.credentials.invite({ userId, companyId, username: `ana${userId}`, email: `ana${userId}@example.com` });
    await stores.credentials.setPassword(userId, 'a long pass phrase');
  };

  test('is mailed in the language of the user and recorded if the site sends mail', async () => {
    await signUp();
    await stores.credentials.setLocale(userId, 'it');
    const sent = await linksWith().resetPassword(request(), 'fr');
    expect(sent).toEqual({ mailed: true, url: null, expiresAt: new Date(NOW + 30 * 60_000) });
    expect(await stores.outbox.due(10)).toMatchObject([
      {
        template: 'ownerReset',
        to: `ana${userId}@example.com`,
        locale: 'it',
        values: {
          company: 'Acme',
          username: `ana${userId}`,
          url: expect.stringMatching(`^${SITE}/account/reset/`),
        },
        expiresAt: sent.expiresAt,
      },
    ]);
    expect(await auditEntries()).toMatchObject([
      {
        action: 'ownerResetLinkMade',
        actor: { kind: 'key', id: '3', name: 'Campus portal' },
        target: { kind: 'user', id: String(userId), name: String(userId) },
        from: '192.0.2.7',
      },
    ]);
  });

  test('is returned once if the site sends no mail, replaces earlier ones and keeps the password', async () => {
    await signUp();
    const links = linksWith({ sendsMail: false });
    const first = await links.resetPassword(request(), 'en');
    const second = await links.resetPassword(request(), 'en');
    expect([first.mailed, second.mailed, await stores.outbox.due(10)]).toEqual([false, false, []]);
    expect(await stores.links.find('ownerReset', tokenOf(first.url))).toBeUndefined();
    const link = { companyId, userId, email: `ana${userId}@example.com`, expiresAt: second.expiresAt };
    expect(await stores.links.find('ownerReset', tokenOf(second.url))).toMatchObject(link);
    expect(await stores.credentials.checkPassword(userId, 'a long pass phrase')).toBe(true);
  });

  test('is rejected, and leaves nothing behind, for users who have no password or were deleted', async () => {
    const reset = () => linksWith().resetPassword(request(), 'en');
    await expect(reset()).rejects.toMatchObject({ code: 'ABORTED', reason: 'not_signed_up' });
    expect(await stores.credentials.find(userId)).toBeUndefined();
    await linksWith({ sendsMail: false }).invite(request(), 'en');
    await expect(reset()).rejects.toMatchObject({ reason: 'not_signed_up' });
    user = undefined;
    await expect(reset()).rejects.toMatchObject({ reason: 'user_not_found' });
    expect([await stores.outbox.due(10), await stores.links.findOfOwner('ownerReset', userId)]).toEqual([
      [],
      undefined,
    ]);
    expect((await auditEntries()).map(({ action }) => action)).toEqual(['ownerInvited']);
  });
});

describe('a sign-in link', () => {
  test('works for a user without a credential, and is never mailed', async () => {
    const link = await linksWith().createSignInLink(request(), '/account/cv/7');
    expect(link).toEqual({
      url: expect.stringMatching(`^${SITE}/account/sign-in-link/`),
      expiresAt: new Date(NOW + 60_000),
    });
    const stored = { companyId, userId, path: '/account/cv/7', email: `ana${userId}@example.com` };
    expect(await stores.links.find('ownerSignIn', tokenOf(link.url))).toMatchObject(stored);
    expect(await stores.credentials.find(userId)).toMatchObject({ passwordVersion: '' });
    expect(await stores.outbox.due(10)).toEqual([]);
    expect((await auditEntries()).map(({ action }) => action)).toEqual(['ownerSignInLinkMade']);
  });

  test('keeps the password and the open invitation of the user', async () => {
    const links = linksWith({ sendsMail: false });
    const { url } = await links.invite(request(), 'en');
    await stores.credentials.setPassword(userId, 'a long pass phrase');
    await links.createSignInLink(request(), '/account');
    expect(await stores.credentials.checkPassword(userId, 'a long pass phrase')).toBe(true);
    expect(await stores.links.find('ownerInvitation', tokenOf(url))).toBeDefined();
  });
});
