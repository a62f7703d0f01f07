import type { DocumentModel } from '@vitae/document/document-model';
import type { JobFormat } from '@vitae/proto/export-job';
import type { ExportSource } from '@vitae/proto/export-source';
import type { Printer } from '../browser/printer.ts';
import type { OfficeConverter } from '../office/converter.ts';

/** What a format may use to make its file. */
export type Renderers = { printer: Printer; office: OfficeConverter };

/** One file format: how it is called, and how its file is made of a CV. */
export type Format = {
  id: JobFormat;
  contentType: string;
  extension: string;
  /** `model` is what is shown; `source` what was stored, for formats that lose nothing. */
  render(cv: { model: DocumentModel; source: ExportSource }, tools: Renderers): Promise<Buffer>;
};
