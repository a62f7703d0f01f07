import { createHash } from 'node:crypto';
import type { DocumentModel } from '@vitae/document/document-model';
import { fittedStyles } from '@vitae/document/fitting/fitted-styles';
import { surelyFitsOnePage } from '@vitae/document/fitting/one-page';
import { renderPrintPage } from '@vitae/document/pages/print-page';
import type { PageLayout } from '@vitae/proto/export-job';
import { LRUCache } from 'lru-cache';
import { isBrowserError } from '../browser/browser-errors.ts';
import { type Fitting, fitPage } from '../browser/fit-page.ts';
import type { PreparePage } from '../browser/printable-page.ts';
import type { Printer } from '../browser/printer.ts';
import type { RenderEvents } from './format.ts';

const MAX_CACHED_LAYOUTS = 2_000;

/**
 * The layouts of documents by the hash of their content. Repeated exports are not measured again. A layout depends on
 * nothing else, so each worker chooses the same.
 */
const layouts = new LRUCache<string, PageLayout>({ max: MAX_CACHED_LAYOUTS });

/** Prints a CV with the density step that fills its pages well. */
export async function printFitted(
  model: DocumentModel,
  maxPages: number | undefined,
  printer: Pick<Printer, 'print'>,
): Promise<{ content: Buffer; layout: PageLayout }> {
  const { html, htmlOf, known, measured } = fittingOf(model, maxPages);
  if (known) {
    const content = await printer.print(known.densityStep === 0 ? html : htmlOf(known.densityStep));
    return { content, layout: known };
  }
  let content: Buffer = Buffer.alloc(0);
  const layout = await measured(async (prepare) => {
    content = await printer.print(html, { prepare });
  });
  return { content, layout };
}

/**
 * Returns a document with the density step of its PDF, for word processor files. A document that is certainly shorter than
 * a page has step 0 and is not measured. If the browser fails, calls `onUnfitted`, and the document has step 0: it can be
 * written without a browser, and is then only less well filled.
 */
export async function withFittedDensity(
  model: DocumentModel,
  maxPages: number | undefined,
  printer: Pick<Printer, 'measure'>,
  onUnfitted: RenderEvents['onUnfitted'] = () => undefined,
): Promise<DocumentModel> {
  if (surelyFitsOnePage(model)) return model;
  const { html, known, measured } = fittingOf(model, maxPages);
  const unfitted = (error: unknown) => {
    if (!isBrowserError(error)) throw error;
    onUnfitted(error);
    return { densityStep: 0 };
  };
  const { densityStep } = known ?? (await measured((prepare) => printer.measure(html, prepare)).catch(unfitted));
  return { ...model, density: densityStep };
}

/** `measured` stores the layout that is chosen while a page is loaded. */
function fittingOf(model: DocumentModel, maxPages: number | undefined) {
  const stylesOf = (step: number) => fittedStyles(model, step);
  const htmlOf = (step: number) => renderPrintPage(model, { styles: stylesOf(step) });
  const html = htmlOf(0);
  const key = createHash('sha256')
    .update(`${maxPages ?? ''}\n${html}`)
    .digest('base64');
  const measured = async (load: (prepare: PreparePage) => Promise<void>): Promise<PageLayout> => {
    const fitted = Promise.withResolvers<PageLayout>();
    const fitting: Fitting = { stylesOf, maxPages, onFitted: fitted.resolve };
    await load(fitPage(fitting));
    const layout = await fitted.promise;
    layouts.set(key, layout);
    return layout;
  };
  return { html, htmlOf, known: layouts.get(key), measured };
}
