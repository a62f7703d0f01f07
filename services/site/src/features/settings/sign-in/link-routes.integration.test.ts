import {
  type AdministratorFixture,
  type SettingsFixture,
  type SettingsGateway,
  startSettingsFixture,
} from '@vitae/test/support/gateway/settings-fixture';
import { signedInAt, signIn, visitSettings } from '@vitae/test/support/gateway/settings-visitor';
import { hiddenFields, type WebVisitor } from '@vitae/test/support/gateway/web-visitor';
import { until } from '@vitae/test/support/until';

const PASSWORD = 'entirely new words';

let system: SettingsFixture;
let gateway: SettingsGateway;
let owner: AdministratorFixture;

beforeAll(async () => {
  system = await startSettingsFixture(process.env);
  gateway = await system.start({ sendsMail: true });
  owner = await system.createAdministrator(gateway, 'owner');
});
afterAll(() => system.close());
beforeEach(() => {
  system.mails.length = 0;
});

const visit = (at = gateway) => visitSettings(at);
const signedIn = (by: AdministratorFixture, at = gateway) => signedInAt(at, by);
const pathOf = (url = '') => URL.parse(url)?.pathname ?? '';
const linkIn = (text = '') => pathOf(/https?:\S+/.exec(text)?.[0]);

async function invite(email: string, role: string, by?: WebVisitor): Promise<string> {
  const visitor = by ?? (await signedIn(owner));
  await visitor.submit(await visitor.get('/settings/team'), '/settings/team/invitations', { email, role });
  return linkIn(system.mails.at(-1)?.text);
}

const entriesAbout = async (name: string) =>
  (await gateway.audit.list(system.company.id, {})).entries.filter(({ target }) => target.name === name);
const actionsAbout = async (name: string) => (await entriesAbout(name)).map(({ action }) => action).reverse();
const accept = async (path: string, fields = { next: PASSWORD, again: PASSWORD }) => {
  const visitor = visit();
  const page = await visitor.get(path);
  return page.status === 200 ? visitor.submit(page, path, fields) : page;
};

describe('invitation', () => {
  test('is sent by email, creates one administrator and is audited', async () => {
    const path = await invite('new@example.com', 'viewer');
    expect(system.mails).toEqual([
      { to: 'new@example.com', subject: 'Invitation to join Studio Lumière on Vitae', text: expect.any(String) },
    ]);
    const responses = await Promise.all([accept(path), accept(path), accept(path)]);
    expect(responses.filter(({ location }) => location === '/settings')).toHaveLength(1);
    expect(await gateway.administrators.findByEmail('new@example.com')).toMatchObject({ role: 'viewer' });
    expect((await visit().get(path)).status).toBe(404);
    expect(await actionsAbout('new@example.com')).toEqual(['invited', 'invitationAccepted']);
  });

  test('is invalid after it was withdrawn, replaced or expired', async () => {
    const visitor = await signedIn(owner);
    const withdrawn = await invite('withdrawn@example.com', 'owner', visitor);
    const team = await visitor.get('/settings/team');
    const action = /action="(\/settings\/team\/invitations\/\d+\/withdraw)"/.exec(team.text)?.[1] ?? '';
    await visitor.submit(team, action);
    expect((await visit().get(withdrawn)).status).toBe(404);
    const first = await invite('replaced@example.com', 'viewer', visitor);
    const second = await invite('replaced@example.com', 'viewer', visitor);
    expect((await visit().get(first)).status).toBe(404);
    expect((await visit().get(second)).status).toBe(200);
    system.clock.forward(7 * 86_400_000);
    expect((await accept(second)).status).toBe(404);
  });

  test('shows its link once if no mail server is configured', async () => {
    const withoutMail = await system.start();
    const visitor = await signedIn(owner, withoutMail);
    const page = await visitor.get('/settings/team');
    const shown = await visitor.submitAndFollow(page, '/settings/team/invitations', {
      email: 'hand@example.com',
      role: 'viewer',
    });
    const [url = ''] = /http:\/\/[^<\s]+\/settings\/invitation\/[\w-]{43}/.exec(shown.text) ?? [];
    expect((await visit().get(pathOf(url))).status).toBe(200);
    expect((await visitor.get('/settings/team')).text).not.toContain(url);
    const stored = await gateway.connection.collection('oneTimeLinks').find().toArray();
    expect(JSON.stringify(stored)).not.toContain(url.slice(-43));
  });

  test('is sent once if its form is submitted twice, and only with a role', async () => {
    const visitor = await signedIn(owner);
    const page = await visitor.get('/settings/team');
    const invitation = { email: 'twice@example.com', role: 'viewer' };
    for (const role of ['', 'admin'])
      expect((await visitor.submit(page, '/settings/team/invitations', { ...invitation, role })).status).toBe(400);
    for (let time = 0; time < 2; time++) {
      const { status, location } = await visitor.submit(page, '/settings/team/invitations', invitation);
      expect([status, location]).toEqual([303, '/settings/team?done=invited']);
    }
    expect(system.mails.filter(({ to }) => to === invitation.email)).toHaveLength(1);
  });

  test('says who else is signed in, and replaces that session only if it is accepted', async () => {
    const path = await invite('second@example.com', 'viewer');
    const visitor = await signedIn(owner);
    const page = await visitor.get(path);
    expect(page.text).toContain(`You are signed in as ${owner.email}. This link is for second@example.com.`);
    expect(page.text).toContain('href="/settings">Stay signed in as');
    expect((await visitor.get('/settings/team')).status).toBe(200);
    expect((await visitor.submit(page, path, { next: PASSWORD, again: PASSWORD })).location).toBe('/settings');
    expect((await visitor.get('/settings/security')).text).toContain('second@example.com');
    expect((await visit().get(await invite('third@example.com', 'viewer'))).text).not.toContain('You are signed in as');
  });

  test('cannot be accepted for the address of an existing administrator', async () => {
    const path = await invite('Taken@example.com', 'owner');
    const other = await gateway.administrators.create(system.otherCompany.id, 'taken@example.com', PASSWORD);
    expect((await accept(path)).status).toBe(409);
    expect(await gateway.administrators.findByEmail('taken@example.com')).toEqual(other);
  });

  test('cannot be withdrawn by another company', async () => {
    const foreign = await system.createAdministrator(gateway, 'owner', system.otherCompany);
    const path = await invite('theirs@example.com', 'viewer', await signedIn(foreign));
    const stored = await gateway.connection.collection('oneTimeLinks').findOne({ email: 'theirs@example.com' });
    const visitor = await signedIn(owner);
    const { csrf = '' } = hiddenFields((await visitor.get('/settings/team')).text, '/settings/team/invitations');
    await visitor.post(`/settings/team/invitations/${stored?._id}/withdraw`, { csrf });
    expect((await visit().get(path)).status).toBe(200);
    expect(await actionsAbout('theirs@example.com')).toEqual([]);
  });

  test.each(['no-address', 'a@b\r\nBcc: c@d.e', '<a@b.c>', `${'a'.repeat(250)}@b.cd`])(
    'is rejected for the invalid address %j',
    async (email) => {
      const visitor = await signedIn(owner);
      const page = await visitor.get('/settings/team');
      expect((await visitor.submit(page, '/settings/team/invitations', { email, role: 'viewer' })).status).toBe(422);
      expect(system.mails).toEqual([]);
    },
  );
});

