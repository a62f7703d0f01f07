import type { Page } from 'puppeteer';
import { follow, signIn as signInAt } from '../support/browser.ts';
import { listedCv } from '../support/gateway/memory-own-cvs.ts';
import type { OwnerFixture } from '../support/gateway/owner-fixtures.ts';
import { selectEverything } from '../support/oauth-authorization.ts';
import { type OwnersInBrowser, startOwnersInBrowser } from '../support/owners-in-browser.ts';
import { type ClientApplication, startClientApplication } from './client-application.ts';

let owners: OwnersInBrowser;
let client: ClientApplication;
let owner: OwnerFixture;
let page: Page;

beforeAll(async () => {
  owners = await startOwnersInBrowser(process.env);
  client = await startClientApplication(owners.system, owners.gateway);
});
afterAll(async () => {
  await client.close();
  await owners.close();
});
beforeEach(async () => {
  owner = await owners.system.createOwner(owners.gateway);
  page = await owners.open();
  client.callbacks.length = 0;
});
afterEach(() => page.browserContext().close());

const headline = () => page.$eval('h1', (element) => element.textContent);
const notice = () => page.$eval('[role="alert"]', (element) => element.textContent);
const press = (name: string) => follow(page, () => page.locator(`::-p-aria([name="${name}"][role="button"])`).click());

function signIn(login = owner.username, password = owner.password): Promise<number> {
  return signInAt(page, login, password);
}

async function reachConsent() {
  const token = await client.requestToken();
  await page.goto(client.authorizeUrl(token));
  await signIn();
  expect(await headline()).toBe('Allow Jobs & Co to access your data?');
  return token;
}

