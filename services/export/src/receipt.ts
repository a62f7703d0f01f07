import { createHash } from 'node:crypto';
import type { DocumentModel } from '@vitae/document/document-model';
import type { JobFormat, PageLayout } from '@vitae/proto/export-job';
import type { ExportReceipt } from '@vitae/proto/export-receipt';
import { countLinks } from './formats/accessible-pdf.ts';
import { countMissingGlyphs, pageContents } from './formats/pdf-objects.ts';
import { pdfFonts } from './formats/pdf-text.ts';
import { readingOrder } from './reading-order.ts';

type ExportedFile = { address: string; format: JobFormat; content: Buffer; layout: PageLayout | undefined };

/** Describes an exported file: its size, fonts, accessibility and whether its text has the order of the CV. */
export function receiptOf(model: DocumentModel, { address, format, content, layout }: ExportedFile): ExportReceipt {
  return {
    address,
    format,
    bytes: content.length,
    sha256: createHash('sha256').update(content).digest('hex'),
    title: model.title,
    author: model.author,
    language: model.language,
    layout: layout ?? null,
    pdf: format === 'pdf' ? describePdf(model, content.toString('latin1')) : null,
  };
}

function describePdf(model: DocumentModel, complete: string): NonNullable<ExportReceipt['pdf']> {
  // The update at the end contains changed copies of objects that the browser wrote.
  const pdf = complete.slice(0, complete.indexOf('%%EOF\n'));
  const contents = pageContents(pdf);
  const part = /<pdfaid:part>([23])</.exec(complete)?.[1];
  return {
    fonts: pdfFonts(pdf),
    links: countLinks(pdf),
    missingGlyphs: countMissingGlyphs(pdf, contents),
    tagged: /\/Marked true/.test(pdf),
    pdfA: part === '3' ? '3A' : part === '2' ? '2A' : null,
    pdfUa: complete.includes('<pdfuaid:part>1<'),
    readingOrder: readingOrder(model, pdf, contents),
  };
}
