import { OAuth } from 'oauth';
import type { Page } from 'puppeteer';
import { follow, signIn, type TestBrowser } from './browser.ts';
import type { Consumer, Token } from './user-api.ts';

export type OwnerCredentials = { username: string; password: string };

/** Changes the selected CVs and data on the consent screen. */
export type SelectAccess = (page: Page) => Promise<void>;

/** Selects all CVs and all data. At first, nothing is selected. */
export async function selectEverything(page: Page): Promise<void> {
  await page.click('input[name=cvs][value=all]');
  for (const box of await page.$$('input[name=data]:not(:checked)')) await box.click();
}

/** Obtains an access token with the npm client `oauth`. The owner approves the application in a real browser. */
export function authorizeInBrowser(
  publicUrl: string,
  consumer: Consumer,
  person: OwnerCredentials,
  browser: TestBrowser,
  select?: SelectAccess,
): Promise<Token> {
  return authorize(publicUrl, consumer, (address) => approveRequest(address, person, browser, select));
}

/** Obtains an access token. `approve` opens the address of the consent screen and returns the displayed verifier. */
export async function authorize(
  publicUrl: string,
  consumer: Consumer,
  approve: (address: string) => Promise<string>,
): Promise<Token> {
  const { consumerKey, consumerSecret, privateKey } = consumer;
  const client = new OAuth(
    `${publicUrl}/fr/oauth/requestToken`,
    `${publicUrl}/fr/oauth/accessToken`,
    consumerKey,
    privateKey ?? consumerSecret,
    '1.0',
    'oob',
    privateKey ? 'RSA-SHA1' : 'HMAC-SHA1',
  );
  const request = await promised((done) => client.getOAuthRequestToken(done));
  const address = `${publicUrl}/en/oauth/authorize?oauth_token=${request.key}`;
  const verifier = await approve(address);
  return promised((done) => client.getOAuthAccessToken(request.key, request.secret, verifier, done));
}

/** Signs in, approves the application and returns the displayed verifier. */
export async function approveRequest(
  address: string,
  { username, password }: OwnerCredentials,
  browser: TestBrowser,
  select: SelectAccess = selectEverything,
): Promise<string> {
  const { page, context } = await browser.open();
  try {
    await page.goto(address);
    await signIn(page, username, password);
    await select(page);
    await follow(page, () => page.locator('button[value=allow]').click());
    return await page.$eval('output', (output) => output.textContent ?? '');
  } finally {
    await context.close();
  }
}

type Done = (error: unknown, token: string, secret: string) => void;

function promised(start: (done: Done) => void): Promise<Token> {
  return new Promise((resolve, reject) => {
    start((error, key, secret) => (error ? reject(new Error(JSON.stringify(error))) : resolve({ key, secret })));
  });
}
