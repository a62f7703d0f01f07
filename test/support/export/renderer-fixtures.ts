import { type LaunchedBrowser, launchBrowser, type Purpose } from '@vitae/export/browser/launch-browser';
import { openPage } from '@vitae/export/browser/printable-page';
import { createPrinter, type Printer } from '@vitae/export/browser/printer';
import type { BrowserLimits } from '@vitae/export/browser/warm-browser';
import { createOfficeConverter, type OfficeConverter } from '@vitae/export/office/converter';
import { launchOffice, type Office } from '@vitae/export/office/launch-office';
import type { OfficeLimits } from '@vitae/export/office/warm-office';
import { createLogger } from '@vitae/kit/log';

// Limits that only a hanging renderer exceeds.
const TIMEOUT_MS = 60_000;
const BROWSER_LIMITS: BrowserLimits = { renderTimeoutMs: TIMEOUT_MS, maxRenders: 1_000, maxMemoryMb: 5_000 };
const OFFICE_LIMITS: OfficeLimits = { convertTimeoutMs: TIMEOUT_MS, maxConversions: 500 };

const log = createLogger({ name: 'test', level: 'silent' });

export const browserExecutable = process.env.PUPPETEER_EXECUTABLE_PATH ?? '';
export const officePrograms = {
  soffice: process.env.SOFFICE_BINARY ?? '/usr/bin/soffice',
  python: process.env.OFFICE_PYTHON ?? '/usr/bin/python3',
};

/** A printer with a real browser. `launched` are the browsers that it started. */
export function createPrinterFixture(limits: Partial<BrowserLimits> = {}): {
  printer: Printer;
  launched: LaunchedBrowser[];
} {
  const launched: LaunchedBrowser[] = [];
  const launch = async (purpose: Purpose) => {
    const browser = await launchBrowser(browserExecutable, { purpose, log });
    launched.push(browser);
    return browser;
  };
  const warmUp = { pages: 1, html: '<p>warm' };
  return { printer: createPrinter({ launch, limits: { ...BROWSER_LIMITS, ...limits }, warmUp, log }), launched };
}

/** A converter with a real LibreOffice. `launched` are the processes that it started. */
export function createOfficeFixture(
  limits: Partial<OfficeLimits> = {},
  programs = officePrograms,
): { office: OfficeConverter; launched: Office[] } {
  const launched: Office[] = [];
  const launch = async () => {
    const started = await launchOffice(programs, log);
    launched.push(started);
    return started;
  };
  return { office: createOfficeConverter({ launch, limits: { ...OFFICE_LIMITS, ...limits }, log }), launched };
}

export type PagePrinter = { print(html: string): Promise<Buffer>; close(): Promise<void> };

/** A printer that reuses one page, for tests that print many documents. */
export async function openPagePrinter(): Promise<PagePrinter> {
  const launched = await launchBrowser(browserExecutable, { log });
  const page = await openPage(launched.browser, undefined, TIMEOUT_MS);
  return { print: (html) => page.render(html, 'pdf', TIMEOUT_MS), close: () => launched.close() };
}
