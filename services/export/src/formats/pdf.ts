import { renderPrintPage } from '@vitae/document/pages/print-page';
import { throwExportError } from '../browser/browser-errors.ts';
import { makeAccessible } from './accessible-pdf.ts';
import type { Format } from './format.ts';

/** A tagged PDF with title, language and outline. */
export const pdf: Format = {
  id: 'pdf',
  contentType: 'application/pdf',
  extension: 'pdf',
  render: async ({ model }, { printer }) =>
    makeAccessible(await printer.print(renderPrintPage(model)).catch(throwExportError), model),
};
