import { treeMemoryMb } from '../processes/process-tree.ts';
import { rejectOnCancel } from '../reject-on-cancel.ts';
import type { LaunchedBrowser } from './launch-browser.ts';
import { createPrewarmedPages } from './prewarmed-pages.ts';
import { type Output, openPage, type PrintablePage } from './printable-page.ts';

export type BrowserLimits = {
  /** Milliseconds for one document. */
  renderTimeoutMs: number;
  /** Documents after which a browser is replaced. */
  maxRenders: number;
  maxMemoryMb: number;
};

export type WarmUp = {
  /** How many pages are kept open ahead. */
  pages: number;
  /** A document that uses what most do: printed once in each page before it is needed. */
  html: string;
};

export type WarmBrowser = {
  render(html: string, output: Output, signal?: AbortSignal): Promise<Buffer>;
  /** Whether it has done its share, or is gone: the next document should go to another. */
  readonly needsReplacement: boolean;
  /** Takes no more documents and closes after the last; resolves when it is closed. */
  retire(): Promise<void>;
};

const MEASURE_EVERY = 25;

/** One browser, each document in a page and context of its own. */
export function createWarmBrowser(launched: LaunchedBrowser, limits: BrowserLimits, warmUp: WarmUp): WarmBrowser {
  const closed = Promise.withResolvers<void>();
  let renders = 0;
  let printing = 0;
  let heavy = false;
  let retired = false;
  const ahead = createPrewarmedPages({
    count: warmUp.pages,
    open: () => openPage(launched.browser, warmUp.html),
    isIdle: () => !retired && printing === 0,
  });

  async function render(html: string, output: Output, signal?: AbortSignal): Promise<Buffer> {
    printing += 1;
    renders += 1;
    if (renders % MEASURE_EVERY === 0) measure();
    try {
      return await renderAndClose(ahead.take() ?? (await openPage(launched.browser)), html, output, signal);
    } finally {
      printing -= 1;
      if (retired) closeWhenIdle();
      else ahead.refill();
    }
  }

  async function renderAndClose(
    page: PrintablePage,
    html: string,
    output: Output,
    signal: AbortSignal | undefined,
  ): Promise<Buffer> {
    try {
      const rendered = page.render(html, output, limits.renderTimeoutMs);
      return await (signal ? rejectOnCancel(rendered, signal) : rendered);
    } finally {
      // A page that does not close takes its browser along, and what else is printed there is printed again.
      page.close().catch(() => {
        retired = true;
        close();
      });
    }
  }

  function measure(): void {
    void treeMemoryMb(launched.pid).then((held) => {
      heavy = held > limits.maxMemoryMb;
    });
  }

  function close(): void {
    launched.close().then(closed.resolve, closed.reject);
  }

  function closeWhenIdle(): void {
    if (printing === 0) close();
  }

  ahead.refill();
  return {
    render,
    retire: () => {
      if (!retired) {
        retired = true;
        closeWhenIdle();
      }
      return closed.promise;
    },
    get needsReplacement() {
      return retired || heavy || renders >= limits.maxRenders || !launched.browser.connected;
    },
  };
}
