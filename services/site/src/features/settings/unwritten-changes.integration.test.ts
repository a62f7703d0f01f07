import type { AuditAction } from '@vitae/accounts/audit/audit-actions';
import { createLogger } from '@vitae/kit/log';
import { withRejectedAudit } from '@vitae/test/support/gateway/reject-audit';
import {
  type AdministratorFixture,
  type SettingsFixture,
  type SettingsGateway,
  startSettingsFixture,
} from '@vitae/test/support/gateway/settings-fixture';
import { signedInAt, signIn, visitSettings } from '@vitae/test/support/gateway/settings-visitor';
import type { PageResponse, WebVisitor } from '@vitae/test/support/gateway/web-visitor';
import { until } from '@vitae/test/support/until';

const TEAM = '/settings/team';
const SECOND_FACTOR = '/settings/security/second-factor';
const NEW_PASSWORD = 'entirely new words';
const STEP_MS = 30_000;

let system: SettingsFixture;
let gateway: SettingsGateway;
let owner: AdministratorFixture;
let visitor: WebVisitor;
const logged: string[] = [];

beforeAll(async () => {
  system = await startSettingsFixture(process.env);
  const destination = { write: (line: string) => logged.push(line) };
  gateway = await system.start({ sendsMail: true, log: createLogger({ name: 'test', level: 'error', destination }) });
  owner = await system.createAdministrator(gateway, 'owner');
  visitor = await signedIn(owner);
});
afterAll(() => system.close());
beforeEach(() => {
  system.mails.length = 0;
});

const visit = () => visitSettings(gateway);
const signedIn = (by: AdministratorFixture) => signedInAt(gateway, by);

/** Submits the form while the database rejects its audit entry, and once more after that. */
async function failThenSucceed(
  action: AuditAction,
  send: () => Promise<PageResponse>,
  expectUnchanged: () => Promise<void>,
) {
  const before = (await gateway.audit.list(system.company.id, { action })).entries.length;
  expect((await withRejectedAudit(gateway.connection, action, send)).status).toBe(500);
  await expectUnchanged();
  const done = await send();
  expect([200, 303]).toContain(done.status);
  expect((await gateway.audit.list(system.company.id, { action })).entries).toHaveLength(before + 1);
  return done;
}

const links = (email: string) => gateway.connection.collection('oneTimeLinks').countDocuments({ email });
const linkIn = () => /\/settings\/\w+\/[\w-]{43}/.exec(system.mails.at(-1)?.text ?? '')?.[0] ?? '';