describe('password reset', () => {
  const ask = async (email: string, visitor = visit()) =>
    visitor.submitAndFollow(await visitor.get('/settings/forgotten'), '/settings/forgotten', { email });

  test('works once per link and ends every session', async () => {
    const administrator = await system.createAdministrator(gateway, 'administrator');
    const visitor = await signedIn(administrator);
    await ask(administrator.email.toUpperCase());
    await until('the mails are sent', () => system.mails.length === 1);
    const path = linkIn(system.mails[0]?.text);
    for (const next of ['short', 'Password1!', administrator.email])
      expect((await accept(path, { next, again: next })).status).toBe(422);
    expect((await accept(path)).location).toBe('/settings/sign-in?done=passwordSet');
    expect((await accept(path)).status).toBe(404);
    expect((await visitor.get('/settings/limits')).status).toBe(303);
    expect((await signIn(visit(), administrator)).status).toBe(403);
    expect((await signIn(visit(), { ...administrator, password: PASSWORD })).status).toBe(303);
    expect(await actionsAbout(administrator.email)).toEqual([
      'signedIn',
      'resetLinkMade',
      'passwordReset',
      'signInFailed',
      'signedIn',
    ]);
  });

  test('says who else is signed in, and signs that administrator out', async () => {
    const administrator = await system.createAdministrator(gateway, 'administrator');
    await ask(administrator.email);
    await until('the mails are sent', () => system.mails.length === 1);
    const path = linkIn(system.mails[0]?.text);
    const visitor = await signedIn(owner);
    const page = await visitor.get(path);
    expect(page.text).toContain(`You are signed in as ${owner.email}. This link is for ${administrator.email}.`);
    expect((await visitor.get('/settings/team')).status).toBe(200);
    await visitor.submit(page, path, { next: PASSWORD, again: PASSWORD });
    expect((await visitor.get('/settings/team')).status).toBe(303);
  });

  test('rejects a link that was sent to a previous email address', async () => {
    const administrator = await system.createAdministrator(gateway, 'administrator');
    await ask(administrator.email);
    await until('the mails are sent', () => system.mails.length === 1);
    const email = `new-${administrator.email}`;
    await gateway.connection
      .collection<{ _id: number }>('administrators')
      .updateOne({ _id: administrator.id }, { $set: { email, emailKey: email } });
    expect((await accept(linkIn(system.mails[0]?.text))).status).toBe(404);
    expect((await signIn(visit(), { ...administrator, email })).status).toBe(303);
  });

  test('signs in without delay after the failures that led to it', async () => {
    const administrator = await system.createAdministrator(gateway, 'administrator');
    const visitor = visit();
    for (let tries = 0; tries < 12; tries++) await signIn(visitor, { ...administrator, password: 'wrong' });
    expect((await signIn(visitor, administrator)).status).toBe(429);
    await ask(administrator.email);
    await until('the mails are sent', () => system.mails.length === 1);
    const path = linkIn(system.mails[0]?.text);
    await visitor.submit(await visitor.get(path), path, { next: PASSWORD, again: PASSWORD });
    expect((await signIn(visitor, { ...administrator, password: PASSWORD })).status).toBe(303);
  });

  test('returns the same page for an unknown address', async () => {
    const [known, unknown] = [await ask(owner.email), await ask(`unknown-${owner.id}@example.com`)];
    expect(known.status).toBe(200);
    expect(unknown.text).toBe(known.text);
    await until('the mails are sent', () => system.mails.length === 1);
  });

  test('limits the number of links, which expire after 30 minutes', async () => {
    const administrator = await system.createAdministrator(gateway, 'administrator');
    for (let asked = 0; asked < 10; asked++) expect((await ask(administrator.email)).status).toBe(200);
    expect((await ask(administrator.email)).status).toBe(429);
    await until('the mails are sent', () => system.mails.length === 10);
    system.clock.forward(31 * 60_000);
    expect((await visit().get(linkIn(system.mails.at(-1)?.text))).status).toBe(404);
  });
});
