import { generateKeyPairSync } from 'node:crypto';
import { unchangedFields } from '@vitae/test/support/gateway/form-fields';
import {
  type AdministratorFixture,
  type SettingsFixture,
  type SettingsGateway,
  startSettingsFixture,
} from '@vitae/test/support/gateway/settings-fixture';
import { signedInAt, signIn } from '@vitae/test/support/gateway/settings-visitor';
import type { PageResponse, WebVisitor } from '@vitae/test/support/gateway/web-visitor';
import { ADMINISTRATOR_SESSION } from './administrator-visitors.ts';

const SIGN_IN = '/settings/sign-in';
const CODE = '/settings/sign-in/code';
const APPLICATIONS = '/settings/applications';
const UNSAVED = 'your changes are not saved yet';
const SHOWN = 'Your changes are still here';

let system: SettingsFixture;
let gateway: SettingsGateway;
let owner: AdministratorFixture;
let visitor: WebVisitor;

beforeAll(async () => {
  system = await startSettingsFixture(process.env);
  gateway = await system.start();
  // The first administrator of a company is its owner.
  await system.createAdministrator(gateway, 'owner');
});
afterAll(() => system.close());
beforeEach(async () => {
  owner = await system.createAdministrator(gateway, 'owner');
  visitor = await signedInAt(gateway, owner);
});

const endSessions = () => system.clock.forward((ADMINISTRATOR_SESSION.absoluteSeconds + 1) * 1_000);
const ofOurSite = () => ({ Origin: gateway.url });

function submit(page: PageResponse, action: string, changes: Record<string, string>, headers = ofOurSite()) {
  return visitor.post(action, { ...unchangedFields(page.text, action), ...changes }, headers);
}

/** Submits a form after the session of its administrator has ended. */
async function submitLate(address: string, action: string, changes: Record<string, string>, headers = ofOurSite()) {
  const page = await visitor.get(address);
  endSessions();
  return submit(page, action, changes, headers);
}

const signInAs = ({ email, password }: AdministratorFixture, page: PageResponse) =>
  visitor.submit(page, SIGN_IN, { email, password });

const newApplication = (): [address: string, action: string, typed: Record<string, string>] => [
  `${APPLICATIONS}/new`,
  APPLICATIONS,
  { name: `Typed ${owner.id}`, callbacks: 'https://jobs.example/back', origins: 'https://jobs.example' },
];
const applications = async () =>
  (await gateway.ownerAccess.applications.list(system.company.id)).map(({ name }) => name);

