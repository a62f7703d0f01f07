import { type Browser, type BrowserContext, launch, type Page } from 'puppeteer';

export type Device = { width: number; height: number; scheme: 'light' | 'dark' };
export const PHONE: Device = { width: 390, height: 844, scheme: 'light' };
export const DESKTOP: Device = { width: 1280, height: 860, scheme: 'light' };

/** Ends what hangs; a busy machine may be slow. */
const PATIENCE_MS = 90_000;

/** A real Chromium; each context is a person with cookies of their own. */
export type TestBrowser = {
  open(device?: Device): Promise<{ page: Page; context: BrowserContext }>;
  close(): Promise<void>;
};

export async function startBrowser(environment: NodeJS.ProcessEnv): Promise<TestBrowser> {
  const { PUPPETEER_EXECUTABLE_PATH: executablePath } = environment;
  if (!executablePath) throw new Error('PUPPETEER_EXECUTABLE_PATH is needed: npm test sets it');
  // Chromium's sandbox does not start for root.
  const args = process.getuid?.() === 0 ? ['--no-sandbox'] : [];
  const browser: Browser = await launch({ executablePath, headless: 'shell', args, timeout: PATIENCE_MS });
  return {
    open: async (device = DESKTOP) => {
      const context = await browser.createBrowserContext();
      const page = await context.newPage();
      page.setDefaultTimeout(PATIENCE_MS);
      await page.setViewport({ width: device.width, height: device.height });
      await page.emulateMediaFeatures([
        { name: 'prefers-color-scheme', value: device.scheme },
        // Nothing is caught half way from one colour to another.
        { name: 'prefers-reduced-motion', value: 'reduce' },
      ]);
      return { page, context };
    },
    close: () => browser.close(),
  };
}

/** Does what leads to another page, and waits for that page. */
export async function follow(page: Page, act: () => Promise<unknown>): Promise<number> {
  const [answer] = await Promise.all([page.waitForNavigation(), act()]);
  return answer?.status() ?? 0;
}
