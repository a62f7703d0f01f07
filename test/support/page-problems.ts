import { mkdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { AxeResults, RunOptions } from 'axe-core';
import type { Frame, Page } from 'puppeteer';
import type { Device, TestBrowser, Visitor } from './browser.ts';

/** A page in the tab, or in a frame of it. */
export type VisitedPage = string | { name: string; frame: Frame };

/** Navigates from page to page in one tab and yields each. */
export type Visit = (page: Page) => AsyncGenerator<VisitedPage>;

export type PageCheckOptions = Visitor & { browser: TestBrowser; device: Device; visit: Visit };

type Axe = { run(options: RunOptions): Promise<AxeResults> };

/** Maximum compressed size of all scripts of a page. */
const MAX_SCRIPT_BYTES = 100_000;

const axePath = createRequire(import.meta.url).resolve('axe-core/axe.min.js');
// Folder for screenshots of all pages (npm run screenshots).
const { SCREENSHOTS } = process.env;

/** Saves a screenshot of the page if SCREENSHOTS is set. */
export async function saveScreenshot(page: Page, name: string, { width, scheme }: Device): Promise<void> {
  if (!SCREENSHOTS) return;
  mkdirSync(SCREENSHOTS, { recursive: true });
  // Capturing beyond the viewport misplaces short right-to-left pages.
  const options = { fullPage: true, captureBeyondViewport: false };
  await page.screenshot({ path: `${SCREENSHOTS}/${name}-${width}-${scheme}.png`, ...options });
}

/** Returns axe violations, horizontal overflow and oversized scripts by page; an empty object if there are none. */
export async function findPageProblems({ browser, visit, ...visitor }: PageCheckOptions) {
  const { page, context } = await browser.open(visitor);
  await allowAxe(page);
  const problems: Record<string, unknown> = {};
  for await (const visited of visit(page)) {
    const { name, frame } = typeof visited === 'string' ? { name: visited, frame: page.mainFrame() } : visited;
    await saveScreenshot(page, name, visitor.device);
    const scriptBytes = await frame.evaluate(scriptBytesOfPage);
    const { violations, overflows } = await findProblems(frame);
    if (violations.length > 0 || overflows || scriptBytes > MAX_SCRIPT_BYTES)
      problems[name] = { overflows, scriptBytes, violations };
  }
  await context.close();
  return problems;
}

/** Allows the axe script, which the Content Security Policy of the pages blocks. */
export async function allowAxe(page: Page): Promise<void> {
  await page.setBypassCSP(true);
}

/** Returns the axe violations of the page in a frame and whether it overflows horizontally. */
export async function findProblems(frame: Frame) {
  await frame.addScriptTag({ path: axePath });
  // The selectors of elements without violations would take a third of the time.
  const { violations } = await frame.evaluate(() =>
    (globalThis as unknown as { axe: Axe }).axe.run({ resultTypes: ['violations'] }),
  );
  const overflows = await frame.evaluate(() => document.documentElement.scrollWidth > innerWidth);
  return { violations: violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)]), overflows };
}

function scriptBytesOfPage(): number {
  const loaded = performance.getEntriesByType('resource') as PerformanceResourceTiming[];
  const scripts = loaded.filter(({ initiatorType }) => initiatorType === 'script');
  return scripts.reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0);
}
