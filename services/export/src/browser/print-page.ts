import type { Browser, BrowserContext, CDPSession, Protocol } from 'puppeteer';
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

const PRINTED: Protocol.Page.PrintToPDFRequest = {
  preferCSSPageSize: true,
  printBackground: true,
  marginTop: 0,
  marginBottom: 0,
  marginLeft: 0,
  marginRight: 0,
  generateTaggedPDF: true,
  generateDocumentOutline: true,
};

/**
 * With `warmUp`, that document was printed in it, so that fonts and code are loaded. A renderer that
 * dies while its page is opened leaves the opening without an answer: hence a limit.
 */
export function openPage(browser: Browser, warmUp?: string): Promise<PrintablePage> {
  const opening = openContext(browser, warmUp);
  return withinLimit(opening, OPEN_WITHIN_MS).catch((error: unknown) => {
    // Nobody has the page that comes too late.
    opening.then((late) => late.close()).catch(() => undefined);
    throw new PageNotOpened('The browser opens no page', { cause: error });
  });
}

async function openContext(browser: Browser, warmUp: string | undefined): Promise<PrintablePage> {
  const context = await browser.createBrowserContext();
  try {
    const page = await openTarget(browser, context);
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

/** By the protocol itself: what `newPage` sets up besides is for pages that live longer, and costs a sixth of a document. */
async function openTarget(browser: Browser, context: BrowserContext): Promise<CDPSession> {
  // Just launched, it may not be among its own targets yet.
  const itself = await browser.waitForTarget((target) => target.type() === 'browser');
  const commands = await itself.createCDPSession();
  await commands.send('Target.createTarget', { url: 'about:blank', browserContextId: context.id ?? '' });
  const target = await context.waitForTarget(() => true);
  const [page] = await Promise.all([target.createCDPSession(), commands.detach()]);
  return page;
}

/** No script runs, and nothing is fetched: an image is in the document as `data:`, or it is not there. */
async function seal(page: CDPSession): Promise<void> {
  page.on('Fetch.requestPaused', ({ requestId, request }) => {
    const verdict = request.url.startsWith('data:')
      ? page.send('Fetch.continueRequest', { requestId })
      : page.send('Fetch.failRequest', { requestId, errorReason: 'BlockedByClient' });
    verdict.catch(() => undefined); // the page is gone, and its request with it
  });
  await Promise.all([
    page.send('Inspector.enable'),
    page.send('Page.enable'),
    page.send('Emulation.setScriptExecutionDisabled', { value: true }),
    page.send('Fetch.enable', { patterns: [{ urlPattern: '*' }] }),
  ]);
}

async function render(page: CDPSession, html: string, output: Output): Promise<Buffer> {
  if (output !== 'pdf')
    await page.send('Emulation.setDeviceMetricsOverride', { ...output, deviceScaleFactor: 1, mobile: false });
  await show(page, html);
  const { data } =
    output === 'pdf'
      ? await page.send('Page.printToPDF', PRINTED)
      : await page.send('Page.captureScreenshot', { format: 'png' });
  return Buffer.from(data, 'base64');
}

async function show(page: CDPSession, html: string): Promise<void> {
  const loaded = new Promise((resolve) => page.once('Page.loadEventFired', resolve));
  const { frameTree } = await page.send('Page.getFrameTree');
  await page.send('Page.setDocumentContent', { frameId: frameTree.frame.id, html });
  await loaded;
}

/** A crash leaves the commands that were sent without an answer: it has to be listened for. */
function watchForCrash(browser: Browser, page: CDPSession): { happened: Promise<never>; forget(): void } {
  const { promise, reject } = Promise.withResolvers<never>();
  promise.catch(() => undefined); // it may happen while nothing is printed
  const ended = () => reject(new RendererCrashed('The browser ended'));
  page.once('Inspector.targetCrashed', () => reject(new RendererCrashed('The page crashed')));
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
