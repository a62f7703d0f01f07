import { launchBrowser } from '@vitae/export/browser/launch-browser';
import { openPage } from '@vitae/export/browser/printable-page';

export type PrinterFixture = { print(html: string): Promise<Buffer>; close(): Promise<void> };

/** For what hangs: nothing here opens or prints a page once more. */
const WITHIN_MS = 60_000;

/** A printer on one page of one browser, for tests that print much and read what came out. */
export async function openPrinterFixture(): Promise<PrinterFixture> {
  const launched = await launchBrowser(process.env.PUPPETEER_EXECUTABLE_PATH ?? '');
  const page = await openPage(launched.browser, undefined, WITHIN_MS);
  return { print: (html) => page.render(html, 'pdf', WITHIN_MS), close: () => launched.close() };
}
