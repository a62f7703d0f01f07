import type { Page } from 'puppeteer';
import { startBrowser, type TestBrowser, type Visitor } from './browser.ts';
import { type OwnersFixture, type OwnersGateway, startOwnersFixture } from './gateway/owner-fixtures.ts';

/** A gateway with CV owners, and a browser. */
export type OwnersInBrowser = {
  system: OwnersFixture;
  gateway: OwnersGateway;
  browser: TestBrowser;
  /** Each visitor has a separate IP address because rate limits apply per address. */
  open(visitor?: Visitor): Promise<Page>;
  close(): Promise<void>;
};

export async function startOwnersInBrowser(environment: NodeJS.ProcessEnv): Promise<OwnersInBrowser> {
  const system = await startOwnersFixture(environment);
  const gateway = await system.start();
  const browser = await startBrowser(environment);
  return {
    system,
    gateway,
    browser,
    open: async (visitor) => (await browser.open({ address: system.newAddress(), ...visitor })).page,
    close: async () => {
      await browser.close();
      await system.close();
    },
  };
}
