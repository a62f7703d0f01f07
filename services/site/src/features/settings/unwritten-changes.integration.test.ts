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

/** The same form twice: while its audit entry is refused, and after that. */
async function unwrittenThenDone(
  action: AuditAction,
  send: () => Promise<PageResponse>,
  untouched: () => Promise<void>,
) {
  const before = (await gateway.audit.list(system.company.id, { action })).entries.length;
  expect((await withRejectedAudit(gateway.connection, action, send)).status).toBe(500);
  await untouched();
  const done = await send();
  expect([200, 303]).toContain(done.status);
  expect((await gateway.audit.list(system.company.id, { action })).entries).toHaveLength(before + 1);
  return done;
}

const links = (email: string) => gateway.connection.collection('oneTimeLinks').countDocuments({ email });
const linkIn = () => /\/settings\/\w+\/[\w-]{43}/.exec(system.mails.at(-1)?.text ?? '')?.[0] ?? '';

describe('a change that cannot be written in the audit log is not made:', () => {
  test('a role', async () => {
    const { id } = await system.createAdministrator(gateway, 'viewer');
    const page = await visitor.get(TEAM);
    const roleOf = async () => (await gateway.administrators.find(id))?.role;
    await unwrittenThenDone(
      'roleChanged',
      () => visitor.submit(page, `${TEAM}/${id}/role`, { role: 'owner' }),
      async () => expect(await roleOf()).toBe('viewer'),
    );
    expect(await roleOf()).toBe('owner');
  });

  test('a removal, with the sessions and the second factor', async () => {
    const person = await system.createAdministrator(gateway, 'viewer');
    const own = await signedIn(person);
    await own.get(SECOND_FACTOR);
    const page = await visitor.get(`${TEAM}/${person.id}/remove`);
    const factors = () => gateway.connection.collection('secondFactors').countDocuments({ _id: person.id as never });
    await unwrittenThenDone(
      'administratorRemoved',
      () => visitor.submit(page, `${TEAM}/${person.id}/remove`),
      async () => {
        expect((await own.get('/settings/security')).status).toBe(200);
        expect(await factors()).toBe(1);
      },
    );
    expect((await own.get('/settings/security')).status).toBe(303);
    expect(await factors()).toBe(0);
  });

  test('an invitation, and its withdrawal', async () => {
    const email = 'asked@example.com';
    const page = await visitor.get(TEAM);
    await unwrittenThenDone(
      'invited',
      () => visitor.submit(page, `${TEAM}/invitations`, { email, role: 'viewer' }),
      async () => expect([await links(email), system.mails]).toEqual([0, []]),
    );
    const team = await visitor.get(TEAM);
    const [, action = ''] = /action="(\/settings\/team\/invitations\/\d+\/withdraw)"/.exec(team.text) ?? [];
    await unwrittenThenDone(
      'invitationWithdrawn',
      () => visitor.submit(team, action),
      async () => expect(await links(email)).toBe(1),
    );
    expect(await links(email)).toBe(0);
  });

  test('an administrator by an invitation, whose link is not used up', async () => {
    const email = 'comes@example.com';
    await visitor.submit(await visitor.get(TEAM), `${TEAM}/invitations`, { email, role: 'viewer' });
    const path = linkIn();
    const invited = visit();
    const page = await invited.get(path);
    await unwrittenThenDone(
      'invitationAccepted',
      () => invited.submit(page, path, { next: NEW_PASSWORD, again: NEW_PASSWORD }),
      async () => expect([await gateway.administrators.findByEmail(email), await links(email)]).toEqual([undefined, 1]),
    );
    expect(await gateway.administrators.findByEmail(email)).toMatchObject({ role: 'viewer' });
  });

  test('a password, by its owner', async () => {
    const person = await system.createAdministrator(gateway, 'viewer');
    const change = { current: person.password, next: NEW_PASSWORD, again: NEW_PASSWORD };
    // The sessions end before it: each try has one of its own.
    const send = async () => {
      const own = await signedIn(person);
      return own.submit(await own.get('/settings/security'), '/settings/security/password', change);
    };
    await unwrittenThenDone('passwordChanged', send, async () =>
      expect(await gateway.administrators.checkPassword(person.id, person.password)).toBe(true),
    );
    expect(await gateway.administrators.checkPassword(person.id, NEW_PASSWORD)).toBe(true);
  });

  test('a link for a lost password, and the password that is set by it', async () => {
    const person = await system.createAdministrator(gateway, 'viewer');
    const one = visit();
    const forgotten = await one.get('/settings/forgotten');
    const ask = () => one.submit(forgotten, '/settings/forgotten', { email: person.email });
    await withRejectedAudit(gateway.connection, 'resetLinkMade', async () => {
      expect((await ask()).status).toBe(200);
      // Nobody waits for the link: it has failed when the gateway says so.
      await until('the link has failed', () => logged.some((line) => line.includes('A link was not made')));
    });
    expect([await links(person.email), system.mails]).toEqual([0, []]);
    await ask();
    await until('a link was sent', () => system.mails.length > 0);
    expect(await links(person.email)).toBe(1);
    const page = await one.get(linkIn());
    await unwrittenThenDone(
      'passwordReset',
      () => one.submit(page, linkIn(), { next: NEW_PASSWORD, again: NEW_PASSWORD }),
      async () => {
        expect(await gateway.administrators.checkPassword(person.id, person.password)).toBe(true);
        expect(await links(person.email)).toBe(1);
      },
    );
    expect(await gateway.administrators.checkPassword(person.id, NEW_PASSWORD)).toBe(true);
  });

  test('a second factor, its recovery codes, and its end', async () => {
    const person = await system.createAdministrator(gateway, 'viewer');
    const own = await signedIn(person);
    const page = await own.get(SECOND_FACTOR);
    const { password } = person;
    const stateOf = () => gateway.connection.collection('secondFactors').findOne({ _id: person.id as never });
    await unwrittenThenDone(
      'secondFactorOn',
      async () => own.submit(page, SECOND_FACTOR, { password, code: await system.codeNow(person) }),
      async () => expect(await stateOf()).toMatchObject({ isOn: false, recoveryDigests: [], lastStep: 0 }),
    );
    const change = async (what: string) => {
      // A code of an earlier try was taken: it is used up, whatever became of the change.
      system.clock.forward(STEP_MS);
      const form = await own.get(SECOND_FACTOR);
      return own.submit(form, `${SECOND_FACTOR}/change`, { password, code: await system.codeNow(person), do: what });
    };
    const before = await stateOf();
    await unwrittenThenDone(
      'recoveryCodesMade',
      () => change('codes'),
      async () => expect((await stateOf())?.recoveryDigests).toEqual(before?.recoveryDigests),
    );
    await unwrittenThenDone(
      'secondFactorOff',
      () => change('turnOff'),
      async () => expect(await stateOf()).toMatchObject({ isOn: true }),
    );
    expect(await stateOf()).toBeNull();
  });

  test('the use of a recovery code', async () => {
    const person = await system.createAdministrator(gateway, 'viewer');
    const own = await signedIn(person);
    const fields = { password: person.password, code: await own.get(SECOND_FACTOR).then(() => system.codeNow(person)) };
    const codes = await own.submit(await own.get(SECOND_FACTOR), SECOND_FACTOR, fields);
    const [code = ''] = /[0-9A-Z]{4}(-[0-9A-Z]{4}){3}/.exec(codes.text) ?? [];
    const one = visit();
    await signIn(one, person);
    const asked = await one.get('/settings/sign-in/code');
    const left = async () =>
      (await gateway.connection.collection('secondFactors').findOne({ _id: person.id as never }))?.recoveryDigests
        .length;
    await unwrittenThenDone(
      'recoveryCodeUsed',
      () => one.submit(asked, '/settings/sign-in/code', { code }),
      async () => expect(await left()).toBe(10),
    );
    expect(await left()).toBe(9);
  });
});
