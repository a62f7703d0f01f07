import { rejectOnCancel } from '../abort-and-timeout.ts';
import { treeMemoryMb } from '../processes/process-tree.ts';
import type { LaunchedBrowser } from './launch-browser.ts';
import { isMeasured, type Output, openPage, type PrintablePage } from './printable-page.ts';

export type BrowserLimits = {
  /** Time limit for one document. */
  renderTimeoutMs: number;
  /** Number of documents after which a browser is replaced. */
  maxRenders: number;
  /** Memory above which a browser is replaced. */
  maxMemoryMb: number;
};

export type WarmUp = {
  /** Number of pages to open in advance. */
  pages: number;
  /** A typical document, which is printed once in each of these pages. */
  html: string;
};

export type WarmBrowser = {
  render(html: string, output: Output, signal?: AbortSignal): Promise<Buffer>;
  /** True when the browser has reached a limit, crashed or was retired. */
  readonly needsReplacement: boolean;
  /** Takes no more documents. Resolves when the running ones have ended and the browser is closed. */
  retire(): Promise<void>;
};

const RENDERS_PER_MEASUREMENT = 25;
/** The number of pages that are opened in advance for documents that are only measured. */
const MEASURING_PAGES = 2;

/** Renders each document in a page and context of its own. */
export function createWarmBrowser(launched: LaunchedBrowser, limits: BrowserLimits, warmUp: WarmUp): WarmBrowser {
  const closed = Promise.withResolvers<void>();
  let renders = 0;
  let rendering = 0;
  let exceedsMemory = false;
  let retired = false;
  const isIdle = () => !retired && rendering === 0;
  const prewarmed = createPrewarmedPages({
    count: warmUp.pages,
    open: () => openPage(launched.browser, warmUp.html),
    isIdle,
  });
  // Warming a page up costs more than a measurement in it saves.
  const measuring = createPrewarmedPages({
    count: Math.min(MEASURING_PAGES, warmUp.pages),
    open: () => openPage(launched.browser),
    isIdle,
  });
  const poolOf = (output: Output) => (isMeasured(output) ? measuring : prewarmed);
  const refill = () => {
    prewarmed.refill();
    measuring.refill();
  };
  const close = () => void launched.close().then(closed.resolve, closed.reject);

  async function measureMemory(): Promise<void> {
    exceedsMemory = (await treeMemoryMb(launched.pid)) > limits.maxMemoryMb;
  }

  async function render(html: string, output: Output, signal?: AbortSignal): Promise<Buffer> {
    rendering += 1;
    renders += 1;
    if (renders % RENDERS_PER_MEASUREMENT === 0) void measureMemory();
    let page: PrintablePage | undefined;
    try {
      page = poolOf(output).take() ?? (await openPage(launched.browser));
      const rendered = page.render(html, output, limits.renderTimeoutMs);
      return await (signal ? rejectOnCancel(rendered, signal) : rendered);
    } finally {
      // If a page does not close, the browser closes. Its other documents are rendered again.
      page?.close().catch(() => {
        retired = true;
        close();
      });
      rendering -= 1;
      if (!retired) refill();
      else if (rendering === 0) close();
    }
  }

  refill();
  return {
    render,
    retire: () => {
      if (!retired && rendering === 0) close();
      retired = true;
      return closed.promise;
    },
    get needsReplacement() {
      return retired || exceedsMemory || renders >= limits.maxRenders || !launched.browser.connected;
    },
  };
}

/** Pages that are opened and warmed up before documents need them. */
type PrewarmedPages = {
  /** Returns a page that is ready, if there is one. */
  take(): PrintablePage | undefined;
  /** Opens the missing pages, one after the other, when the browser is idle. */
  refill(): void;
};

type PrewarmedPagesOptions = {
  count: number;
  open: () => Promise<PrintablePage>;
  isIdle: () => boolean;
};

/** Longer than the time between two documents of a busy queue. */
const IDLE_DELAY_MS = 150;

/**
 * Starting a renderer process takes three times as long as printing a document in a warm one. For security, documents
 * do not share renderer processes, so new ones are started in idle moments for the next burst.
 */
export function createPrewarmedPages({ count, open, isIdle }: PrewarmedPagesOptions): PrewarmedPages {
  const ready: PrintablePage[] = [];
  let timer: NodeJS.Timeout | undefined;
  let opening = false;

  async function openMissing(): Promise<void> {
    if (opening) return;
    opening = true;
    try {
      while (ready.length < count && isIdle()) ready.push(await open());
    } catch {
      // The next document opens its own page and reports the error.
    } finally {
      opening = false;
    }
  }

  return {
    take: () => ready.pop(),
    refill: () => {
      clearTimeout(timer);
      timer = setTimeout(() => void openMissing(), IDLE_DELAY_MS);
      timer.unref();
    },
  };
}
