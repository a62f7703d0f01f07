import type { DocumentModel } from '@vitae/document/document-model';
import type { JobFormat, PageLayout } from '@vitae/proto/export-job';
import type { ExportSource } from '@vitae/proto/export-source';
import type { Printer } from '../browser/printer.ts';
import type { OfficeConverter } from '../office/converter.ts';

export type Renderers = { printer: Printer; office: OfficeConverter };

/** `model` is the displayed content, `source` the stored content for lossless formats. */
export type RenderedCv = { model: DocumentModel; source: ExportSource };

/** A file format. */
export type Format = {
  id: JobFormat;
  contentType: string;
  extension: string;
  /** Renders a CV. `onLayout` is called with the pages of a format that has pages. */
  render(cv: RenderedCv, renderers: Renderers, onLayout?: (layout: PageLayout) => void): Promise<Buffer>;
};
