import { renderPrintPage } from '@vitae/document/pages/print-page';
import { asExportError } from '../browser/browser-errors.ts';
import { makeAccessible } from './accessible-pdf.ts';
import type { Format } from './format.ts';

/** Tagged, with title, language and outline, printed by the browser. */
export const pdf: Format = {
  id: 'pdf',
  contentType: 'application/pdf',
  extension: 'pdf',
  render: async ({ model }, { printer }) => {
    try {
      return makeAccessible(await printer.print(renderPrintPage(model)), model);
    } catch (error) {
      throw asExportError(error);
    }
  },
};
