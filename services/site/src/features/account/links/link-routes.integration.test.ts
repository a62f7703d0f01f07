import type { Owner } from '@vitae/accounts/credentials/owner-credentials';
import type { LinkPurpose } from '@vitae/accounts/links/one-time-links';
import { unavailable } from '@vitae/kit/errors';
import { expectConfined } from '@vitae/test/support/gateway/expect-confined';
import {
  type OwnerFixture,
  type OwnersFixture,
  type OwnersGateway,
  startOwnersFixture,
} from '@vitae/test/support/gateway/owner-fixtures';
import { createWebVisitor, type WebVisitor } from '@vitae/test/support/gateway/web-visitor';

const PASSWORD = 'entirely new words';
const CHOSEN = { next: PASSWORD, again: PASSWORD };

let system: OwnersFixture;
let gateway: OwnersGateway;

beforeAll(async () => {
  system = await startOwnersFixture(process.env);
  gateway = await system.start();
});
afterAll(() => system.close());

const visit = (at = gateway, address = system.newAddress()): WebVisitor => createWebVisitor(at.url, address);
const signIn = async (visitor: WebVisitor, login: string, password: string) =>
  (await visitor.submit(await visitor.get('/account'), '/account/sign-in', { login, password })).status;
const nameAt = async (visitor: WebVisitor) => /ana-\d+/.exec((await visitor.get('/account')).text)?.[0];

const noticeFor = (current: { username: string }, other: { username: string }) =>
  [
    `You are signed in as ${current.username}. This link is for ${other.username}. `,
    `If you continue, ${current.username} is signed out in this browser.`,
  ].join('');

let invited = 0;
async function inviteOwner(at = gateway): Promise<Omit<OwnerFixture, 'password' | 'locale'>> {
  const userId = 2 ** 45 + invited++;
  const owner = { userId, companyId: system.company.id, username: `ana-${userId}`, email: `ana-${userId}@example.com` };
  await at.credentials.invite(owner);
  return owner;
}

const PAGES = { ownerInvitation: 'invitation', ownerReset: 'reset', ownerSignIn: 'sign-in-link' } as const;

async function linkFor(
  { userId, companyId, email }: Pick<Owner, 'userId' | 'companyId' | 'email'>,
  purpose: keyof typeof PAGES,
  path = '/account',
  at = gateway,
): Promise<string> {
  const link = { purpose, userId, companyId, email, ...(purpose === 'ownerSignIn' && { path }) } as LinkPurpose;
  let token = '';
  await at.transact(async (session) => {
    token = await at.links.create(link, session);
  });
  return `/account/${PAGES[purpose]}/${token}`;
}

/** Uses a link in a new browser. */
async function use(path: string, fields: Record<string, string> = CHOSEN, visitor = visit()) {
  const page = await visitor.get(path);
  return page.status === 200 ? visitor.submit(page, path, fields) : page;
}

describe('an invitation', () => {
  test('shows who was invited, sets the password and signs in', async () => {
    const owner = await inviteOwner();
    const path = await linkFor(owner, 'ownerInvitation');
    const visitor = visit();
    const page = await visitor.get(path);
    for (const shown of [system.company.name, owner.username, owner.email]) expect(page.text).toContain(shown);
    expectConfined(page);
    for (const next of ['short', 'Password1!', owner.email, owner.username])
      expect((await visitor.submit(page, path, { next, again: next })).status).toBe(422);
    expect((await visitor.submit(page, path, { next: PASSWORD, again: 'other words' })).status).toBe(422);
    const planted = visitor.cookies.get('vitae_session');
    expect((await visitor.submit(page, path, CHOSEN)).location).toBe('/account');
    expect(visitor.cookies.get('vitae_session')).not.toBe(planted);
    expect(await nameAt(visitor)).toBe(owner.username);
    expect(await signIn(visit(), owner.email, PASSWORD)).toBe(303);
  });

  test('works once, also when its form is submitted concurrently', async () => {
    const path = await linkFor(await inviteOwner(), 'ownerInvitation');
    const responses = await Promise.all([use(path), use(path), use(path)]);
    expect(responses.map(({ status }) => status).sort()).toEqual([303, 404, 404]);
    expect((await visit().get(path)).status).toBe(404);
  });

  test('is invalid after another link set the password', async () => {
    const owner = await inviteOwner();
    const invitation = await linkFor(owner, 'ownerInvitation');
    expect((await use(await linkFor(owner, 'ownerReset'))).status).toBe(303);
    expect((await use(invitation)).status).toBe(404);
  });

  test('is invalid while the user has a password', async () => {
    const { userId, companyId, email } = await system.createOwner(gateway);
    expect((await use(await linkFor({ userId, companyId, email }, 'ownerInvitation'))).status).toBe(404);
  });
});

