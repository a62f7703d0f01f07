import { mkdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { AxeResults } from 'axe-core';
import type { Page } from 'puppeteer';
import type { Device, TestBrowser, Visitor } from './browser.ts';

/** Goes from page to page on one tab, and names each. */
export type Visit = (page: Page) => AsyncGenerator<string>;

export type PageCheckOptions = Visitor & { browser: TestBrowser; device: Device; visit: Visit };

/** The scripts of a page are no larger, before they are compressed. */
const MAX_SCRIPT_BYTES = 100_000;

const axePath = createRequire(import.meta.url).resolve('axe-core/axe.min.js');
// Where to keep a picture of every page, for a person to look at (npm run screenshots); none are taken otherwise.
const { SCREENSHOTS } = process.env;

/** Keeps a picture of the page, where pictures are asked for. */
export async function photograph(page: Page, name: string, { width, scheme }: Device): Promise<void> {
  if (!SCREENSHOTS) return;
  mkdirSync(SCREENSHOTS, { recursive: true });
  // Beyond its window Chromium draws a short page that reads from the right some way off its place.
  const whole = { fullPage: true, captureBeyondViewport: false };
  await page.screenshot({ path: `${SCREENSHOTS}/${name}-${width}-${scheme}.png`, ...whole });
}

/** What axe finds on each page, whether something sticks out of the window, and scripts too large; empty when all is well. */
export async function problemsOfPages({ browser, visit, ...visitor }: PageCheckOptions) {
  const { page, context } = await browser.open(visitor);
  await allowAxe(page);
  const found: Record<string, unknown> = {};
  for await (const name of visit(page)) {
    await photograph(page, name, visitor.device);
    const scriptBytes = await page.evaluate(scriptBytesOfPage);
    const { violations, sticksOut } = await problemsOf(page);
    if (violations.length > 0 || sticksOut || scriptBytes > MAX_SCRIPT_BYTES)
      found[name] = { sticksOut, scriptBytes, violations };
  }
  await context.close();
  return found;
}

/** axe is the test's, not the page's: the pages allow no script but their own. */
export async function allowAxe(page: Page): Promise<void> {
  await page.setBypassCSP(true);
}

/** What axe finds on the page as it stands, and whether something sticks out of the window. */
export async function problemsOf(page: Page) {
  await page.addScriptTag({ path: axePath });
  const { violations } = await page.evaluate(() =>
    (globalThis as unknown as { axe: { run(): Promise<AxeResults> } }).axe.run(),
  );
  const sticksOut = await page.evaluate(() => document.documentElement.scrollWidth > innerWidth);
  return { violations: violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)]), sticksOut };
}

function scriptBytesOfPage(): number {
  const loaded = performance.getEntriesByType('resource') as PerformanceResourceTiming[];
  const scripts = loaded.filter(({ initiatorType }) => initiatorType === 'script');
  return scripts.reduce((sum, { decodedBodySize }) => sum + decodedBodySize, 0);
}
