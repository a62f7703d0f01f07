import { generateKeyPairSync } from 'node:crypto';
import { signedUrl } from '@vitae/accounts/signatures/sign-url';
import type { Page } from 'puppeteer';
import { devices, follow, signIn as signInOnPage } from '../support/browser.ts';
import type { AdministratorFixture } from '../support/gateway/settings-fixture.ts';
import { type SettingsInBrowser, startSettingsInBrowser } from '../support/settings-in-browser.ts';

let settings: SettingsInBrowser;
let newcomer: AdministratorFixture;
let viewer: AdministratorFixture;
let historical: number;
let used: { id: number; key: string; secret: string };

const DAY_MS = 86_400_000;

beforeAll(async () => {
  settings = await startSettingsInBrowser(process.env);
  const { system, gateway } = settings;
  viewer = await system.createAdministrator(gateway, 'viewer');
  newcomer = await system.createAdministrator(gateway, 'owner', system.otherCompany);
  const { manager, uses, legacyUses, observations } = gateway.keyAccess;
  const { id: companyId } = system.company;
  for (let index = 0; index < 55; index++) await manager.create(companyId, `Program ${index}`, 'unlimited');
  used = await manager.create(companyId, 'Website import with quite a long name & <markup> in it', '30');
  const keys = gateway.connection.collection<{ _id: number }>('keys');
  await keys.updateOne({ _id: used.id }, { $set: { createdAt: new Date(system.clock.now() - 300 * DAY_MS) } });
  const revoked = await manager.create(companyId, '=SUM(A1:A9)', '365');
  await manager.revoke(revoked.key);
  const rolled = await manager.create(companyId, 'Nightly statistics', '90');
  await manager.roll(rolled, '90', 3);
  const old = await manager.importLegacy(companyId, 'Old import', 'studio-2009', 'a historical secret');
  historical = old.id;
  const at = new Date(system.clock.now() - DAY_MS);
  const use = {
    at,
    address: '2001:db8::1',
    userAgent: 'PHP/5.3 (a client that says a lot about itself, and then some)',
  };
  await uses.write(new Map([used.id, old.id].map((id) => [id, use])));
  const counters = [
    { source: `k${old.id}`, endpoint: 'cv.read', name: 'accepted_standard', count: 1_204 },
    { source: `k${old.id}`, endpoint: 'unknown', name: 'accepted_standard', count: 3 },
  ];
  const minute = Math.floor(at.getTime() / 60_000);
  const consumed = { companyId, minute, generation: '1', counters };
  await gateway.consumption.store.flush([{ minute: consumed, timeZone: system.company.timeZone }]);
  const addresses = new Map([[use.address, 1_207]]);
  await observations.add(old.id, { addresses, others: 0, repeated: 2, late: 7 });
  await legacyUses.add(old.id, { uses: 1_204, lateUses: 7, lastUsedAt: at, lastUserAgent: 'PHP/5.3' });
  await gateway.ownerAccess.applications.create({
    companyId,
    name: 'Jobs & Co',
    callbacks: ['https://jobs.example/back'],
  });
  for (let index = 0; index < 3; index++) {
    gateway.consumption.rejectedRequests.record(companyId, {
      requestId: `request-${index}`,
      at: system.clock.now(),
      source: `k${used.id}`,
      cause: 'invalid_signature',
      endpoint: 'cv.read',
      suggestion: '2012',
      method: 'GET',
      target: `/api/v1/cv/1?term=Ada+Lovelace&apikey=${used.key}&nonce=abcdefgh${index}&timestamp=1774267200&hash=${'a'.repeat(64)}`,
    });
  }
  await gateway.consumption.rejectedRequests.flush();
});
afterAll(() => settings.close());

