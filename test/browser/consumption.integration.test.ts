import { minuteKey, minutesKey } from '@vitae/accounts/quota/redis-keys';
import { follow } from '../support/browser.ts';
import { redisMinute, seedLastHour } from '../support/consumption-fixture.ts';
import { removeBufferedMinutes } from '../support/gateway/consumption-fixtures.ts';
import { type SettingsInBrowser, startSettingsInBrowser } from '../support/settings-in-browser.ts';

let settings: SettingsInBrowser;

beforeAll(async () => {
  settings = await startSettingsInBrowser(process.env);
  const { system, gateway } = settings;
  await seedLastHour(system, gateway);
});
afterAll(async () => {
  const { system, gateway } = settings;
  await removeBufferedMinutes(gateway.redis, system.company.id);
  await settings.close();
});

/** Counts a rejected request as the gateway does. */
async function countRejection(name: string): Promise<void> {
  const { system, gateway } = settings;
  const minute = await redisMinute(gateway);
  const key = minuteKey(system.company.id, minute);
  await gateway.redis.hsetnx(key, 'generation', 'g');
  await gateway.redis.sadd(minutesKey(system.company.id), String(minute));
  await gateway.redis.hincrby(key, `k1 cv.read ${name}`, 1);
}

async function visitConsumption(scripted: boolean) {
  const { gateway, owner } = settings;
  const { page, context } = await settings.open();
  await page.setJavaScriptEnabled(scripted);
  await settings.signIn(page, owner);
  await page.goto(`${gateway.url}/settings/consumption`);
  const text = () => page.$eval('#live, main:not(:has(#live))', ({ textContent }) => textContent ?? '');
  return { page, context, text };
}

test('shows a new rejected request and its cause on an open page without closing an expanded table', async () => {
  const { page, context, text } = await visitConsumption(true);
  // In one step, because a live update may replace the table between finding and clicking it.
  await page.evaluate(() => document.querySelector<HTMLElement>('main details summary')?.click());
  expect(await text()).not.toContain('Invalid nonce (403/400)');
  await countRejection('invalid_nonce');
  await page.waitForFunction(() => document.querySelector('#live .cause-list')?.textContent?.includes('Invalid nonce'));
  expect(await page.$('main details[open]')).not.toBeNull();
  await context.close();
});

test('shows new rejected requests after a reload without JavaScript, and offers no live updates', async () => {
  const { page, context, text } = await visitConsumption(false);
  expect(await text()).not.toContain('Missing parameter (403/400)');
  await countRejection('missing_parameter');
  await follow(page, () => page.click('.live-choice a:not(.script-only)'));
  expect(await text()).toContain('Missing parameter (403/400)');
  expect(await page.$eval('.live-choice .script-only', (one) => getComputedStyle(one).display)).toBe('none');
  await follow(page, () => page.click('a[href="/settings/consumption/calls"]'));
  await page.select('main select[name=sort]', 'refused');
  await follow(page, () => page.click('main .filter-form button'));
  expect(page.url()).toContain('sort=refused');
  expect(await text()).toContain('Nonce or signature already used (403/401)');
  await context.close();
});
