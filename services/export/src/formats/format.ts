import type { DocumentModel } from '@vitae/document/document-model';
import type { JobFormat, PageLayout } from '@vitae/proto/export-job';
import type { ExportSource } from '@vitae/proto/export-source';
import type { Printer } from '../browser/printer.ts';
import type { OfficeConverter } from '../office/converter.ts';

export type Renderers = { printer: Printer; office: OfficeConverter };

/** `model` is the displayed content, `source` the stored content for lossless formats. */
export type RenderedCv = { model: DocumentModel; source: ExportSource };

export type RenderEvents = {
  /** Called with the pages of a format that has pages. */
  onLayout?: (layout: PageLayout) => void;
  /** Called if the browser fails to measure a word processor file, which then has the spacing of its template. */
  onUnfitted?: (error: unknown) => void;
};

/** A file format. */
export type Format = {
  id: JobFormat;
  contentType: string;
  extension: string;
  render(cv: RenderedCv, renderers: Renderers, events?: RenderEvents): Promise<Buffer>;
};
