import { type Browser, type BrowserContext, launch, type Page } from 'puppeteer';

/** A phone with `touch` has a mobile viewport and no mouse. */
export type Device = { width: number; height: number; scheme: 'light' | 'dark'; touch?: boolean };
export const PHONE: Device = { width: 390, height: 844, scheme: 'light' };
export const TOUCH_PHONE: Device = { ...PHONE, touch: true };
export const DESKTOP: Device = { width: 1280, height: 860, scheme: 'light' };
/** Both widths in both schemes. */
export const devices: Device[] = [PHONE, { ...PHONE, scheme: 'dark' }, DESKTOP, { ...DESKTOP, scheme: 'dark' }];

export type Visitor = {
  device?: Device;
  language?: string;
  /** Client IP address; rate limits apply per address. */
  address?: string;
};

// Generous, because a browser's first start on a machine is slow.
const START_TIMEOUT_MS = 120_000;
const STEP_TIMEOUT_MS = 90_000;

/** A real Chromium. Each context is a separate visitor with separate cookies. */
export type TestBrowser = {
  open(visitor?: Visitor): Promise<{ page: Page; context: BrowserContext }>;
  close(): Promise<void>;
};

export async function startBrowser(environment: NodeJS.ProcessEnv): Promise<TestBrowser> {
  const { PUPPETEER_EXECUTABLE_PATH: executablePath } = environment;
  if (!executablePath) throw new Error('PUPPETEER_EXECUTABLE_PATH is not set. Run the tests with npm test.');
  // Chromium's sandbox does not start for root.
  const args = process.getuid?.() === 0 ? ['--no-sandbox'] : [];
  const browser: Browser = await launch({ executablePath, headless: 'shell', args, timeout: START_TIMEOUT_MS });
  return {
    open: async ({ device = DESKTOP, language = 'en', address } = {}) => {
      const context = await browser.createBrowserContext();
      const page = await context.newPage();
      page.setDefaultTimeout(STEP_TIMEOUT_MS);
      const { width, height, touch = false } = device;
      await page.setViewport({ width, height, isMobile: touch, hasTouch: touch });
      await page.emulateMediaFeatures([
        { name: 'prefers-color-scheme', value: device.scheme },
        // Screenshots and contrast checks must not run during a color transition.
        { name: 'prefers-reduced-motion', value: 'reduce' },
      ]);
      const from: Record<string, string> = address === undefined ? {} : { 'X-Forwarded-For': address };
      await page.setExtraHTTPHeaders({ 'Accept-Language': language, ...from });
      return { page, context };
    },
    close: () => browser.close(),
  };
}

/** Performs an action that leads to another page, and returns the status of that page. */
export async function follow(page: Page, act: () => Promise<unknown>): Promise<number> {
  const [response] = await Promise.all([page.waitForNavigation(), act()]);
  return response?.status() ?? 0;
}

const SIGN_IN_FORM = 'main form:has(input[name=password])';

/** Submits the sign-in form of the current page and returns the status of the next page. */
export async function signIn(page: Page, name: string, password: string): Promise<number> {
  // Selectors instead of locators, because locators need JavaScript.
  const field = `${SIGN_IN_FORM} input:is([name=login], [name=email])`;
  // After a wrong password the field contains the name already.
  await page.$eval(field, (input) => {
    (input as HTMLInputElement).value = '';
  });
  await page.type(field, name);
  await page.type(`${SIGN_IN_FORM} input[name=password]`, password);
  return follow(page, () => page.click(`${SIGN_IN_FORM} button`));
}
