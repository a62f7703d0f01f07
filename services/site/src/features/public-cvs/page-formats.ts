import type { ExportFormat } from '@vitae/proto/export-job';

/** The files that a page offers, as people look for them. JSON Resume is for programs, and tells more than the page shows. */
export const pageFormats = ['pdf', 'docx', 'doc', 'odt', 'txt'] as const satisfies readonly ExportFormat[];
export type PageFormat = (typeof pageFormats)[number];

/** A link without a format means the PDF. */
export function pageFormatOf(text: string | undefined): PageFormat | undefined {
  return text === undefined ? 'pdf' : pageFormats.find((format) => format === text);
}
