import type { LaunchedBrowser } from './launch-browser.ts';
import { openPage, type PrintablePage } from './print-page.ts';
import { treeMemoryMb } from './process-memory.ts';

export type BrowserLimits = {
  /** Milliseconds for one document. */
  renderMs: number;
  /** Documents after which a browser is replaced. */
  renders: number;
  memoryMb: number;
};

export type WarmBrowser = {
  print(html: string): Promise<Buffer>;
  /** Whether it has done its share, or is gone: the next document should go to another. */
  readonly worn: boolean;
  /** Takes no more documents and closes after the last; resolves when it is closed. */
  retire(): Promise<void>;
};

const MEASURE_EVERY = 25;

/** One browser with pages opened ahead, so that a document does not wait for its renderer to start. */
export function createWarmBrowser(launched: LaunchedBrowser, limits: BrowserLimits, pagesAhead: number): WarmBrowser {
  const ahead: Promise<PrintablePage>[] = [];
  const closed = Promise.withResolvers<void>();
  let renders = 0;
  let printing = 0;
  let heavy = false;
  let retired = false;

  function openAhead(): void {
    while (!retired && ahead.length < pagesAhead) {
      const page = openPage(launched.browser);
      page.catch(() => undefined); // told to the document that gets it
      ahead.push(page);
    }
  }

  async function print(html: string): Promise<Buffer> {
    printing += 1;
    renders += 1;
    try {
      const page = await (ahead.shift() ?? openPage(launched.browser));
      return await printAndClose(page, html);
    } finally {
      printing -= 1;
      if (retired) closeWhenIdle();
      else openAhead();
      if (renders % MEASURE_EVERY === 0) heavy = (await treeMemoryMb(launched.pid)) > limits.memoryMb;
    }
  }

  async function printAndClose(page: PrintablePage, html: string): Promise<Buffer> {
    try {
      return await page.print(html, limits.renderMs);
    } finally {
      page.close().catch(() => void retire(true)); // a page that does not close takes its browser along
    }
  }

  function closeWhenIdle(byForce = false): void {
    if (printing === 0 || byForce) launched.close().then(closed.resolve, closed.reject);
  }

  function retire(byForce = false): Promise<void> {
    if (!retired) {
      retired = true;
      closeWhenIdle(byForce);
    }
    return closed.promise;
  }

  openAhead();
  return {
    print,
    retire: () => retire(),
    get worn() {
      return retired || heavy || renders >= limits.renders || !launched.browser.connected;
    },
  };
}