describe('a link', () => {
  const purposes = Object.keys(PAGES) as (keyof typeof PAGES)[];

  test.each(purposes)(
    'for %s says who else is signed in, and replaces that session only if continued',
    async (purpose) => {
      const [current, other] = [await system.createOwner(gateway), await inviteOwner()];
      const visitor = visit();
      await signIn(visitor, current.username, current.password);
      const path = await linkFor(other, purpose);
      const page = await visitor.get(path);
      expect(page.text).toContain(noticeFor(current, other));
      expect(page.text).toMatch(new RegExp(`href="/account">Stay signed in as [^<]*${current.username}`));
      expectConfined(page);
      if (purpose !== 'ownerSignIn') {
        const rejected = await visitor.submit(page, path, { next: 'short', again: 'short' });
        expect([rejected.status, rejected.text]).toEqual([422, expect.stringContaining(noticeFor(current, other))]);
      }
      expect(await nameAt(visitor)).toBe(current.username);
      await visitor.submit(page, path, purpose === 'ownerSignIn' ? {} : CHOSEN);
      expect(await nameAt(visitor)).toBe(purpose === 'ownerReset' ? undefined : other.username);
      expect(await gateway.sessions.list(current.userId)).toHaveLength(0);
    },
  );

  test.each(purposes)('for %s shows no notice to its owner and to visitors who are not signed in', async (purpose) => {
    const other = await inviteOwner();
    const visitor = visit();
    const notice = 'You are signed in as';
    expect((await visitor.get(await linkFor(other, purpose))).text).not.toContain(notice);
    if (purpose === 'ownerInvitation') return;
    await use(await linkFor(other, 'ownerSignIn'), {}, visitor);
    expect((await visitor.get(await linkFor(other, purpose))).text).not.toContain(notice);
  });

  test.each(purposes)('for %s is not consumed by a page view', async (purpose) => {
    const path = await linkFor(await inviteOwner(), purpose);
    for (let views = 0; views < 2; views++) expect((await visit().get(path)).status).toBe(200);
  });

  test.each(purposes)('for %s that is replaced, withdrawn, foreign or guessed leads to one page', async (purpose) => {
    const owner = await inviteOwner();
    const replaced = await linkFor(owner, purpose);
    const withdrawn = await linkFor(owner, purpose);
    await gateway.transact((session) => gateway.links.withdrawOfOwner(purpose, owner.userId, session));
    const other = purposes.find((one) => one !== purpose) ?? purpose;
    const foreign = (await linkFor(owner, other)).replace(PAGES[other], PAGES[purpose]);
    const guessed = `/account/${PAGES[purpose]}/${'x'.repeat(43)}`;
    const fields = purpose === 'ownerSignIn' ? {} : CHOSEN;
    for (const path of [replaced, withdrawn, foreign, guessed, `/account/${PAGES[purpose]}/%00`]) {
      const visitor = visit();
      const page = await visitor.get(path);
      expect([path, page.status]).toEqual([path, 404]);
      expect(page.text).toContain('ask the company that created your account for help');
      const { csrf = '' } = Object.fromEntries(
        [...(await visitor.get('/account')).text.matchAll(/name="(csrf)" value="([^"]+)"/g)].map((all) => all.slice(1)),
      );
      expect([path, (await visitor.post(path, { csrf, ...fields })).status]).toEqual([path, 404]);
    }
    expect((await gateway.credentials.find(owner.userId))?.passwordVersion).toBe('');
  });

  test.each(['ownerInvitation', 'ownerReset'] as const)(
    'for %s is proof only of the address to which it was sent',
    async (purpose) => {
      const owner = await inviteOwner();
      const path = await linkFor(owner, purpose);
      const email = `new-${owner.email}`;
      await gateway.credentials.setNames(owner.userId, { username: owner.username, email, revision: 2 });
      expect((await use(path)).status).toBe(404);
    },
  );

  test.each(purposes)('for %s is invalid after the user was deleted', async (purpose) => {
    const owner = await inviteOwner();
    const path = await linkFor(owner, purpose);
    const visitor = visit();
    const page = await visitor.get(path);
    await gateway.revokeOwnerAccess(owner.userId);
    const fields: Record<string, string> = purpose === 'ownerSignIn' ? {} : CHOSEN;
    expect((await visitor.submit(page, path, fields)).status).toBe(404);
    expect(await gateway.credentials.find(owner.userId)).toBeUndefined();
  });

  test.each(purposes)('for %s is not used by a forged form', async (purpose) => {
    const path = await linkFor(await inviteOwner(), purpose);
    const fields: Record<string, string> = purpose === 'ownerSignIn' ? {} : CHOSEN;
    expect((await visit().post(path, { ...fields, csrf: 'x' })).status).toBe(403);
    expect((await visit().get(path)).status).toBe(200);
  });
});

