import { buildWebDocument } from '@vitae/document/build-document';
import { previewSize, renderPreviewPage } from '@vitae/document/pages/preview-page';
import { throwExportError } from '../browser/browser-errors.ts';
import type { Format } from './format.ts';

// The preview does not show the age, so it is the same at any time.
const ANY_TIME = 0;

/** The link preview image of a public CV page. */
export const preview: Format = {
  id: 'preview',
  contentType: 'image/png',
  extension: 'png',
  render: async ({ source }, { printer }) =>
    printer
      .screenshot(renderPreviewPage(buildWebDocument(source, ANY_TIME), source.linkPreview), previewSize)
      .catch(throwExportError),
};
