import { launchBrowser } from './launch-browser.ts';
import { openPage } from './print-page.ts';

export type ScratchPrinter = { print(html: string): Promise<Buffer>; close(): Promise<void> };

const PRINT_WITHIN_MS = 60_000;

/** A printer on one page of one browser, for tests that print much and read what came out. */
export async function scratchPrinter(): Promise<ScratchPrinter> {
  const launched = await launchBrowser(process.env.PUPPETEER_EXECUTABLE_PATH ?? '');
  const page = await openPage(launched.browser);
  return { print: (html) => page.render(html, 'pdf', PRINT_WITHIN_MS), close: () => launched.close() };
}