describe('a forgotten password', () => {
  const ask = async (login: string, visitor = visit()) =>
    visitor.submitAndFollow(await visitor.get('/account/forgotten'), '/account/forgotten', { login });
  const mailsTo = async (email: string) => {
    await gateway.queueResetMails();
    return (await gateway.outbox.due(1_000)).filter(({ to }) => to === email);
  };
  const mailTo = async (email: string) => (await mailsTo(email))[0];
  const pathIn = (mail: Awaited<ReturnType<typeof mailTo>>) =>
    mail && 'url' in mail.values ? new URL(mail.values.url).pathname : '';

  test('is replaced with a mailed link, which ends every session and forgets failures', async () => {
    const owner = await system.createOwner(gateway);
    const signedIn = visit();
    await signIn(signedIn, owner.username, owner.password);
    const visitor = visit();
    for (let tries = 0; tries < 12; tries++) await signIn(visitor, owner.username, 'wrong');
    expect(await signIn(visitor, owner.username, owner.password)).toBe(429);
    await ask(owner.email.toUpperCase());
    const mail = await mailTo(owner.email);
    expect(mail).toMatchObject({
      template: 'ownerReset',
      locale: 'en',
      values: { company: system.company.name, username: owner.username },
    });
    const response = await use(pathIn(mail), CHOSEN, visitor);
    expect(response.location).toBe('/account?done=password-set');
    expect((await visitor.get('/account?done=password-set')).text).toContain('Your password has been reset.');
    expect(await nameAt(signedIn)).toBeUndefined();
    expect(await signIn(visitor, owner.username, owner.password)).toBe(403);
    expect(await signIn(visitor, owner.username, PASSWORD)).toBe(303);
  });

  test('is mailed only to the user of the company on whose page it was requested', async () => {
    const first = await system.createOwner(gateway);
    const second = await system.createOwner(gateway, system.otherCompany);
    const names = { username: first.username, email: second.email, revision: 2 };
    await gateway.credentials.setNames(second.userId, names);
    const { slug = '' } = system.otherCompany;
    const visitor = visit();
    const signInPage = await visitor.get(`/${slug}/sign-in`);
    expect(signInPage.text).toContain(`href="/account/forgotten?company=${slug}"`);
    const path = `/account/forgotten?company=${slug}`;
    const sent = await visitor.submitAndFollow(await visitor.get(path), path, { login: first.username });
    expect(sent.text).toContain(`href="/${slug}/sign-in"`);
    expect(await mailTo(second.email)).toBeDefined();
    expect(await mailTo(first.email)).toBeUndefined();
  });

  test('invalidates the other links of the owner', async () => {
    const owner = await system.createOwner(gateway);
    const signInLink = await linkFor(owner, 'ownerSignIn');
    expect((await use(await linkFor(owner, 'ownerReset'))).status).toBe(303);
    expect((await use(signInLink, {})).status).toBe(404);
  });

  test('can be reset for every account with the address, also for invited owners', async () => {
    const first = await inviteOwner();
    const second = await system.createOwner(gateway, system.otherCompany);
    await gateway.credentials.setNames(second.userId, { username: second.username, email: first.email, revision: 2 });
    await ask(first.email);
    const queued = await mailsTo(first.email);
    const names = queued.map(({ values }) => ('username' in values ? values.username : ''));
    expect(names.sort()).toEqual([first.username, second.username].sort());
    for (const mail of queued) expect((await use(pathIn(mail))).status).toBe(303);
    expect(await signIn(visit(), first.username, PASSWORD)).toBe(303);
  });

  test('is mailed if the site stopped right after the request, and never for half of the accounts', async () => {
    const first = await system.createOwner(gateway);
    const second = await system.createOwner(gateway, system.otherCompany);
    await gateway.credentials.setNames(second.userId, { username: second.username, email: first.email, revision: 2 });
    expect((await ask(first.email)).status).toBe(200);
    expect(await gateway.outbox.due(1_000)).toContainEqual(
      expect.objectContaining({ template: 'ownerResetRequest', to: first.email }),
    );
    const { create } = gateway.links;
    gateway.links.create = (link, session) =>
      'userId' in link && link.userId === second.userId ? Promise.reject(new Error('killed')) : create(link, session);
    await expect(gateway.queueResetMails()).rejects.toThrow('killed');
    gateway.links.create = create;
    expect(await gateway.links.findOfOwner('ownerReset', first.userId)).toBeUndefined();
    expect(await mailsTo(first.email)).toHaveLength(2);
    await gateway.queueResetMails();
    expect(await mailsTo(first.email)).toHaveLength(2);
  });

  test('shows the same page for unknown names, and limits requests for each name alike', async () => {
    const owner = await system.createOwner(gateway);
    const [known, unknown] = [await ask(owner.username), await ask(`unknown-${owner.userId}`)];
    expect([known.status, known.text]).toEqual([200, unknown.text]);
    for (const name of [owner.username, `unknown-${owner.userId}`]) {
      for (let asked = 1; asked < 10; asked++) expect((await ask(name)).status).toBe(200);
      const rejected = await ask(name);
      expect([rejected.status, Number(rejected.headers.get('retry-after'))]).toEqual([429, expect.any(Number)]);
      expect(rejected.text).toContain('Too many requests.');
    }
  });

  test('cannot be mailed by a server without mail, which says what to do', async () => {
    const withoutMail = await system.start({ sendsMail: false });
    const { text } = await visit(withoutMail).get('/account/forgotten');
    expect(text).toContain('Ask the company that created your account for a link to choose a new password.');
    expect(text).not.toContain('action="/account/forgotten"');
  });
});

