import type { Logger } from '@vitae/kit/log';
import { retryStartOnce } from '../processes/retry-start.ts';
import type { LaunchedBrowser, Purpose } from './launch-browser.ts';
import type { Output } from './printable-page.ts';
import { RendererCrashed } from './render-failures.ts';
import { type BrowserLimits, createWarmBrowser, type WarmBrowser, type WarmUp } from './warm-browser.ts';

export type Printer = {
  /** A self-contained HTML document as PDF. The signal gives it up. */
  print(html: string, signal?: AbortSignal): Promise<Buffer>;
  /** Its upper left corner as PNG, in CSS pixels. */
  screenshot(html: string, size: { width: number; height: number }, signal?: AbortSignal): Promise<Buffer>;
  /** Rejects when no browser can be had. */
  ready(): Promise<void>;
  close(): Promise<void>;
};

export type PrinterOptions = {
  launch: (purpose: Purpose) => Promise<LaunchedBrowser>;
  limits: BrowserLimits;
  warmUp: WarmUp;
  log: Logger;
};

/** No browser can be started, or none any more. */
export class BrowserUnavailable extends Error {
  override readonly name = 'BrowserUnavailable';
}

/**
 * One warm browser for all that is printed, replaced when it is worn. A document under which it crashes
 * is printed again, alone in a browser of its own: so that a second crash is that document's doing
 * and nobody else's. A picture, which is seldom asked for, has a browser of its own from the start.
 */
export function createPrinter({ launch, limits, warmUp, log }: PrinterOptions): Printer {
  let current: Promise<WarmBrowser> | undefined;
  let closed = false;
  const open = new Set<WarmBrowser>();

  async function start(purpose: Purpose, pages: WarmUp): Promise<WarmBrowser> {
    if (closed) throw new BrowserUnavailable('The printer is closed');
    const launched = await retryStartOnce(() => launch(purpose), { log, isNeeded: () => !closed }).catch(
      (cause: unknown) => {
        throw new BrowserUnavailable(cause instanceof Error ? cause.message : 'The browser does not start', { cause });
      },
    );
    log.info({ pid: launched.pid }, 'Browser started');
    const browser = createWarmBrowser(launched, limits, pages);
    open.add(browser);
    if (closed) retire(browser);
    return browser;
  }

  async function shared(): Promise<WarmBrowser> {
    current ??= start('print', warmUp);
    const starting = current;
    const browser = await starting.catch((error: unknown) => {
      if (current === starting) current = undefined;
      throw error;
    });
    if (!browser.needsReplacement) return browser;
    if (current === starting) current = undefined;
    retire(browser);
    return shared();
  }

  function retire(browser: WarmBrowser): void {
    browser.retire().then(
      () => open.delete(browser),
      (err: unknown) => {
        open.delete(browser);
        log.warn({ err }, 'A browser did not close cleanly');
      },
    );
  }

  async function renderAlone(html: string, output: Output, signal: AbortSignal | undefined): Promise<Buffer> {
    const browser = await start(output === 'pdf' ? 'print' : 'picture', { ...warmUp, pages: 0 });
    try {
      return await browser.render(html, output, signal);
    } finally {
      retire(browser);
    }
  }

  async function renderShared(html: string, signal: AbortSignal | undefined): Promise<Buffer> {
    const browser = await shared();
    try {
      return await browser.render(html, 'pdf', signal);
    } catch (error) {
      if (error instanceof RendererCrashed) retire(browser);
      throw error;
    }
  }

  async function render(html: string, output: Output, signal: AbortSignal | undefined): Promise<Buffer> {
    try {
      return await (output === 'pdf' ? renderShared(html, signal) : renderAlone(html, output, signal));
    } catch (error) {
      if (!(error instanceof RendererCrashed)) throw error;
      log.warn({ err: error }, 'The browser crashed under a document: rendering it once more, alone');
      return renderAlone(html, output, signal);
    }
  }

  return {
    print: (html, signal) => render(html, 'pdf', signal),
    screenshot: (html, size, signal) => render(html, size, signal),
    ready: async () => {
      await shared();
    },
    close: async () => {
      closed = true;
      await Promise.allSettled([...open].map((browser) => browser.retire()));
    },
  };
}