describe('a form of the settings that is submitted after the session ended', () => {
  test.each<[string, () => Promise<ReturnType<typeof newApplication>>]>([
    ['of a new application', async () => newApplication()],
    [
      'of an application',
      async () => {
        const companyId = system.company.id;
        const { id } = await gateway.ownerAccess.applications.create({ companyId, name: 'Jobs', callbacks: ['oob'] });
        const [, , typed] = newApplication();
        return [`${APPLICATIONS}/${id}`, `${APPLICATIONS}/${id}`, typed];
      },
    ],
    ['of a new key', async () => ['/settings/keys/new', '/settings/keys', { name: 'Typed', lifetime: '90' }]],
    [
      'with the restrictions of a key',
      async () => {
        const { manager } = gateway.keyAccess;
        const { id } = await manager.importLegacy(system.company.id, 'old', `Old${owner.id}`, 'secret');
        const typed = { action: 'save', networks: '192.0.2.0/24', 'endpoint:cv.read': 'on' };
        return [`/settings/keys/${id}`, `/settings/keys/${id}/fence`, typed];
      },
    ],
    [
      'of an invitation',
      async () => [
        '/settings/team',
        '/settings/team/invitations',
        { email: `typed-${owner.id}@mail.example`, role: 'administrator' },
      ],
    ],
  ])('%s is shown again after the sign-in, then saved', async (_name, prepare) => {
    const [address, action, typed] = await prepare();
    const signInPage = await submitLate(address, action, typed);
    expect([signInPage.status, signInPage.text]).toEqual([403, expect.stringContaining(UNSAVED)]);
    expect(signInPage.text).not.toMatch(/Typed|typed-|192\.0\.2/);
    const wrong = await visitor.submit(signInPage, SIGN_IN, { email: owner.email, password: 'wrong' });
    expect([wrong.status, wrong.text]).toEqual([403, expect.stringContaining(UNSAVED)]);
    const shown = await signInAs(owner, wrong);
    expect([shown.status, shown.text]).toEqual([200, expect.stringContaining(SHOWN)]);
    const { action: pressed = '', ...fields } = typed;
    expect(unchangedFields(shown.text, action)).toMatchObject(fields);
    // A link to another language would lose the text.
    for (const { text } of [signInPage, wrong, shown]) expect(text).not.toContain('hreflang');
    expect((await submit(shown, action, pressed ? { action: pressed } : {})).status).toBe(303);
  });

  test('is shown again after a second factor', async () => {
    const page = await visitor.get('/settings/security/second-factor');
    const code = await system.codeNow(owner);
    await visitor.submit(page, '/settings/security/second-factor', { code, password: owner.password });
    const [address, action, typed] = newApplication();
    const codePage = await signInAs(owner, await submitLate(address, action, typed));
    expect([codePage.status, codePage.text]).toEqual([200, expect.stringContaining(`action="${CODE}"`)]);
    const wrong = await visitor.submit(codePage, CODE, { code: '0000' });
    expect(wrong.status).toBe(403);
    const shown = await visitor.submit(wrong, CODE, { code: await system.codeNow(owner) });
    expect([shown.status, shown.text]).toEqual([200, expect.stringContaining(SHOWN)]);
    expect((await submit(shown, action, {})).status).toBe(303);
    expect(await applications()).toContain(typed.name);
  });

  test('is not shown to another administrator who signs in', async () => {
    const signInPage = await submitLate(...newApplication());
    const shown = await signInAs(await system.createAdministrator(gateway, 'owner'), signInPage);
    expect([shown.status, shown.location]).toEqual([303, '/settings']);
    expect(shown.text).not.toContain('Typed');
  });

  test('is not shown if the administrator may no longer change anything', async () => {
    const signInPage = await submitLate(...newApplication());
    await gateway.administrators.setRole(system.company.id, owner.id, 'viewer');
    const shown = await signInAs(owner, signInPage);
    expect([shown.status, shown.text]).toEqual([403, expect.not.stringContaining('Typed')]);
  });

  test.each(['https://other.example', 'null'])('is not kept if it is from elsewhere: %s', async (Origin) => {
    const rejected = await submitLate(...newApplication(), { Origin });
    expect([rejected.status, rejected.text]).toEqual([403, expect.not.stringContaining('name="kept"')]);
  });

  test('is shown again if the administrator has signed in in another window, but not for another site', async () => {
    const [address, action, typed] = newApplication();
    const page = await visitor.get(address);
    endSessions();
    await signIn(visitor, owner);
    const shown = await submit(page, action, typed);
    expect([shown.status, shown.text]).toEqual([403, expect.stringContaining(SHOWN)]);
    expect(unchangedFields(shown.text, action)).toMatchObject(typed);
    const foreign = await submit(page, action, typed, { Origin: 'https://other.example' });
    expect([foreign.status, foreign.text]).toEqual([403, expect.not.stringContaining('Typed')]);
    expect(await applications()).not.toContain(typed.name);
  });

  test('is kept if the administrator signs in in another window first, but not for another site', async () => {
    const [address, action, typed] = newApplication();
    const signInPage = await submitLate(address, action, typed);
    await signIn(visitor, owner);
    const fields = { ...unchangedFields(signInPage.text, SIGN_IN), email: owner.email, password: owner.password };
    for (const headers of [{}, { Origin: 'https://other.example' }] as Record<string, string>[]) {
      const rejected = await visitor.post(SIGN_IN, fields, headers);
      expect([rejected.status, rejected.text]).toEqual([403, expect.not.stringContaining('name="kept"')]);
    }
    const expired = await visitor.post(SIGN_IN, fields, ofOurSite());
    expect([expired.status, expired.text]).toEqual([403, expect.stringContaining(UNSAVED)]);
    const shown = await signInAs(owner, expired);
    expect([shown.status, shown.text]).toEqual([200, expect.stringContaining(SHOWN)]);
    expect(unchangedFields(shown.text, action)).toMatchObject(typed);
    expect((await submit(shown, action, {})).status).toBe(303);
  });

  test('is kept by the page for the code if the administrator signs in in another window first', async () => {
    const page = await visitor.get('/settings/security/second-factor');
    const code = await system.codeNow(owner);
    await visitor.submit(page, '/settings/security/second-factor', { code, password: owner.password });
    const [address, action, typed] = newApplication();
    const codePage = await signInAs(owner, await submitLate(address, action, typed));
    await signInAs(owner, await visitor.get(SIGN_IN));
    const fields = { ...unchangedFields(codePage.text, CODE), code: await system.codeNow(owner) };
    const expired = await visitor.post(CODE, fields, ofOurSite());
    expect([expired.status, expired.text]).toEqual([403, expect.stringContaining(UNSAVED)]);
    const shown = await visitor.submit(await signInAs(owner, expired), CODE, { code: await system.codeNow(owner) });
    expect([shown.status, shown.text]).toEqual([200, expect.stringContaining(SHOWN)]);
    expect(unchangedFields(shown.text, action)).toMatchObject(typed);
  });

  test('does not keep a private key', async () => {
    const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2_048 });
    const rsaPublicKey = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
    const [address, action, typed] = newApplication();
    const shown = await signInAs(owner, await submitLate(address, action, { ...typed, rsaPublicKey }));
    expect(unchangedFields(shown.text, action)).toMatchObject({ ...typed, rsaPublicKey: '' });
    expect(shown.text).not.toContain('PRIVATE KEY');
  });

  test('with passwords is not kept', async () => {
    const change = { current: owner.password, next: 'other little words', again: 'other little words' };
    const rejected = await submitLate('/settings/security', '/settings/security/password', change);
    expect([rejected.status, rejected.text]).toEqual([403, expect.not.stringContaining('name="kept"')]);
  });
});

test.each([
  ['/settings/keys/new', '/settings/keys', { name: ' ', lifetime: '90' }, { lifetime: '90' }],
  [
    '/settings/team',
    '/settings/team/invitations',
    { email: 'not an address', role: 'administrator' },
    { role: 'administrator' },
  ],
])('a form with an error keeps what was chosen: %s', async (address, action, typed, chosen) => {
  const rejected = await submit(await visitor.get(address), action, typed);
  expect(rejected.status).toBe(422);
  expect(unchangedFields(rejected.text, action)).toMatchObject(chosen);
});