describe('a sign-in link', () => {
  test('signs in once after a click and leads to its page', async () => {
    const owner = await inviteOwner();
    const path = await linkFor(owner, 'ownerSignIn', '/account/applications?a=1');
    const visitor = visit();
    const page = await visitor.get(path);
    expect(page.text).toContain(`Sign in as ${owner.username}`);
    expectConfined(page);
    const planted = visitor.cookies.get('vitae_session');
    expect((await visitor.submit(page, path)).location).toBe('/account/applications?a=1');
    expect(visitor.cookies.get('vitae_session')).not.toBe(planted);
    expect(await nameAt(visitor)).toBe(owner.username);
    expect((await use(path, {})).status).toBe(404);
  });

  test('replaces the session of another owner only after a click', async () => {
    const [current, other] = [await system.createOwner(gateway), await inviteOwner()];
    const visitor = visit();
    await signIn(visitor, current.username, current.password);
    const path = await linkFor(other, 'ownerSignIn');
    const page = await visitor.get(path);
    expect(page.text).toContain(noticeFor(current, other));
    expect(await nameAt(visitor)).toBe(current.username);
    await visitor.submit(page, path);
    expect(await nameAt(visitor)).toBe(other.username);
  });

  test('lets owners without a password choose one by mail instead of asking for it', async () => {
    const owner = await inviteOwner();
    const visitor = visit();
    await use(await linkFor(owner, 'ownerSignIn'), {}, visitor);
    const { text } = await visitor.get('/account/profile');
    expect(text).toContain('You signed in with a link and have no password yet.');
    for (const form of ['password', 'profile/username', 'profile/email'])
      expect(text).not.toContain(`action="/account/${form}"`);
    const { text: deletion } = await visitor.get('/account/delete');
    expect(deletion).toContain('href="/account/forgotten"');
  });

  test('lets owners choose a first password directly if the site sends no mail', async () => {
    const silent = await system.start({ sendsMail: false });
    const owner = await inviteOwner(silent);
    const visitor = visit(silent);
    const path = await linkFor(owner, 'ownerSignIn', '/account', silent);
    await visitor.submit(await visitor.get(path), path);
    const deletion = await visitor.get('/account/delete');
    expect(deletion.text).toContain('href="/account/profile#password"');
    expect(deletion.text).not.toContain('action="/account/delete"');
    const profile = await visitor.get('/account/profile');
    const wrong = await visitor.submit(profile, '/account/password', { next: PASSWORD, again: 'other words' });
    expect(wrong.status).toBe(422);
    const chosen = await visitor.submit(profile, '/account/password', CHOSEN);
    expect(chosen.location).toBe('/account/profile?done=password');
    expect(await signIn(visit(silent), owner.username, PASSWORD)).toBe(303);
    // From now on, the password must be confirmed.
    const again = await visitor.submit(await visitor.get('/account/profile'), '/account/password', {
      current: '',
      next: 'other new words',
      again: 'other new words',
    });
    expect([again.status, again.text]).toEqual([422, expect.stringMatching(/id="field-current-error"/)]);
    expect(await silent.credentials.setFirstPassword(owner.userId, 'other new words')).toBe(false);
    expect(await signIn(visit(silent), owner.username, 'other new words')).toBe(403);
  });

  test('still works once if the session could not be stored', async () => {
    const owner = await inviteOwner();
    const path = await linkFor(owner, 'ownerSignIn');
    const { start } = gateway.sessions;
    gateway.sessions.start = () => Promise.reject(unavailable('dependency_unavailable', 'Redis is unavailable.'));
    expect((await use(path, {})).status).toBe(503);
    gateway.sessions.start = start;
    expect((await use(path, {})).status).toBe(303);
    expect((await use(path, {})).status).toBe(404);
    expect(await gateway.sessions.list(owner.userId)).toHaveLength(1);
  });

  test('is never used by two requests', async () => {
    const path = await linkFor(await inviteOwner(), 'ownerSignIn');
    const responses = await Promise.all([use(path, {}), use(path, {}), use(path, {})]);
    expect(responses.map(({ status }) => status).sort()).toEqual([303, 404, 404]);
  });
});

test('signing in without a password fails like a wrong password', async () => {
  const [withPassword, without] = [await system.createOwner(gateway), await inviteOwner()];
  const failures = [];
  for (const { username } of [withPassword, without]) {
    const visitor = visit();
    const statuses: number[] = [];
    for (const password of ['', 'hash for unknown accounts', ...Array(10).fill('wrong')])
      statuses.push(await signIn(visitor, username, password));
    failures.push(statuses);
  }
  expect(failures[1]).toEqual(failures[0]);
  expect(failures[1]?.at(-1)).toBe(429);
});

// This test moves the clock, so it runs last.
test.each([
  ['ownerInvitation', 7 * 1_440],
  ['ownerReset', 30],
  ['ownerSignIn', 1],
] as const)('a link for %s expires after %i minutes', async (purpose, minutes) => {
  const path = await linkFor(await inviteOwner(), purpose);
  system.clock.forward(minutes * 60_000);
  expect((await visit().get(path)).status).toBe(404);
});