describe('changes without an audit entry', () => {
  test('do not change a role', async () => {
    const { id } = await system.createAdministrator(gateway, 'viewer');
    const page = await visitor.get(TEAM);
    const roleOf = async () => (await gateway.administrators.find(id))?.role;
    await failThenSucceed(
      'roleChanged',
      () => visitor.submit(page, `${TEAM}/${id}/role`, { role: 'owner' }),
      async () => expect(await roleOf()).toBe('viewer'),
    );
    expect(await roleOf()).toBe('owner');
  });

  test('do not remove an administrator, the sessions or the second factor', async () => {
    const administrator = await system.createAdministrator(gateway, 'viewer');
    const own = await signedIn(administrator);
    await own.get(SECOND_FACTOR);
    const page = await visitor.get(`${TEAM}/${administrator.id}/remove`);
    const factors = () =>
      gateway.connection.collection('secondFactors').countDocuments({ _id: administrator.id as never });
    await failThenSucceed(
      'administratorRemoved',
      () => visitor.submit(page, `${TEAM}/${administrator.id}/remove`),
      async () => {
        expect((await own.get('/settings/security')).status).toBe(200);
        expect(await factors()).toBe(1);
      },
    );
    expect((await own.get('/settings/security')).status).toBe(303);
    expect(await factors()).toBe(0);
  });

  test('neither create nor withdraw an invitation', async () => {
    const email = 'asked@example.com';
    const page = await visitor.get(TEAM);
    await failThenSucceed(
      'invited',
      () => visitor.submit(page, `${TEAM}/invitations`, { email, role: 'viewer' }),
      async () => expect([await links(email), system.mails]).toEqual([0, []]),
    );
    const team = await visitor.get(TEAM);
    const [, action = ''] = /action="(\/settings\/team\/invitations\/\d+\/withdraw)"/.exec(team.text) ?? [];
    await failThenSucceed(
      'invitationWithdrawn',
      () => visitor.submit(team, action),
      async () => expect(await links(email)).toBe(1),
    );
    expect(await links(email)).toBe(0);
  });

  test('neither create an administrator nor use up the invitation', async () => {
    const email = 'comes@example.com';
    await visitor.submit(await visitor.get(TEAM), `${TEAM}/invitations`, { email, role: 'viewer' });
    const path = linkIn();
    const invited = visit();
    const page = await invited.get(path);
    await failThenSucceed(
      'invitationAccepted',
      () => invited.submit(page, path, { next: NEW_PASSWORD, again: NEW_PASSWORD }),
      async () => expect([await gateway.administrators.findByEmail(email), await links(email)]).toEqual([undefined, 1]),
    );
    expect(await gateway.administrators.findByEmail(email)).toMatchObject({ role: 'viewer' });
  });

  test('do not change the password of an administrator', async () => {
    const administrator = await system.createAdministrator(gateway, 'viewer');
    const change = { current: administrator.password, next: NEW_PASSWORD, again: NEW_PASSWORD };
    // The attempt ends all sessions, so each attempt signs in first.
    const send = async () => {
      const own = await signedIn(administrator);
      return own.submit(await own.get('/settings/security'), '/settings/security/password', change);
    };
    await failThenSucceed('passwordChanged', send, async () =>
      expect(await gateway.administrators.checkPassword(administrator.id, administrator.password)).toBe(true),
    );
    expect(await gateway.administrators.checkPassword(administrator.id, NEW_PASSWORD)).toBe(true);
  });

  test('neither create a reset link nor reset the password', async () => {
    const administrator = await system.createAdministrator(gateway, 'viewer');
    const one = visit();
    const forgotten = await one.get('/settings/forgotten');
    const ask = () => one.submit(forgotten, '/settings/forgotten', { email: administrator.email });
    await withRejectedAudit(gateway.connection, 'resetLinkMade', async () => {
      expect((await ask()).status).toBe(303);
      // The link is created after the response, so the log shows the failure.
      await until('the link has failed', () => logged.some((line) => line.includes('A link was not made')));
    });
    expect([await links(administrator.email), system.mails]).toEqual([0, []]);
    await ask();
    await until('a link was sent', () => system.mails.length > 0);
    expect(await links(administrator.email)).toBe(1);
    const page = await one.get(linkIn());
    await failThenSucceed(
      'passwordReset',
      () => one.submit(page, linkIn(), { next: NEW_PASSWORD, again: NEW_PASSWORD }),
      async () => {
        expect(await gateway.administrators.checkPassword(administrator.id, administrator.password)).toBe(true);
        expect(await links(administrator.email)).toBe(1);
      },
    );
    expect(await gateway.administrators.checkPassword(administrator.id, NEW_PASSWORD)).toBe(true);
  });

  test('do not turn the second factor on or off and do not replace recovery codes', async () => {
    const administrator = await system.createAdministrator(gateway, 'viewer');
    const own = await signedIn(administrator);
    const page = await own.get(SECOND_FACTOR);
    const { password } = administrator;
    const stateOf = () => gateway.connection.collection('secondFactors').findOne({ _id: administrator.id as never });
    await failThenSucceed(
      'secondFactorOn',
      async () => own.submit(page, SECOND_FACTOR, { password, code: await system.codeNow(administrator) }),
      async () => expect(await stateOf()).toMatchObject({ isOn: false, recoveryDigests: [], lastStep: 0 }),
    );
    const change = async (what: string) => {
      // The failed attempt used up its code.
      system.clock.forward(STEP_MS);
      const form = await own.get(SECOND_FACTOR);
      return own.submit(form, `${SECOND_FACTOR}/change`, {
        password,
        code: await system.codeNow(administrator),
        do: what,
      });
    };
    const before = await stateOf();
    await failThenSucceed(
      'recoveryCodesMade',
      () => change('newCodes'),
      async () => expect((await stateOf())?.recoveryDigests).toEqual(before?.recoveryDigests),
    );
    await failThenSucceed(
      'secondFactorOff',
      () => change('turnOff'),
      async () => expect(await stateOf()).toMatchObject({ isOn: true }),
    );
    expect(await stateOf()).toBeNull();
  });

  test('do not use up a recovery code', async () => {
    const administrator = await system.createAdministrator(gateway, 'viewer');
    const own = await signedIn(administrator);
    const fields = {
      password: administrator.password,
      code: await own.get(SECOND_FACTOR).then(() => system.codeNow(administrator)),
    };
    const codes = await own.submitAndFollow(await own.get(SECOND_FACTOR), SECOND_FACTOR, fields);
    const [code = ''] = /[0-9A-Z]{4}(-[0-9A-Z]{4}){3}/.exec(codes.text) ?? [];
    const one = visit();
    await signIn(one, administrator);
    const asked = await one.get('/settings/sign-in/code');
    const left = async () =>
      (await gateway.connection.collection('secondFactors').findOne({ _id: administrator.id as never }))
        ?.recoveryDigests.length;
    await failThenSucceed(
      'recoveryCodeUsed',
      () => one.submit(asked, '/settings/sign-in/code', { code }),
      async () => expect(await left()).toBe(10),
    );
    expect(await left()).toBe(9);
  });
});
