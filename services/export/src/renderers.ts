import { buildDocument } from '@vitae/document/build-document';
import { fittedStyles } from '@vitae/document/fitting/fitted-styles';
import { renderPrintPage } from '@vitae/document/pages/print-page';
import { sampleSource } from '@vitae/document/sample-source';
import { systemClock } from '@vitae/kit/clock';
import type { Logger } from '@vitae/kit/log';
import { launchBrowser, type Purpose } from './browser/launch-browser.ts';
import { createPrinter, type Printer } from './browser/printer.ts';
import type { Config } from './config.ts';
import type { Renderers } from './formats/format.ts';
import { wordDocument } from './word/word-document.ts';
import type { WorkerMetrics } from './worker-metrics.ts';

/** Creates the printer as configured. It starts its browser when it is first used. */
export function createConfiguredPrinter(
  config: Config,
  { metrics, log }: { metrics: WorkerMetrics; log: Logger },
): Printer {
  const { EXPORT_BROWSER_SANDBOX: sandbox, OFFICE_PYTHON: python } = config;
  if (sandbox === 'off')
    log.warn(
      { setting: 'EXPORT_BROWSER_SANDBOX' },
      'The browser runs without a sandbox: a document that exploits it can read the secrets of the worker',
    );
  const launch = (purpose: Purpose) =>
    launchBrowser(config.PUPPETEER_EXECUTABLE_PATH, { purpose, sandbox, python, log });
  // Frequent starts indicate a problem only for printing: every screenshot starts its own browser.
  const launchForPrinting = metrics.countStarts('browser', () => launch('print'));
  return createPrinter({
    launch: (purpose) => (purpose === 'print' ? launchForPrinting() : launch(purpose)),
    limits: {
      renderTimeoutMs: config.EXPORT_RENDER_MS,
      maxRenders: config.EXPORT_BROWSER_RENDERS,
      maxMemoryMb: config.EXPORT_BROWSER_MEMORY_MB,
    },
    warmUp: {
      pages: config.EXPORT_PREWARMED_PAGES,
      html: warmUpPage(),
    },
    log,
  });
}

/** A typical document with the styles for measuring. Text rendered with them loads other font data. */
export function warmUpPage(): string {
  const model = buildDocument(sampleSource(), systemClock.now());
  return renderPrintPage(model, { styles: fittedStyles(model, 0) });
}

/** Starts the browser and converts a document, so that a worker that cannot render does not become ready. */
export async function verifyRenderers({ printer, office }: Renderers, officeStarted: Promise<void>): Promise<void> {
  const convert = async () => {
    const document = await wordDocument(buildDocument(sampleSource(), systemClock.now()));
    await officeStarted;
    await office.convert(document, 'odt');
  };
  await Promise.all([printer.ready(), convert()]);
}
