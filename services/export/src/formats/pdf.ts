import { renderPrintPage } from '@vitae/document/pages/print-page';
import { asExportError } from '../browser/browser-failure.ts';
import type { Format } from './format.ts';

/** Tagged, with title, language and outline, printed by the browser. */
export const pdf: Format = {
  id: 'pdf',
  contentType: 'application/pdf',
  extension: 'pdf',
  make: async ({ model }, { printer }) => {
    try {
      return await printer.print(renderPrintPage(model));
    } catch (error) {
      throw asExportError(error);
    }
  },
};
