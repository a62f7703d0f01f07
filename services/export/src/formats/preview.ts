import { previewSize, renderPreviewPage } from '@vitae/document/pages/preview-page';
import { buildWebDocument } from '@vitae/document/web-document';
import { asExportError } from '../browser/browser-errors.ts';
import type { Format } from './format.ts';

// The picture is the same at any time: it does not show the age.
const ANY_TIME = 0;

/** The picture of a CV that is shown where its page is linked to. */
export const preview: Format = {
  id: 'preview',
  contentType: 'image/png',
  extension: 'png',
  render: async ({ source }, { printer }) => {
    try {
      return await printer.screenshot(renderPreviewPage(buildWebDocument(source, ANY_TIME)), previewSize);
    } catch (error) {
      throw asExportError(error);
    }
  },
};
