import type { BrowserContext, Page } from 'puppeteer';
import { type Device, signIn, startBrowser, type TestBrowser, type Visitor } from './browser.ts';
import {
  type AdministratorFixture,
  type SettingsFixture,
  type SettingsGateway,
  startSettingsFixture,
} from './gateway/settings-fixture.ts';
import { findPageProblems, type Visit } from './page-problems.ts';

/** The settings pages, a company with its owner, and a browser. */
export type SettingsInBrowser = {
  system: SettingsFixture;
  gateway: SettingsGateway;
  owner: AdministratorFixture;
  browser: TestBrowser;
  /** Each visitor has a separate IP address. */
  open(visitor?: Visitor): Promise<{ page: Page; context: BrowserContext }>;
  signIn(page: Page, administrator: AdministratorFixture): Promise<void>;
  findPageProblems(visit: Visit, device: Device, language?: string): Promise<Record<string, unknown>>;
  close(): Promise<void>;
};

export async function startSettingsInBrowser(environment: NodeJS.ProcessEnv): Promise<SettingsInBrowser> {
  const system = await startSettingsFixture(environment);
  const gateway = await system.start();
  const browser = await startBrowser(environment);
  return {
    system,
    gateway,
    owner: await system.createAdministrator(gateway, 'owner'),
    browser,
    open: (visitor) => browser.open({ address: system.newAddress(), ...visitor }),
    signIn: async (page, { email, password }) => {
      await page.goto(`${gateway.url}/settings/sign-in`);
      await signIn(page, email, password);
    },
    findPageProblems: (visit, device, language = 'en') =>
      findPageProblems({ browser, visit, device, language, address: system.newAddress() }),
    close: async () => {
      await browser.close();
      await system.close();
    },
  };
}
