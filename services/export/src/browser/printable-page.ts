import { measurePages } from '@vitae/document/fitting/measure-pages';
import type { Browser, BrowserContext, Page } from 'puppeteer';
import { withTimeout } from '../abort-and-timeout.ts';
import { PageNotOpened, RendererCrashed, RenderTimeout } from './browser-errors.ts';

/**
 * A paged PDF, which may be prepared when its document is loaded; nothing, if the document is only measured; or a PNG of
 * the upper left corner with this size in CSS pixels.
 */
export type Output = 'pdf' | { prepare: PreparePage } | { measure: PreparePage } | { width: number; height: number };
export type PreparePage = (page: Page) => Promise<void>;

/** Returns whether a document is only measured. */
export const isMeasured = (output: Output) => typeof output === 'object' && 'measure' in output;

/** A page for a single document, in a browser context of its own: it shares no data with earlier documents. */
export type PrintablePage = {
  render(html: string, output: Output, timeoutMs: number): Promise<Buffer>;
  /** Rejects if the browser does not close the page in time and must be replaced. */
  close(): Promise<void>;
};

const OPEN_TIMEOUT_MS = 5_000;
const CLOSE_TIMEOUT_MS = 2_000;

const renderTimeout = (timeoutMs: number) => new RenderTimeout(`Timed out after ${timeoutMs} ms`);

/**
 * Opens a page without JavaScript and network access. If `warmUp` is given, prints it first, so that fonts and code are
 * loaded. Throws PageNotOpened, also after a timeout: a renderer that crashes while the page opens sends no response.
 */
export function openPage(browser: Browser, warmUp?: string, timeoutMs = OPEN_TIMEOUT_MS): Promise<PrintablePage> {
  const opening = openContext(browser, warmUp);
  return withTimeout(opening, timeoutMs, renderTimeout).catch((error: unknown) => {
    // Closes a page that opens after the timeout.
    opening.then((page) => page.close()).catch(() => undefined);
    throw new PageNotOpened('The browser opened no page', { cause: error });
  });
}

async function openContext(browser: Browser, warmUp: string | undefined): Promise<PrintablePage> {
  const context = await browser.createBrowserContext();
  try {
    const page = await context.newPage();
    const crash = watchForCrash(browser, page);
    await Promise.race([isolate(page), crash.happened]);
    if (warmUp !== undefined) await Promise.race([render(page, warmUp, { prepare: warmUpMeasuring }), crash.happened]);
    return {
      render: (html, output, timeoutMs) => {
        const rendering = Promise.race([render(page, html, output).catch(throwCrash), crash.happened]);
        return withTimeout(rendering, timeoutMs, renderTimeout);
      },
      close: () => {
        crash.stopWatching();
        return closeContext(browser, context);
      },
    };
  } catch (error) {
    await closeContext(browser, context);
    throw error;
  }
}

/** The first script of a page takes longer, because JavaScript is turned off and no document ran any. */
const warmUpMeasuring: PreparePage = async (page) => {
  await page.evaluate(measurePages, null);
};

/** Turns off JavaScript and blocks every request. Documents contain their images as `data:` URLs. */
async function isolate(page: Page): Promise<void> {
  page.on('request', (request) => {
    const handled = request.url().startsWith('data:') ? request.continue() : request.abort('blockedbyclient');
    handled.catch(() => undefined); // The page was closed.
  });
  await Promise.all([page.setJavaScriptEnabled(false), page.setRequestInterception(true)]);
}

async function render(page: Page, html: string, output: Output): Promise<Buffer> {
  const isScreenshot = typeof output === 'object' && 'width' in output;
  if (isScreenshot) await page.setViewport(output);
  await page.setContent(html, { waitUntil: 'load', timeout: 0 });
  if (isScreenshot) return bufferOf(await page.screenshot({ type: 'png' }));
  if (output === 'pdf') return print(page);
  if ('measure' in output) {
    await output.measure(page);
    return Buffer.alloc(0);
  }
  await output.prepare(page);
  return print(page);
}

async function print(page: Page): Promise<Buffer> {
  const pdf = await page.pdf({
    preferCSSPageSize: true,
    printBackground: true,
    tagged: true,
    outline: true,
    // Documents use the fonts of the system, which need no loading.
    waitForFonts: false,
    timeout: 0,
  });
  return bufferOf(pdf);
}

function bufferOf(bytes: Uint8Array): Buffer {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

/** Detects crashes by events, because a crashed renderer does not respond to commands. */
function watchForCrash(browser: Browser, page: Page): { happened: Promise<never>; stopWatching(): void } {
  const { promise, reject } = Promise.withResolvers<never>();
  promise.catch(() => undefined); // It may crash while nothing is rendered.
  const onDisconnected = () => reject(new RendererCrashed('The browser exited'));
  page.once('error', () => reject(new RendererCrashed('The page crashed')));
  browser.once('disconnected', onDisconnected);
  return { happened: promise, stopWatching: () => void browser.off('disconnected', onDisconnected) };
}

/** Commands have no timeout, so they fail only if the browser or its renderer is gone. */
function throwCrash(cause: unknown): never {
  throw cause instanceof RendererCrashed ? cause : new RendererCrashed('The browser does not respond', { cause });
}

async function closeContext(browser: Browser, context: BrowserContext): Promise<void> {
  if (browser.connected) await withTimeout(context.close(), CLOSE_TIMEOUT_MS, renderTimeout);
}
