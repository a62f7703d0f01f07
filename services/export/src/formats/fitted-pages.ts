import { createHash } from 'node:crypto';
import type { DocumentModel } from '@vitae/document/document-model';
import { fittedStyles } from '@vitae/document/fitting/fitted-styles';
import { renderPrintPage } from '@vitae/document/pages/print-page';
import type { PageLayout } from '@vitae/proto/export-job';
import { LRUCache } from 'lru-cache';
import { fitPage } from '../browser/fit-page.ts';
import type { Printer } from '../browser/printer.ts';

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
  const htmlOf = (step: number) => renderPrintPage(model, { styles: fittedStyles(model, step) });
  const html = htmlOf(0);
  const key = createHash('sha256')
    .update(`${maxPages ?? ''}\n${html}`)
    .digest('base64');
  const known = layouts.get(key);
  if (known) {
    const content = await printer.print(known.densityStep === 0 ? html : htmlOf(known.densityStep));
    return { content, layout: known };
  }
  const fitted = Promise.withResolvers<PageLayout>();
  const stylesOf = (step: number) => fittedStyles(model, step);
  const content = await printer.print(html, { prepare: fitPage({ stylesOf, maxPages, onFitted: fitted.resolve }) });
  const layout = await fitted.promise;
  layouts.set(key, layout);
  return { content, layout };
}
