import { randomUUID } from 'node:crypto';
import {
  type AdministratorFixture,
  type SettingsFixture,
  type SettingsGateway,
  startSettingsFixture,
} from '@vitae/test/support/gateway/settings-fixture';
import { signedInAt } from '@vitae/test/support/gateway/settings-visitor';

let system: SettingsFixture;
let gateway: SettingsGateway;
let administrator: AdministratorFixture;
let viewer: AdministratorFixture;
let userId = 10_000;

beforeAll(async () => {
  system = await startSettingsFixture(process.env);
  gateway = await system.start();
  await system.createAdministrator(gateway, 'owner');
  administrator = await system.createAdministrator(gateway, 'administrator');
  viewer = await system.createAdministrator(gateway, 'viewer');
});
afterAll(() => system.close());
beforeEach(() => {
  userId += 100;
});

const addUser = (lastname = `Pereira${userId}`, at = gateway, company = system.company) =>
  at.addUser(company.id, userId, lastname);
const listOf = (lastname: string) => `/settings/users?term=${lastname}`;
const pathOf = (id: number) => `/settings/users/${id}/invitation`;
const resetOf = (id: number) => `/settings/users/${id}/password-reset`;

describe('the users of a company', () => {
  test('are invited with a link that is shown once, if the server sends no mail', async () => {
    const { id, lastname } = addUser();
    const visitor = await signedInAt(gateway, administrator);
    const list = await visitor.get(listOf(lastname));
    expect(list.text).toContain('Not invited');
    expect(list.text).toContain(`${gateway.url}/${system.company.slug}/sign-in</code>`);
    const shown = await visitor.submitAndFollow(list, pathOf(id));
    const url = /<code[^>]*>([^<]+)</.exec(shown.text)?.[1] ?? '';
    const token = url.split('/account/invitation/')[1] ?? '';
    expect(await gateway.ownerAccess.links.find('ownerInvitation', token)).toMatchObject({ userId: id });
    expect((await visitor.get('/settings/users/invited')).location).toBe('/settings/users');

    const invited = await visitor.get(listOf(lastname));
    expect(invited.text).toMatch(/Invited until.*Invite again.*Withdraw/s);
    const withdrawn = await visitor.submit(invited, `${pathOf(id)}/withdraw`);
    expect(withdrawn.location).toBe(`${listOf(lastname)}&done=withdrawn`);
    expect(await gateway.ownerAccess.links.find('ownerInvitation', token)).toBeUndefined();
    // The invitation may have ended in the meantime.
    expect((await visitor.submit(invited, `${pathOf(id)}/withdraw`)).status).toBe(303);
    const { entries } = await gateway.audit.list(system.company.id, {});
    expect(entries.slice(0, 2)).toMatchObject(
      ['ownerInvitationWithdrawn', 'ownerInvited'].map((action) => ({
        action,
        actor: { kind: 'administrator', id: administrator.id },
        target: { kind: 'user', id: String(id) },
        from: expect.any(String),
      })),
    );
  });

  test('are invited by mail in the language of the page', async () => {
    const mailing = await system.start({ sendsMail: true });
    const { id, lastname, email } = addUser(undefined, mailing);
    const visitor = await signedInAt(mailing, administrator);
    const list = await visitor.get(`${listOf(lastname)}&locale=it`);
    const { location } = await visitor.submit(list, pathOf(id));
    expect(location).toBe(`${listOf(lastname)}&done=invited`);
    const mails = await mailing.outbox.due(100);
    expect(mails.filter(({ to }) => to === email)).toMatchObject([{ template: 'ownerInvitation', locale: 'it' }]);
  });

  test('who have a password are not invited, but receive a link to reset it', async () => {
    const { id, lastname, username, email } = addUser();
    const visitor = await signedInAt(gateway, administrator);
    const before = await visitor.get(listOf(lastname));
    const { credentials } = gateway.ownerAccess;
    await credentials.set({
      userId: id,
      companyId: system.company.id,
      username,
      email,
      password: 'a long pass phrase',
    });
    const { location } = await visitor.submit(before, pathOf(id));
    expect(location).toBe(`${listOf(lastname)}&done=signedUp`);
    const after = await visitor.get(location ?? '');
    expect(after.text).toContain('This user has already chosen a password');
    expect(after.text).toContain('Can sign in');
    expect(after.text).not.toContain(pathOf(id));

    const shown = await visitor.submitAndFollow(after, resetOf(id));
    expect(shown.text).toContain('Share the reset link');
    const token = /\/account\/reset\/([\w-]+)</.exec(shown.text)?.[1] ?? '';
    expect(await gateway.ownerAccess.links.find('ownerReset', token)).toMatchObject({ userId: id });
    expect((await visitor.get('/settings/users/reset')).location).toBe('/settings/users');
    const { entries } = await gateway.audit.list(system.company.id, {});
    expect(entries[0]).toMatchObject({
      action: 'ownerResetLinkMade',
      actor: { kind: 'administrator', id: administrator.id },
      target: { kind: 'user', id: String(id) },
    });
    // The credential may have been removed since the list was shown.
    await credentials.remove(id);
    const rejected = await visitor.submit(after, resetOf(id), { once: randomUUID() });
    expect(rejected.location).toBe(`${listOf(lastname)}&done=notSignedUp`);
    expect((await visitor.get(rejected.location ?? '')).text).toContain('Invite the user instead.');
  });

  test('are listed to viewers, who cannot invite them', async () => {
    const { id, lastname } = addUser();
    const visitor = await signedInAt(gateway, viewer);
    const list = await visitor.get(listOf(lastname));
    expect(list.text).toContain(`Ana ${lastname}`);
    expect(list.text).not.toContain(pathOf(id));
    const csrf = /name="csrf" value="([^"]+)"/.exec(list.text)?.[1] ?? '';
    for (const path of [pathOf(id), `${pathOf(id)}/withdraw`, resetOf(id)])
      expect((await visitor.post(path, { csrf })).status).toBe(403);
    expect((await (await signedInAt(gateway, administrator)).get(listOf(lastname))).text).toContain(pathOf(id));
  });

  test('are shown in pages of 20', async () => {
    const lastname = `Paged${userId}`;
    for (let count = 0; count < 25; count++) gateway.addUser(system.company.id, userId + count, lastname);
    const visitor = await signedInAt(gateway, viewer);
    const first = await visitor.get(listOf(lastname));
    const next = /href="([^"]+)" rel="next"/.exec(first.text)?.[1]?.replaceAll('&amp;', '&') ?? '';
    const second = await visitor.get(next);
    const rowsOf = ({ text }: { text: string }) => text.split('@example.com').length - 1;
    expect([rowsOf(first), rowsOf(second)]).toEqual([20, 5]);
    expect(second.text).toContain('First page');
    expect(second.text).not.toContain('Next page');
    expect((await visitor.get(listOf('Unknown'))).text).toContain('No users match your search.');
  });

  test('of another company are not found', async () => {
    const { id, lastname } = addUser(undefined, gateway, system.otherCompany);
    const own = gateway.addUser(system.company.id, userId + 1, `Own${userId}`);
    const visitor = await signedInAt(gateway, administrator);
    expect((await visitor.get(listOf(lastname))).text).toContain('No users match your search.');
    const list = await visitor.get(listOf(own.lastname));
    const csrf = /name="csrf" value="([^"]+)"/.exec(list.text)?.[1] ?? '';
    for (const path of [pathOf(id), `${pathOf(id)}/withdraw`, resetOf(id)]) {
      const once = '00000000-0000-4000-8000-000000000000';
      expect([path, (await visitor.post(path, { csrf, once })).status]).toEqual([path, 404]);
    }
    expect(await gateway.ownerAccess.credentials.find(id)).toBeUndefined();
  });
});
