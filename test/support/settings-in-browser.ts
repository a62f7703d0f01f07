import {
  type ScratchAdministrator,
  type ScratchSettings,
  type ScratchSettingsGateway,
  startScratchSettings,
} from './gateway/settings-fixture.ts';
import type { BrowserContext, Page } from 'puppeteer';
import { type Device, signIn, startBrowser, type TestBrowser, type Visitor } from './browser.ts';
import { problemsOfPages, type Visit } from './page-check.ts';

/** The settings, a company with its owner, and a browser. */
export type SettingsInBrowser = {
  system: ScratchSettings;
  gateway: ScratchSettingsGateway;
  owner: ScratchAdministrator;
  browser: TestBrowser;
  /** A visitor with an address of their own. */
  open(visitor?: Visitor): Promise<{ page: Page; context: BrowserContext }>;
  /** Goes to the sign-in page and signs in. */
  enter(page: Page, administrator: ScratchAdministrator): Promise<void>;
  problemsOfPages(visit: Visit, device: Device, language?: string): Promise<Record<string, unknown>>;
  close(): Promise<void>;
};

export async function startSettingsInBrowser(environment: NodeJS.ProcessEnv): Promise<SettingsInBrowser> {
  const system = await startScratchSettings(environment);
  const gateway = await system.start();
  const browser = await startBrowser(environment);
  return {
    system,
    gateway,
    owner: await system.createAdministrator(gateway, 'owner'),
    browser,
    open: (visitor) => browser.open({ address: system.newAddress(), ...visitor }),
    enter: async (page, { email, password }) => {
      await page.goto(`${gateway.url}/settings/sign-in`);
      await signIn(page, email, password);
    },
    problemsOfPages: (visit, device, language = 'en') =>
      problemsOfPages({ browser, visit, device, language, address: system.newAddress() }),
    close: async () => {
      await browser.close();
      await system.close();
    },
  };
}
