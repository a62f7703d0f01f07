import type { PrintablePage } from './printable-page.ts';

/** Pages that are opened and warmed up before documents need them. */
export type PrewarmedPages = {
  /** Returns a page that is ready, if there is one. */
  take(): PrintablePage | undefined;
  /** Opens the missing pages, one after the other, when the browser is idle. */
  refill(): void;
};

export type PrewarmedPagesOptions = {
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