describe('consent screen', () => {
  test('shows the application and the requested data, and issues a token when the owner approves', async () => {
    const token = await client.requestToken();
    await page.goto(client.authorizeUrl(token));
    expect(await headline()).toBe('Sign in to continue to Jobs & Co');
    await signIn();
    const text = await page.$eval('main', (main) => main.textContent ?? '');
    expect(text).toContain('Jobs & Co is an application by Studio Lumière.');
    expect(text).toContain('All your CVs, published or not');
    expect(text).toContain(`Signed in as ${owner.username}`);
    await selectEverything(page);
    await press('Allow');
    expect(await headline()).toBe('Welcome back to Jobs');
    const [back] = client.callbacks;
    expect(back?.searchParams.get('shop')).toBe('1');
    expect(back?.searchParams.get('oauth_token')).toBe(token.token);
    const { status } = await client.accessToken(token, back?.searchParams.get('oauth_verifier') ?? '');
    expect(status).toBe(200);
  });

  test('sends only oauth_problem=user_refused to the application when the owner denies access', async () => {
    const token = await reachConsent();
    await press('Deny');
    const [back] = client.callbacks;
    expect(back?.search).toBe(`?shop=1&oauth_token=${token.token}&oauth_problem=user_refused`);
    expect((await client.accessToken(token, 'guess')).status).toBe(401);
  });

  test('shows the same message for a wrong password and an unknown user name', async () => {
    await page.goto(client.authorizeUrl(await client.requestToken()));
    expect(await signIn(owner.username, 'not this one')).toBe(403);
    const wrong = await notice();
    expect(await page.$eval('input[name=login]', (input) => input.value)).toBe(owner.username);
    expect(await page.$eval('input[name=password]', (input) => input.value)).toBe('');
    expect(await signIn('unknown@example.com', 'not this one')).toBe(403);
    expect(await notice()).toBe(wrong);
    await signIn(owner.email.toUpperCase());
    expect(await headline()).toBe('Allow Jobs & Co to access your data?');
  });

  test('delays sign-in after wrong passwords', async () => {
    await page.goto(client.authorizeUrl(await client.requestToken()));
    let status = 0;
    // Delays double from the tenth attempt on, so that even a slow machine reaches one.
    for (let attempt = 0; attempt < 20 && status !== 429; attempt++)
      status = await signIn(owner.username, `wrong ${attempt}`);
    expect(status).toBe(429);
    expect(await notice()).toMatch(/^Too many attempts\. Try again in \d+ (second|minute)s?\.$/);
  });

  test('issues one verifier when the owner double-clicks Allow', async () => {
    const token = await reachConsent();
    await selectEverything(page);
    await Promise.all([
      page.waitForFunction(() => document.title === 'Jobs'),
      page.locator('button[value=allow]').click({ count: 2 }),
    ]);
    const verifiers = new Set(client.callbacks.map((url) => url.searchParams.get('oauth_verifier')));
    expect(verifiers.size).toBe(1);
    expect((await client.accessToken(token, [...verifiers][0] ?? '')).status).toBe(200);
  });

  test('lets the owner continue after the back button until the token is issued', async () => {
    const token = await reachConsent();
    await selectEverything(page);
    await press('Allow');
    await follow(page, () => page.goBack());
    expect(await headline()).toBe('You have allowed Jobs & Co');
    await follow(page, () => page.locator('main a.button').click());
    const verifiers = client.callbacks.map((url) => url.searchParams.get('oauth_verifier'));
    expect(verifiers).toHaveLength(2);
    expect(verifiers[0]).toBe(verifiers[1]);
    await client.accessToken(token, verifiers[0] ?? '');
    await page.goto(client.authorizeUrl(token));
    expect(await headline()).toBe('This link has already been used');
  });

  test('shows a code to copy for an application without callback', async () => {
    const token = await client.requestToken('oob');
    await page.goto(client.authorizeUrl(token));
    await signIn();
    await selectEverything(page);
    await press('Allow');
    expect(await headline()).toBe('Your verification code');
    const code = await page.$eval('output', (output) => output.textContent ?? '');
    await page.reload();
    expect(await page.$eval('output', (output) => output.textContent)).toBe(code);
    expect((await client.accessToken(token, code)).status).toBe(200);
  });

  test('rejects changed, unknown and expired links', async () => {
    const token = await client.requestToken();
    expect(
      (
        await page.goto(`${client.authorizeUrl(token)}&oauth_callback=${encodeURIComponent('https://evil.example/')}`)
      )?.status(),
    ).toBe(400);
    expect(await headline()).toBe('This link has been modified');
    expect(
      (
        await page.goto(`${client.authorizeUrl(token)}&oauth_callback=${encodeURIComponent(client.callback)}`)
      )?.status(),
    ).toBe(200);
    expect((await page.goto(client.authorizeUrl({ token: 'nothing', secret: '' })))?.status()).toBe(404);
    expect(await headline()).toBe('This link is not valid');
    const old = await client.requestToken();
    await page.goto(client.authorizeUrl(old));
    await signIn();
    await selectEverything(page);
    owners.system.clock.forward(600_001);
    await press('Allow');
    owners.system.clock.forward(-600_001);
    expect(await headline()).toBe('This link has expired');
    expect(client.callbacks).toEqual([]);
  });

  test('rejects an owner of another company and offers to sign in with another account', async () => {
    const outsider = await owners.system.createOwner(owners.gateway, owners.system.otherCompany);
    await page.goto(client.authorizeUrl(await client.requestToken()));
    await signIn(outsider.username, outsider.password);
    expect(await headline()).toBe('This application is not available for your account');
    await press('Not you? Sign out');
    await signIn();
    expect(await headline()).toBe('Allow Jobs & Co to access your data?');
  });

  test('uses the language of the URL and of the language menu', async () => {
    const token = await client.requestToken();
    await page.goto(client.authorizeUrl(token, 'fr'));
    expect(await headline()).toBe('Connectez-vous pour continuer vers Jobs & Co');
    await follow(page, () => page.locator('footer a[lang=de]').click());
    expect(await headline()).toBe('Anmelden, um mit Jobs & Co fortzufahren');
    expect(await page.$eval('html', (html) => html.lang)).toBe('de');
  });

  test('works with the keyboard only', async () => {
    await page.goto(client.authorizeUrl(await client.requestToken()));
    await page.locator('input[name=login]').fill(owner.username);
    await page.locator('input[name=password]').fill(owner.password);
    await follow(page, () => page.keyboard.press('Enter'));
    const reached: string[] = [];
    for (let presses = 0; presses < 20 && !reached.includes('Deny'); presses++) {
      await page.keyboard.press('Tab');
      reached.push(await page.evaluate(() => document.activeElement?.textContent ?? ''));
    }
    expect(reached).toEqual(expect.arrayContaining(['Skip to content', 'Allow', 'Deny']));
    const outline = await page.evaluate(() => getComputedStyle(document.activeElement ?? document.body).outlineStyle);
    expect(outline).toBe('solid');
  });

  test('cannot be embedded in a frame of another site', async () => {
    const address = client.authorizeUrl(await client.requestToken());
    await page.goto(new URL('/trap', client.callback).href);
    const framed = await page.evaluate(
      (src) =>
        new Promise<string | undefined>((resolve) => {
          const frame = document.createElement('iframe');
          frame.src = src;
          frame.onload = () => resolve(frame.contentDocument?.body.textContent ?? undefined);
          document.body.append(frame);
        }),
      address,
    );
    expect(framed).toBeUndefined();
    await page.waitForFrame((frame) => frame.url().startsWith('chrome-error:'));
  });

  test('grants only the selected CVs and data, without JavaScript', async () => {
    const { cvs } = owners.system;
    const cv = { main: false, indexed: false, protected: false, anonymized: false, publicUrl: '', privateUrl: '' };
    cvs.push(
      { ...listedCv, ...cv, id: 7, title: 'Compiler Engineer' },
      { ...listedCv, ...cv, id: 8, title: 'سيرة ذاتية' },
    );
    await page.setJavaScriptEnabled(false);
    const token = await reachConsent();
    const hasVisibleList = () => page.$eval('.cv-choice-list', (list) => getComputedStyle(list).display !== 'none');
    const ticked = () =>
      page.$$eval('main input:checked', (inputs) => inputs.map((input) => (input as HTMLInputElement).value));
    expect(await ticked()).toEqual(['selected']);
    await page.click('input[name=cvs][value=all]');
    expect(await hasVisibleList()).toBe(false);
    await page.click('input[name=cvs][value=selected]');
    expect(await hasVisibleList()).toBe(true);
    expect(await follow(page, () => page.click('button[value=allow]'))).toBe(422);
    expect(await notice()).toBe('Select at least one CV or type of data.');
    await page.click('input[name=cv][value="8"]');
    await follow(page, () => page.click('button[value=allow]'));
    cvs.length = 0;
    await client.accessToken(token, client.callbacks[0]?.searchParams.get('oauth_verifier') ?? '');
    const [grant] = await owners.gateway.grants.listOfUser(owner.userId);
    expect(grant?.access).toEqual({ cvs: [8], data: [] });
  });

  test('works without JavaScript', async () => {
    await page.setJavaScriptEnabled(false);
    const token = await client.requestToken();
    await page.goto(client.authorizeUrl(token));
    await signIn();
    await selectEverything(page);
    await follow(page, () => page.click('button[value=allow]'));
    expect(client.callbacks).toHaveLength(1);
  });
});
