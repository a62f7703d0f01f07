import { createHash } from 'node:crypto';
import { columnTexts } from '@vitae/document/build-document';
import type { DocumentModel } from '@vitae/document/document-model';
import type { JobFormat, PageLayout } from '@vitae/proto/export-job';
import type { ExportReceipt } from '@vitae/proto/export-receipt';
import { countLinks } from './formats/accessible-pdf.ts';
import { countMissingGlyphs, pageContents } from './formats/pdf-objects.ts';
import { pdfFonts, pdfText } from './formats/pdf-text.ts';

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
    readingOrder: model.direction === 'rtl' ? null : readingOrder(model, pdfText(pdf, contents)),
  };
}

/** Searches each text of a column after the previous one. */
function readingOrder(model: DocumentModel, text: string): { matches: boolean; firstDifference: string | null } {
  const rest = normalized(text);
  const columns = columnTexts(model);
  for (const texts of columns) {
    let from = 0;
    for (const part of texts) {
      const end = endOf(normalized(part), rest, from, columns.length > 1);
      if (end === -1) return { matches: false, firstDifference: part.slice(0, 200) };
      from = end;
    }
  }
  return { matches: true, firstDifference: null };
}

/** At least two lines of a text are on each page. */
const MIN_SPLIT_LENGTH = 20;

/** Returns the position after a text, or -1. `splits`: between its pages, the text of another column can follow. */
function endOf(part: string, text: string, from: number, splits: boolean): number {
  const at = text.indexOf(part, from);
  if (at !== -1) return at + part.length;
  if (!splits) return -1;
  // The longest start of the text that is found.
  let [found, missing] = [0, part.length];
  while (missing - found > 1) {
    const middle = Math.floor((found + missing) / 2);
    if (text.includes(part.slice(0, middle), from)) found = middle;
    else missing = middle;
  }
  if (found < MIN_SPLIT_LENGTH || part.length - found < MIN_SPLIT_LENGTH) return -1;
  return endOf(part.slice(found), text, text.indexOf(part.slice(0, found), from) + found, splits);
}

/** Removes white space, separators, hyphens at the ends of lines and direction marks. */
const normalized = (text: string) =>
  text
    .normalize('NFKC')
    // A font without U+2010 has a hyphen-minus after the soft hyphen.
    .replace(/\u00ad\s*-?/g, '')
    .replace(/[\s\u2010·•\u200b\u200c\u200e\u200f\u202a-\u202e]/g, '');
