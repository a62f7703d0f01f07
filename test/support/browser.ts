import { type Browser, type BrowserContext, launch, type Page } from 'puppeteer';

export type Device = { width: number; height: number; scheme: 'light' | 'dark' };
export const PHONE: Device = { width: 390, height: 844, scheme: 'light' };
export const DESKTOP: Device = { width: 1280, height: 860, scheme: 'light' };
/** Both widths in both schemes. */
export const devices: Device[] = [PHONE, { ...PHONE, scheme: 'dark' }, DESKTOP, { ...DESKTOP, scheme: 'dark' }];

export type Visitor = {
  device?: Device;
  language?: string;
  /** Where the requests say that they come from; those of one address limit each other. */
  address?: string;
};

/** For what hangs, not for what is slow: on a fresh machine a browser's files come from the disk first. */
const [START_WITHIN_MS, STEP_WITHIN_MS] = [120_000, 90_000];

/** A real Chromium; each context is a person with cookies of their own. */
export type TestBrowser = {
  open(visitor?: Visitor): Promise<{ page: Page; context: BrowserContext }>;
  close(): Promise<void>;
};

export async function startBrowser(environment: NodeJS.ProcessEnv): Promise<TestBrowser> {
  const { PUPPETEER_EXECUTABLE_PATH: executablePath } = environment;
  if (!executablePath) throw new Error('PUPPETEER_EXECUTABLE_PATH is needed: npm test sets it');
  // Chromium's sandbox does not start for root.
  const args = process.getuid?.() === 0 ? ['--no-sandbox'] : [];
  const browser: Browser = await launch({ executablePath, headless: 'shell', args, timeout: START_WITHIN_MS });
  return {
    open: async ({ device = DESKTOP, language = 'en', address } = {}) => {
      const context = await browser.createBrowserContext();
      const page = await context.newPage();
      page.setDefaultTimeout(STEP_WITHIN_MS);
      await page.setViewport({ width: device.width, height: device.height });
      await page.emulateMediaFeatures([
        { name: 'prefers-color-scheme', value: device.scheme },
        // Nothing is caught half way from one colour to another.
        { name: 'prefers-reduced-motion', value: 'reduce' },
      ]);
      const from: Record<string, string> = address === undefined ? {} : { 'X-Forwarded-For': address };
      await page.setExtraHTTPHeaders({ 'Accept-Language': language, ...from });
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

const SIGN_IN_FORM = 'main form:has(input[name=password])';

/** Signs in by the form that the page shows, with its script or without. Answers the status of what comes next. */
export async function signIn(page: Page, name: string, password: string): Promise<number> {
  // Locators would wait for script.
  const field = `${SIGN_IN_FORM} input:is([name=login], [name=email])`;
  // After a wrong password the name stands there already.
  await page.$eval(field, (input) => {
    (input as HTMLInputElement).value = '';
  });
  await page.type(field, name);
  await page.type(`${SIGN_IN_FORM} input[name=password]`, password);
  return follow(page, () => page.click(`${SIGN_IN_FORM} button`));
}
