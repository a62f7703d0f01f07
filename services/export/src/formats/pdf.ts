import { throwExportError } from '../browser/browser-errors.ts';
import { makeAccessible } from './accessible-pdf.ts';
import { printFitted } from './fitted-pages.ts';
import type { Format } from './format.ts';

/** A tagged PDF with title, language and outline. */
export const pdf: Format = {
  id: 'pdf',
  contentType: 'application/pdf',
  extension: 'pdf',
  render: async ({ model, source }, { printer }, onLayout) => {
    const { content, layout } = await printFitted(model, source.maxPages, printer).catch(throwExportError);
    onLayout?.(layout);
    return makeAccessible(content, model);
  },
};
