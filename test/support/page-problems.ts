import { mkdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { AxeResults, RunOptions } from 'axe-core';
import type { Frame, Page } from 'puppeteer';
import type { Device, TestBrowser, Visitor } from './browser.ts';

/** A page in the tab, or in a frame of it. Only sheets of paper may scroll horizontally and have links as small as in print. */
export type VisitedPage = string | { name: string; frame?: Frame; paper?: boolean };

/** Navigates from page to page in one tab and yields each. */
export type Visit = (page: Page) => AsyncGenerator<VisitedPage>;

export type PageCheckOptions = Visitor & {
  browser: TestBrowser;
  device: Device;
  visit: Visit;
  /** The paths of all pages to visit, with parameters such as `:id`. */
  routes?: readonly string[];
};

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

/**
 * Returns axe violations, horizontal overflow, and oversized or blocked scripts by page, and routes without a visit;
 * an empty object if there are none.
 */
export async function findPageProblems({ browser, visit, routes = [], ...visitor }: PageCheckOptions) {
  const { page, context } = await browser.open(visitor);
  await allowAxe(page);
  let policy = '';
  page.on('response', (response) => {
    if (response.request().isNavigationRequest() && response.frame() === page.mainFrame())
      policy = response.headers()['content-security-policy'] ?? '';
  });
  const problems: Record<string, unknown> = {};
  const paths = new Set<string>();
  for await (const visited of visit(page)) {
    const { name, frame = page.mainFrame(), paper = false } = typeof visited === 'string' ? { name: visited } : visited;
    paths.add(new URL(frame.url()).pathname);
    await saveScreenshot(page, name, visitor.device);
    const scriptBytes = await frame.evaluate(scriptBytesOfPage);
    // The browser does not report it, because axe needs a page without a policy.
    const isScriptBlocked =
      frame === page.mainFrame() && (await page.$('script[src]')) !== null && !policy.includes('script-src');
    const { violations, ...found } = await findProblems(frame, { paper });
    const overflows = found.overflows && !paper;
    if (violations.length > 0 || overflows || scriptBytes > MAX_SCRIPT_BYTES || isScriptBlocked)
      problems[name] = { overflows, scriptBytes, isScriptBlocked, violations };
  }
  await context.close();
  const unvisited = unvisitedRoutes(routes, paths);
  return unvisited.length > 0 ? { ...problems, unvisited } : problems;
}

function unvisitedRoutes(routes: readonly string[], paths: ReadonlySet<string>): string[] {
  return routes.filter((route) => {
    const pattern = new RegExp(`^${route.replace(/:\w+/g, '[^/]+')}$`);
    return ![...paths].some((path) => pattern.test(path));
  });
}

/** Allows the axe script, which the Content Security Policy of the pages blocks. */
export async function allowAxe(page: Page): Promise<void> {
  await page.setBypassCSP(true);
}

/** Returns the axe violations of the page in a frame and whether it overflows horizontally. */
export async function findProblems(frame: Frame, { paper = false } = {}) {
  await frame.addScriptTag({ path: axePath });
  const { violations } = await frame.evaluate(
    (targetSize) =>
      (globalThis as unknown as { axe: Axe }).axe.run({
        // The selectors of elements without violations would take a third of the time. Frames are visited by themselves.
        resultTypes: ['violations'],
        iframes: false,
        // WCAG 2.5.8 and 2.5.3, which are off by default.
        rules: { 'target-size': { enabled: targetSize }, 'label-content-name-mismatch': { enabled: true } },
      }),
    !paper,
  );
  const overflows = await frame.evaluate(() => document.documentElement.scrollWidth > innerWidth);
  return { violations: violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)]), overflows };
}

function scriptBytesOfPage(): number {
  const loaded = performance.getEntriesByType('resource') as PerformanceResourceTiming[];
  const scripts = loaded.filter(({ initiatorType }) => initiatorType === 'script');
  return scripts.reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0);
}
