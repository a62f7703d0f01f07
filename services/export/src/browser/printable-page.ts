import type { Browser, BrowserContext, Page } from 'puppeteer';
import { PageNotOpened, RendererCrashed, RenderTimeout } from './render-failures.ts';

/** As what a document comes out of the browser: paged, or as a picture of its upper left corner, in CSS pixels. */
export type Output = 'pdf' | { width: number; height: number };

/** A page in a context of its own: nothing of an earlier document is in it. For one document. */
export type PrintablePage = {
  render(html: string, output: Output, limitMs: number): Promise<Buffer>;
  /** Rejects when the browser does not close it in time: then the browser is beyond use. */
  close(): Promise<void>;
};

const OPEN_WITHIN_MS = 5_000;
const CLOSE_WITHIN_MS = 2_000;

/**
 * With `warmUp`, that document was printed in it, so that fonts and code are loaded. A renderer that
 * dies while its page is opened leaves the opening without an answer: hence a limit.
 */
export function openPage(browser: Browser, warmUp?: string, withinMs = OPEN_WITHIN_MS): Promise<PrintablePage> {
  const opening = openContext(browser, warmUp);
  return withinLimit(opening, withinMs).catch((error: unknown) => {
    // Nobody has the page that comes too late.
    opening.then((late) => late.close()).catch(() => undefined);
    throw new PageNotOpened('The browser opens no page', { cause: error });
  });
}

async function openContext(browser: Browser, warmUp: string | undefined): Promise<PrintablePage> {
  const context = await browser.createBrowserContext();
  try {
    const page = await context.newPage();
    const crash = watchForCrash(browser, page);
    await Promise.race([seal(page), crash.happened]);
    if (warmUp !== undefined) await Promise.race([render(page, warmUp, 'pdf'), crash.happened]);
    return {
      render: (html, output, limitMs) =>
        withinLimit(Promise.race([render(page, html, output).catch(asCrash), crash.happened]), limitMs),
      close: () => {
        crash.forget();
        return closeContext(browser, context);
      },
    };
  } catch (error) {
    await closeContext(browser, context);
    throw error;
  }
}

async function seal(page: Page): Promise<void> {
  await page.setJavaScriptEnabled(false);
  await refuseRequests(page);
}

/** Nothing is fetched: an image is in the document as `data:`, or it is not there. */
async function refuseRequests(page: Page): Promise<void> {
  await page.setRequestInterception(true);
  page.on('request', (request) => {
    const verdict = request.url().startsWith('data:') ? request.continue() : request.abort('blockedbyclient');
    verdict.catch(() => undefined); // the page is gone, and its request with it
  });
}

async function render(page: Page, html: string, output: Output): Promise<Buffer> {
  if (output !== 'pdf') await page.setViewport(output);
  await page.setContent(html, { waitUntil: 'load', timeout: 0 });
  return output === 'pdf' ? print(page) : bufferOf(await page.screenshot({ type: 'png' }));
}

async function print(page: Page): Promise<Buffer> {
  const pdf = await page.pdf({
    preferCSSPageSize: true,
    printBackground: true,
    tagged: true,
    outline: true,
    timeout: 0,
  });
  return bufferOf(pdf);
}

function bufferOf(bytes: Uint8Array): Buffer {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

/** A crash leaves the commands that were sent without an answer: it has to be listened for. */
function watchForCrash(browser: Browser, page: Page): { happened: Promise<never>; forget(): void } {
  const { promise, reject } = Promise.withResolvers<never>();
  promise.catch(() => undefined); // it may happen while nothing is printed
  const ended = () => reject(new RendererCrashed('The browser ended'));
  page.once('error', () => reject(new RendererCrashed('The page crashed')));
  browser.once('disconnected', ended);
  return { happened: promise, forget: () => void browser.off('disconnected', ended) };
}

/** What a page can fail at, other than taking too long, is that its browser or renderer is gone. */
function asCrash(cause: unknown): never {
  throw cause instanceof RendererCrashed ? cause : new RendererCrashed('The browser no longer answers', { cause });
}

async function withinLimit<T>(work: Promise<T>, limitMs: number): Promise<T> {
  const { promise: limit, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new RenderTimeout(`Not done within ${limitMs} ms`)), limitMs);
  try {
    return await Promise.race([work, limit]);
  } finally {
    clearTimeout(timer);
  }
}

async function closeContext(browser: Browser, context: BrowserContext): Promise<void> {
  if (browser.connected) await withinLimit(context.close(), CLOSE_WITHIN_MS);
}
