import type { DisplayConfig } from '@vitae/proto/display';
import type { ExportSource } from '@vitae/proto/export-source';
import { buildDocument } from './build-document.ts';
import type { DocumentModel } from './document-model.ts';

/**
 * Builds the document model of a CV's web page, with the template and color of the web display. It shows every
 * section, also those hidden in print, but only the personal data that the printed CV shows.
 */
export function buildWebDocument(source: ExportSource, now: number): DocumentModel {
  const { webDisplay, printDisplay } = source;
  const displayConfig: DisplayConfig = {
    ...printDisplay.displayConfig,
    presentation: true,
    experiences: true,
    educations: true,
    skills: true,
    interests: true,
    // The page does not link to itself.
    url: false,
  };
  return buildDocument({ ...source, printDisplay: { ...webDisplay, displayConfig } }, now);
}