/** Visits the pages in one tab, in the order an administrator reaches them. */
async function* visit(page: Page): AsyncGenerator<string> {
  const { system, gateway, owner } = settings;
  const open = (path: string) => page.goto(`${gateway.url}/settings${path}`);
  const fill = (selector: string, value: string) => page.locator(`main ${selector}`).fill(value);
  const submit = (action: string) =>
    follow(page, () => page.locator(`main form[action="/settings/${action}"] button`).click());
  const signIn = (administrator: AdministratorFixture) => settings.signIn(page, administrator);
  const signOut = () => follow(page, () => page.locator('header button').click());

  await signIn(newcomer);
  await open('/keys');
  yield 'settings-keys-empty';
  await open('/applications');
  yield 'settings-applications-empty';
  await open('/signature');
  yield 'settings-signature-empty';
  await signOut();

  await signIn(owner);
  await open('/keys');
  yield 'settings-keys';
  await open('/keys?text=nothing&state=expired');
  yield 'settings-keys-nothing';
  await open('/keys/new');
  yield 'settings-key-new';
  await fill('input[name=name]', ' ');
  await submit('keys');
  yield 'settings-key-new-problem';
  await fill('input[name=name]', 'Website import');
  await submit('keys');
  yield 'settings-key-made';
  await open(`/keys/${used.id}`);
  yield 'settings-key';
  await open(`/keys/${used.id}/revoke`);
  yield 'settings-key-revoke';
  await open(`/keys/${historical}/roll`);
  yield 'settings-key-roll';
  await open(`/keys/${historical}`);
  yield 'settings-key-historical';
  await fill('textarea[name=networks]', '192.0.2.0/24\nsomewhere');
  await submit(`keys/${historical}/fence`);
  yield 'settings-key-fence-problem';
  await fill('textarea[name=networks]', '192.0.2.0/24');
  await submit(`keys/${historical}/fence`);
  yield 'settings-key-fenced';

  await open('/applications');
  yield 'settings-applications';
  await open('/applications/new');
  yield 'settings-application-new';
  await fill('input[name=name]', 'Mentor Circle');
  await fill('textarea[name=callbacks]', 'javascript:alert(1)');
  await submit('applications');
  yield 'settings-application-problem';
  await page.deleteCookie({ name: 'vitae_settings' });
  expect(await submit('applications')).toBe(403);
  yield 'settings-sign-in-kept';
  expect(await signInOnPage(page, owner.email, owner.password)).toBe(200);
  expect(await page.$eval('input[name=name]', (field) => field.value)).toBe('Mentor Circle');
  yield 'settings-application-kept';
  await fill('textarea[name=callbacks]', 'oob');
  await fill('textarea[name=origins]', 'https://circle.example');
  const { publicKey } = generateKeyPairSync('rsa', { modulusLength: 2_048 });
  await fill('textarea[name=rsaPublicKey]', publicKey.export({ type: 'spki', format: 'pem' }).toString());
  await submit('applications');
  yield 'settings-application-made';
  await follow(page, () => page.locator('main a.button-primary').click());
  yield 'settings-application';
  const path = new URL(page.url()).pathname.replace('/settings', '');
  await open(`${path}/api-key`);
  yield 'settings-application-roll';
  await open(`${path}/disable`);
  yield 'settings-application-disable';

  await open('/signature');
  yield 'settings-signature';
  await fill('textarea[name=url]', 'no address');
  await submit('signature');
  yield 'settings-signature-problem';
  const { url, canonical } = signedUrl({
    scheme: 'hmac',
    method: 'GET',
    url: `${gateway.url}/api/v1/users/search?term=Ada%20Lovelace`,
    key: used.key,
    secret: 'another',
    now: system.clock.now() - 2 * 3_600_000,
    nonce: 'abcdefgh',
  });
  await fill('textarea[name=url]', url);
  await fill('textarea[name=theirs]', canonical.replace('%20', '+'));
  await submit('signature');
  yield 'settings-signature-explained';
  await open('/signature?request=request-1');
  yield 'settings-signature-request';
  await signOut();

  await signIn(viewer);
  await open(`/keys/${historical}`);
  yield 'settings-key-viewer';
}

test.each(devices)(
  'API settings pages have no accessibility violation or horizontal overflow at $width px, $scheme',
  async (device) => {
    // Four visits in one minute exceed the company's limit of signature explanations.
    const { system, gateway } = settings;
    await gateway.redis.del(`{c:${system.company.id}}:explanations`);
    expect(await settings.findPageProblems(visit, device)).toEqual({});
  },
  400_000,
);
