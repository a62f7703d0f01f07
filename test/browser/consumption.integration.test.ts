import { minuteKey, minutesKey } from '@vitae/gateway/quota/redis-keys';
import {
  type ScratchAdministrator,
  type ScratchSettings,
  type ScratchSettingsGateway,
  startScratchSettings,
} from '@vitae/gateway/scratch/scratch-settings';
import type { Page } from 'puppeteer';
import { follow, startBrowser, type TestBrowser } from './browser.ts';
import { devices, problemsOfPages } from './page-check.ts';

const LONG_NAME = 'Nightly import of every résumé of the whole of northern Europe, run by <b>the studio</b> itself';

let system: ScratchSettings;
let gateway: ScratchSettingsGateway;
let browser: TestBrowser;
let owner: ScratchAdministrator;
let newcomer: ScratchAdministrator;

beforeAll(async () => {
  system = await startScratchSettings(process.env);
  gateway = await system.start();
  browser = await startBrowser(process.env);
  owner = await system.createAdministrator(gateway, 'owner');
  newcomer = await system.createAdministrator(gateway, 'owner', system.otherCompany);
  const { id: companyId, timeZone } = system.company;
  const { id } = await gateway.keyAccess.manager.create(companyId, LONG_NAME, 'unlimited');
  const now = await minuteNow();
  for (let ago = 40; ago > 0; ago -= 3) {
    const cell = (source: string, endpoint: string, counts: Record<string, number>) =>
      Object.entries(counts).map(([name, count]) => ({ source, endpoint, name, count }));
    await gateway.consumption.store.put(
      {
        companyId,
        minute: now - ago,
        generation: 'g',
        counters: [
          ...cell(`k${id}`, 'cv.read', {
            accepted_standard: 300 + 7 * ago,
            s200: 300 + 7 * ago,
            l20: 300,
            l30: 7 * ago,
          }),
          ...cell(`k${id}`, 'unknown', { invalid_signature: 3, nonce_used: 2, limited_standard: ago }),
          ...cell('k7', 'cv.read', { accepted_standard: ago, s500: 1, l40: ago, unknown_key: 1 }),
        ],
      },
      timeZone,
    );
  }
  gateway.consumption.refusedCalls.record(companyId, {
    requestId: '01JD0000000000000000000000',
    at: Date.now(),
    source: `k${id}`,
    cause: 'invalid_signature',
    endpoint: 'users.search',
    method: 'GET',
    target: `/api/v1/users/search?term=Jean+Dupont&apikey=vt_live_${id}&nonce=abcdefgh&timestamp=1&hash=${'a'.repeat(64)}`,
  });
  await gateway.consumption.refusedCalls.flush();
});
afterAll(async () => {
  const { id } = system.company;
  const minutes = await gateway.redis.smembers(minutesKey(id));
  await gateway.redis.del(minutesKey(id), ...minutes.map((minute) => minuteKey(id, Number(minute))));
  await browser.close();
  await system.close();
});

async function minuteNow(): Promise<number> {
  const [seconds] = await gateway.redis.time();
  return Math.floor(Number(seconds) / 60);
}

/** As the gate counts a call. */
async function refuseCall(name: string): Promise<void> {
  const minute = await minuteNow();
  const key = minuteKey(system.company.id, minute);
  await gateway.redis.hsetnx(key, 'generation', 'g');
  await gateway.redis.sadd(minutesKey(system.company.id), String(minute));
  await gateway.redis.hincrby(key, `k1 cv.read ${name}`, 1);
}

async function enter(page: Page, by: ScratchAdministrator): Promise<void> {
  await page.goto(`${gateway.url}/settings/sign-in`);
  // Locators would wait for script.
  await page.type('main input[name=email]', by.email);
  await page.type('main input[name=password]', by.password);
  await follow(page, () => page.click('main form[action="/settings/sign-in"] button'));
}

async function visitConsumption(scripted: boolean) {
  const { page, context } = await browser.open();
  await page.setExtraHTTPHeaders({ 'X-Forwarded-For': system.newAddress(), 'Accept-Language': 'en' });
  await page.setJavaScriptEnabled(scripted);
  await enter(page, owner);
  await page.goto(`${gateway.url}/settings/consumption`);
  const text = () => page.$eval('#live, main:not(:has(#live))', ({ textContent }) => textContent ?? '');
  return { page, context, text };
}

test('a refused call shows on an open page within seconds, with its cause, and keeps what the reader had open', async () => {
  const { page, context, text } = await visitConsumption(true);
  // The figures may be put in anew between finding the table and clicking it.
  await page.$eval('main details summary', (summary) => summary.click());
  expect(await text()).not.toContain('Malformed nonce (403)');
  await refuseCall('invalid_nonce');
  await page.waitForFunction(
    () => document.querySelector('#live .cause-list')?.textContent?.includes('Malformed nonce'),
    {
      timeout: 5_000,
    },
  );
  expect(await page.$('main details[open]')).not.toBeNull();
  await context.close();
});

test('without script the same is there to read at the next look, and nothing says that it keeps itself up to date', async () => {
  const { page, context, text } = await visitConsumption(false);
  expect(await text()).not.toContain('Missing parameter (403)');
  await refuseCall('missing_parameter');
  await follow(page, () => page.click('.live-choice a:not(.script-only)'));
  expect(await text()).toContain('Missing parameter (403)');
  expect(await page.$eval('.live-choice .script-only', (one) => getComputedStyle(one).display)).toBe('none');
  await follow(page, () => page.click('a[href="/settings/consumption/calls"]'));
  await page.select('main select[name=sort]', 'refused');
  await follow(page, () => page.click('main .filter-form button'));
  expect(page.url()).toContain('sort=refused');
  expect(await text()).toContain('Nonce already used (403)');
  await context.close();
});

/** Each page as an administrator comes to it, on one tab. */
async function* visit(page: Page): AsyncGenerator<string> {
  const open = (path: string) => page.goto(`${gateway.url}/settings/${path}`);
  await enter(page, newcomer);
  await open('consumption');
  yield 'settings-consumption-first-day';
  await open('consumption/refused');
  yield 'settings-consumption-refused-none';
  await open('consumption/calls');
  yield 'settings-consumption-calls-none';
  await follow(page, () => page.locator('header button').click());
  await enter(page, owner);
  // A page that changes while it is looked at is another one; what is sent later looks the same.
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
  'at $width px, $scheme, no page of the consumption has a violation that axe finds, nor sticks out of the window',
  async (device) => {
    expect(await problemsOfPages({ browser, device, address: system.newAddress(), visit })).toEqual({});
  },
  120_000,
);
