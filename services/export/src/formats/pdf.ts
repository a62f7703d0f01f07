import { renderPrintPage } from '@vitae/document/pages/print-page';
import { asExportError } from '../browser/browser-failure.ts';
import type { Format } from './format.ts';
import { withDescriptions } from './pdf-descriptions.ts';

/** Tagged, with title, language and outline, printed by the browser. */
export const pdf: Format = {
  id: 'pdf',
  contentType: 'application/pdf',
  extension: 'pdf',
  make: async ({ model }, { printer }) => {
    try {
      return withDescriptions(await printer.print(renderPrintPage(model)), model);
    } catch (error) {
      throw asExportError(error);
    }
  },
};
