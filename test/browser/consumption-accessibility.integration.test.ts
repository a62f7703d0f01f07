import type { Page } from 'puppeteer';
import { devices, follow, PHONE } from '../support/browser.ts';
import { seedLastHour } from '../support/consumption-fixture.ts';
import type { AdministratorFixture } from '../support/gateway/settings-fixture.ts';
import { type SettingsInBrowser, startSettingsInBrowser } from '../support/settings-in-browser.ts';

let settings: SettingsInBrowser;
let newcomer: AdministratorFixture;

beforeAll(async () => {
  settings = await startSettingsInBrowser(process.env);
  const { system, gateway } = settings;
  newcomer = await system.createAdministrator(gateway, 'owner', system.otherCompany);
  await seedLastHour(system, gateway);
});
afterAll(() => settings.close());

/** Visits the pages in one tab, in the order an administrator reaches them. */
async function* visit(page: Page): AsyncGenerator<string> {
  const { gateway, owner, signIn } = settings;
  const open = (path: string) => page.goto(`${gateway.url}/settings/${path}`);
  await signIn(page, newcomer);
  await open('consumption');
  yield 'settings-consumption-first-day';
  await open('consumption/refused');
  yield 'settings-consumption-refused-none';
  await open('consumption/calls');
  yield 'settings-consumption-calls-none';
  await follow(page, () => page.locator('header button').click());
  await signIn(page, owner);
  // Paused, because live updates would change the page during the check.
  await open('consumption?paused=1');
  yield 'settings-consumption';
  await page.click('main details summary');
  yield 'settings-consumption-table';
  await open('consumption?view=month&paused=1&outcome=invalid_signature');
  yield 'settings-consumption-filtered';
  await open('consumption?view=year&paused=1');
  yield 'settings-consumption-year';
  await open('consumption?view=day&at=2025-01-01&paused=1');
  yield 'settings-consumption-empty';
  await open('consumption/calls');
  yield 'settings-consumption-calls';
  await open('consumption/calls?view=month&sort=p95');
  yield 'settings-consumption-calls-sorted';
  await open('consumption/refused');
  yield 'settings-consumption-refused';
  await open('limits?standard=60&intensive=1');
  yield 'settings-limits-simulated';
}

test.each(devices)(
  'consumption pages have no accessibility violation or horizontal overflow at $width px, $scheme',
  async (device) => {
    expect(await settings.findPageProblems(visit, device)).toEqual({});
  },
  400_000,
);

test('consumption pages have no accessibility violation or horizontal overflow on a phone in German', async () => {
  expect(await settings.findPageProblems(visit, PHONE, 'de')).toEqual({});
}, 400_000);
