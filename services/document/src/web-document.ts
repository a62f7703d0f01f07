import type { DisplayConfig } from '@vitae/proto/display';
import type { ExportSource } from '@vitae/proto/export-source';
import { buildDocument } from './build-document.ts';
import type { DocumentModel } from './document-model.ts';

/**
 * The document of a CV as the web shows it: looks and colour of the web display. Every section is
 * shown, whatever the printable version leaves out for length; of the person no more than is printed.
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
    // The page is at its own address already.
    url: false,
  };
  return buildDocument({ ...source, printDisplay: { ...webDisplay, displayConfig } }, now);
}
