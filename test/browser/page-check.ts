import { mkdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { AxeResults } from 'axe-core';
import type { Page } from 'puppeteer';
import { DESKTOP, type Device, PHONE, type TestBrowser } from './browser.ts';

/** Both widths in both schemes. */
export const devices: Device[] = [PHONE, { ...PHONE, scheme: 'dark' }, DESKTOP, { ...DESKTOP, scheme: 'dark' }];

/** Goes from page to page on one tab, and names each. */
export type Visit = (page: Page) => AsyncGenerator<string>;

export type PageCheckOptions = {
  browser: TestBrowser;
  device: Device;
  address: string;
  visit: Visit;
  language?: string;
};

/** The scripts of a page are no larger, before they are compressed. */
const MAX_SCRIPT_BYTES = 100_000;

const axePath = createRequire(import.meta.url).resolve('axe-core/axe.min.js');
// Where to keep a picture of every page, for a person to look at (npm run screenshots); none are taken otherwise.
const { SCREENSHOTS } = process.env;

/** Keeps a picture of the page, where pictures are asked for. */
export async function photograph(page: Page, name: string, { width, scheme }: Device): Promise<void> {
  if (!SCREENSHOTS) return;
  mkdirSync(SCREENSHOTS, { recursive: true });
  await page.screenshot({ path: `${SCREENSHOTS}/${name}-${width}-${scheme}.png`, fullPage: true });
}

/** What axe finds on each page, whether something sticks out of the window, and scripts too large; empty when all is well. */
export async function problemsOfPages({ browser, device, address, visit, language = 'en' }: PageCheckOptions) {
  const { page, context } = await browser.open(device);
  await page.setExtraHTTPHeaders({ 'X-Forwarded-For': address, 'Accept-Language': language });
  // axe is the test's, not the page's: the pages allow no script but their own.
  await page.setBypassCSP(true);
  const found: Record<string, unknown> = {};
  for await (const name of visit(page)) {
    await photograph(page, name, device);
    const scriptBytes = await page.evaluate(scriptBytesOfPage);
    await page.addScriptTag({ path: axePath });
    const { violations } = await page.evaluate(() =>
      (globalThis as unknown as { axe: { run(): Promise<AxeResults> } }).axe.run(),
    );
    const sticksOut = await page.evaluate(() => document.documentElement.scrollWidth > innerWidth);
    if (violations.length > 0 || sticksOut || scriptBytes > MAX_SCRIPT_BYTES)
      found[name] = {
        sticksOut,
        scriptBytes,
        violations: violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)]),
      };
  }
  await context.close();
  return found;
}

function scriptBytesOfPage(): number {
  const loaded = performance.getEntriesByType('resource') as PerformanceResourceTiming[];
  const scripts = loaded.filter(({ initiatorType }) => initiatorType === 'script');
  return scripts.reduce((sum, { decodedBodySize }) => sum + decodedBodySize, 0);
}
