import type { PrintablePage } from './printable-page.ts';

/** Pages that are open and warm before a document comes for them. */
export type PrewarmedPages = {
  /** The next page that is ready, if one is. */
  take(): PrintablePage | undefined;
  /** Opens what is missing, one page after the other, as soon as nothing else is done. */
  refill(): void;
};

export type PrewarmedPagesOptions = {
  count: number;
  open: () => Promise<PrintablePage>;
  /** Whether the machine has time for it now. */
  isIdle: () => boolean;
};

/** So long nothing must have been printed: the next document of a queue comes sooner. */
const IDLE_MS = 150;

/**
 * A renderer costs three times what a document costs that is printed in a warm one. No document
 * gets a renderer that another had, so they are started in idle moments, for the next burst.
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
      // The document that then opens its own page is told why.
    } finally {
      opening = false;
    }
  }

  return {
    take: () => ready.pop(),
    refill: () => {
      clearTimeout(timer);
      timer = setTimeout(() => void openMissing(), IDLE_MS);
      timer.unref();
    },
  };
}
