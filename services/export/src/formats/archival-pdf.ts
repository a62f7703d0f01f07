import { createHash } from 'node:crypto';
import { deflateSync } from 'node:zlib';
import { RESUME_FILE } from '@vitae/kit/embedded-resume';
import { completeGlyphTexts, countLinks, describeLinks, markArtifacts } from './accessible-pdf.ts';
import { type Conformance, informationEntries, type PdfDescription, pdfDate, xmpMetadata } from './pdf-metadata.ts';
import {
  compressedStream,
  countMissingGlyphs,
  deflatedStream,
  incrementalUpdate,
  objectsWith,
  pageContents,
  pdfObject,
  pdfStream,
  readTrailer,
} from './pdf-objects.ts';
import { srgbProfile } from './srgb-profile.ts';

export type ArchivalPdf = { file: Buffer; conformance: Conformance; links: number; missingGlyphs: number };

/**
 * Completes the browser's PDF for archives (ISO 19005-2 and -3, level A) and screen readers (ISO 14289-1). `resume` is
 * attached as the source of the document. A standard is declared only if the file conforms to it. Returns a PDF of unknown
 * structure unchanged.
 */
export function archivalPdf(original: Buffer, description: PdfDescription, resume: Buffer | null): ArchivalPdf {
  const pdf = withDates(original, description.modifiedAt);
  const text = pdf.toString('latin1');
  const trailer = readTrailer(text);
  const [root, catalog] = objectsWith(text, '/Type /Catalog\n')[0] ?? [];
  if (!trailer || !catalog || root !== trailer.root)
    return { file: original, conformance: { pdfA: null, pdfUa: false }, links: 0, missingGlyphs: 0 };

  const links = describeLinks(text);
  const glyphTexts = completeGlyphTexts(text);
  const contents = pageContents(text);
  const missingGlyphs = countMissingGlyphs(text, contents);
  const isReadable = glyphTexts !== undefined && missingGlyphs === 0;
  const conformance: Conformance = {
    pdfA: isReadable ? (resume ? '3A' : '2A') : null,
    pdfUa: isReadable && links.length === countLinks(text),
  };
  const producer = /\/Producer \(((?:\\.|[^\\()])*)\)/.exec(text)?.[1] ?? '';
  const [metadata, intent, profile, attachment, content] = [0, 1, 2, 3, 4].map((index) => trailer.size + index) as [
    number,
    number,
    number,
    number,
    number,
  ];
  const xmp = Buffer.from(xmpMetadata(description, producer, conformance));
  const attachmentEntries = resume
    ? `/AF [${attachment} 0 R]\n/Names <</EmbeddedFiles <</Names [(${RESUME_FILE}) ${attachment} 0 R]>>>>\n`
    : '';
  const catalogEntries = `/Metadata ${metadata} 0 R\n/OutputIntents [${intent} 0 R]\n${attachmentEntries}`;
  const objects = new Map([
    ...markArtifacts(contents),
    ...links,
    ...(glyphTexts ?? []),
    [trailer.info, pdfObject(trailer.info, informationEntries(description, producer))] as const,
    [trailer.root, catalog.replace('/Type /Catalog\n', () => `/Type /Catalog\n${catalogEntries}`)] as const,
    // Not compressed, so that other programs can find it in the file.
    [metadata, pdfStream(metadata, xmp, '/Type /Metadata\n/Subtype /XML\n')] as const,
    [intent, pdfObject(intent, OUTPUT_INTENT(profile))] as const,
    [profile, deflatedStream(profile, deflatedSrgb, '/N 3\n')] as const,
    ...(resume ? attachedFile(resume, { file: attachment, content, modifiedAt: description.modifiedAt }) : []),
  ]);
  const fileId = createHash('sha256').update(pdf).digest('hex').slice(0, 32).toUpperCase();
  const size = trailer.size + (resume ? 5 : 3);
  const file = Buffer.concat([pdf, incrementalUpdate(pdf.length, objects, { ...trailer, size }, fileId)]);
  return { file, conformance, links: links.length, missingGlyphs };
}

/** Every file has the same profile. */
const deflatedSrgb = deflateSync(srgbProfile);

// ISO 32000-1, 14.11.5.
const OUTPUT_INTENT = (profile: number) =>
  `<</Type /OutputIntent\n/S /GTS_PDFA1\n/OutputConditionIdentifier (sRGB)\n/Info (sRGB)\n/DestOutputProfile ${profile} 0 R>>`;

// ISO 19005-3, annex E.
function attachedFile(
  resume: Buffer,
  { file, content, modifiedAt }: { file: number; content: number; modifiedAt: Date },
): [number, string][] {
  const parameters = `/Params <</Size ${resume.length}\n/ModDate (${pdfDate(modifiedAt)})>>\n`;
  const specification = `<</Type /Filespec\n/F (${RESUME_FILE})\n/UF (${RESUME_FILE})\n/Desc (JSON Resume)\n/AFRelationship /Source\n/EF <</F ${content} 0 R\n/UF ${content} 0 R>>>>`;
  return [
    [file, pdfObject(file, specification)],
    [content, compressedStream(content, resume, `/Type /EmbeddedFile\n/Subtype /application#2Fjson\n${parameters}`)],
  ];
}

/** Replaces the time of printing, which has the same length, so that identical CVs have identical files. */
function withDates(pdf: Buffer, modifiedAt: Date): Buffer {
  const text = pdf.toString('latin1', 0, 8_192);
  const changed = Buffer.from(pdf);
  for (const { 1: key = '', 2: date = '', index } of text.matchAll(
    /(\/(?:CreationDate|ModDate) \()(D:\d{14}[+-]\d\d'\d\d')\)/g,
  ))
    changed.write(pdfDate(modifiedAt).slice(0, date.length), index + key.length, 'latin1');
  return changed;
}
