import type { Page } from 'puppeteer';
import { signIn, startBrowser, type TestBrowser, type Visitor } from './browser.ts';
import { type OwnerCvsFixture, startOwnerCvsFixture } from './gateway/owner-cvs-fixture.ts';
import type { OwnerFixture } from './gateway/owner-fixtures.ts';

/** A site with owners whose CVs are in a real resume service, and a browser. */
export type OwnerCvsInBrowser = OwnerCvsFixture & {
  browser: TestBrowser;
  /** Each visitor has a separate IP address because rate limits apply per address. */
  open(visitor?: Visitor): Promise<Page>;
  /** Opens the account of an owner in a new window. */
  openAccount(owner: OwnerFixture, visitor?: Visitor): Promise<Page>;
};

export async function startOwnerCvsInBrowser(environment: NodeJS.ProcessEnv): Promise<OwnerCvsInBrowser> {
  const fixture = await startOwnerCvsFixture(environment);
  const browser = await startBrowser(environment);
  const open: OwnerCvsInBrowser['open'] = async (visitor) =>
    (await browser.open({ address: fixture.system.newAddress(), ...visitor })).page;
  return {
    ...{ ...fixture, browser, open },
    openAccount: async ({ username, password }, visitor) => {
      const page = await open(visitor);
      await page.goto(`${fixture.gateway.url}/account`);
      await signIn(page, username, password);
      return page;
    },
    close: async () => {
      await browser.close();
      await fixture.close();
    },
  };
}
