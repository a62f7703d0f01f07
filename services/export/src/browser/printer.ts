import { RendererCrashed } from './browser-errors.ts';
import { type BrowserPoolOptions, createBrowserPool } from './browser-pool.ts';
import type { Output, PreparePage } from './printable-page.ts';

/** Renders self-contained HTML documents. The signal cancels a document. */
export type Printer = {
  /** Returns a PDF. `prepare` runs in each page that loads the document: twice if the browser crashes. */
  print(html: string, options?: PrintOptions): Promise<Buffer>;
  /** Loads a document without printing it. `measure` runs like `prepare`. */
  measure(html: string, measure: PreparePage, signal?: AbortSignal): Promise<void>;
  /** Returns a PNG of the document's upper left corner. The size is in CSS pixels. */
  screenshot(html: string, size: { width: number; height: number }, signal?: AbortSignal): Promise<Buffer>;
  /** Rejects if no browser can be started. */
  ready(): Promise<void>;
  close(): Promise<void>;
};

export type PrintOptions = { signal?: AbortSignal; prepare?: PreparePage | undefined };

/**
 * Creates a printer with one shared browser. If the browser crashes, each of its documents is rendered once more in a
 * browser of its own: a second crash is then caused by that document. Screenshots are rare and always use a browser of
 * their own.
 */
export function createPrinter(options: BrowserPoolOptions): Printer {
  const { log } = options;
  const browsers = createBrowserPool(options);

  async function renderDedicated(html: string, output: Output, signal: AbortSignal | undefined): Promise<Buffer> {
    const browser = await browsers.dedicated(isScreenshot(output) ? 'screenshot' : 'print');
    try {
      return await browser.render(html, output, signal);
    } finally {
      browsers.retire(browser);
    }
  }

  async function printShared(html: string, output: Output, signal: AbortSignal | undefined): Promise<Buffer> {
    const browser = await browsers.shared();
    try {
      return await browser.render(html, output, signal);
    } catch (error) {
      if (error instanceof RendererCrashed) browsers.retire(browser);
      throw error;
    }
  }

  async function render(html: string, output: Output, signal: AbortSignal | undefined): Promise<Buffer> {
    try {
      return await (isScreenshot(output) ? renderDedicated(html, output, signal) : printShared(html, output, signal));
    } catch (error) {
      if (!(error instanceof RendererCrashed)) throw error;
      log.warn({ err: error }, 'The browser crashed: rendering the document again in a browser of its own');
      return renderDedicated(html, output, signal);
    }
  }

  return {
    print: (html, { signal, prepare } = {}) => render(html, prepare ? { prepare } : 'pdf', signal),
    measure: async (html, measure, signal) => {
      await render(html, { measure }, signal);
    },
    screenshot: (html, size, signal) => render(html, size, signal),
    ready: async () => {
      await browsers.shared();
    },
    close: browsers.close,
  };
}

const isScreenshot = (output: Output) => typeof output === 'object' && 'width' in output;
