import type { Logger } from '@vitae/kit/log';
import { retryStartOnce } from '../processes/start-renderer.ts';
import { BrowserUnavailable } from './browser-errors.ts';
import type { LaunchedBrowser, Purpose } from './launch-browser.ts';
import { type BrowserLimits, createWarmBrowser, type WarmBrowser, type WarmUp } from './warm-browser.ts';

export type BrowserPoolOptions = {
  launch: (purpose: Purpose) => Promise<LaunchedBrowser>;
  limits: BrowserLimits;
  warmUp: WarmUp;
  log: Logger;
};

/** The running browsers. Rejections are BrowserUnavailable. */
export type BrowserPool = {
  /** Returns the browser that all documents share, and replaces it when it has reached a limit. */
  shared(): Promise<WarmBrowser>;
  /** Starts a browser for a single document. The caller retires it. */
  dedicated(purpose: Purpose): Promise<WarmBrowser>;
  /** Closes the browser after its running documents. */
  retire(browser: WarmBrowser): void;
  close(): Promise<void>;
};

export function createBrowserPool({ launch, limits, warmUp, log }: BrowserPoolOptions): BrowserPool {
  let current: Promise<WarmBrowser> | undefined;
  let closed = false;
  const open = new Set<WarmBrowser>();

  async function start(purpose: Purpose, pages: WarmUp): Promise<WarmBrowser> {
    if (closed) throw new BrowserUnavailable('The printer is closed');
    const launched = await retryStartOnce(() => launch(purpose), { log, isNeeded: () => !closed }).catch(
      (cause: unknown) => {
        throw new BrowserUnavailable(cause instanceof Error ? cause.message : 'The browser failed to start', { cause });
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
    browser
      .retire()
      .catch((err: unknown) => log.warn({ err }, 'Closing a browser failed'))
      .finally(() => open.delete(browser));
  }

  return {
    shared,
    dedicated: (purpose) => start(purpose, { ...warmUp, pages: 0 }),
    retire,
    close: async () => {
      closed = true;
      await Promise.allSettled([...open].map((browser) => browser.retire()));
    },
  };
}
