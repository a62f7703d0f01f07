import { createLogger } from '@vitae/kit/log';
import { launchBrowser } from './launch-browser.ts';
import { createPrinter, type Printer } from './printer.ts';

/** A printer on the machine's own browser; for tests. */
export function scratchPrinter(): Printer {
  return createPrinter({
    launch: () => launchBrowser(process.env.PUPPETEER_EXECUTABLE_PATH ?? ''),
    limits: { renderMs: 20_000, renders: 500, memoryMb: 2_000 },
    warmUp: { pages: 1, html: '<p>warm' },
    log: createLogger({ name: 'test', level: 'silent' }),
  });
}
