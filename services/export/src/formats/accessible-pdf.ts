import { deflateSync, inflateSync } from 'node:zlib';
import type { DocumentModel } from '@vitae/document/document-model';

type Description = Pick<DocumentModel, 'title' | 'author' | 'language'>;

const LINK = '/Subtype /Link\n';

/**
 * Adds what the browser's PDF lacks for screen readers (ISO 14289-1, 7.1 and 7.18): a text for each link, footers marked
 * as artifacts, and title and language as XMP. The changes are appended as an incremental update (ISO 32000-1, 7.5.6),
 * so the rest of the file stays as it is. Returns a PDF of unknown structure unchanged.
 */
export function makeAccessible(pdf: Buffer, description: Description): Buffer {
  const text = pdf.toString('latin1');
  const end = /trailer\s*<<\/Size (\d+)\s*\/Root (\d+) 0 R\s*\/Info (\d+) 0 R>>\s*startxref\s*(\d+)\s*%%EOF\s*$/.exec(
    text.slice(-300),
  );
  const catalog = /(?<=\n)(\d+) 0 obj\n<<\/Type \/Catalog\n[\s\S]*?\nendobj\n/.exec(text);
  if (!end || !catalog || catalog[1] !== end[2]) return pdf;
  const [, size, root, info, previous] = end.map(Number) as [number, number, number, number, number];
  const links = describedLinks(text);
  const isUniversal = links.length === text.split(LINK).length - 1 && everyGlyphHasText(text);
  const metadata = Buffer.from(xmpMetadata(description, isUniversal));
  const objects = new Map([
    ...markFooters(text),
    ...links,
    [root, catalog[0].replace('/Type /Catalog\n', `/Type /Catalog\n/Metadata ${size} 0 R\n`)] as const,
    [
      size,
      `${size} 0 obj\n<</Type /Metadata\n/Subtype /XML\n/Length ${metadata.length}>> stream\n${metadata.toString('latin1')}\nendstream\nendobj\n`,
    ] as const,
  ]);
  return Buffer.concat([pdf, incrementalUpdate(pdf.length, objects, { size: size + 1, root, info, previous })]);
}

/**
 * Returns whether a screen reader can read every glyph (ISO 14289-1, 7.21.7). In some Indic scripts, the browser writes
 * a zero instead of the text of a glyph that joins several letters.
 */
function everyGlyphHasText(text: string): boolean {
  const maps = [...text.matchAll(/\/ToUnicode (\d{1,9}) 0 R/g)].map(([, id]) => streamContent(text, Number(id)));
  return maps.every((map) => map !== undefined && !map.includes('> <0000>\n'));
}

/** Returns the link objects by object number, with the link's address as its text. */
function describedLinks(text: string): [number, string][] {
  const links = text.matchAll(/(?<=\n)(\d+) 0 obj\n<<\/Type \/Annot\n\/Subtype \/Link\n[\s\S]*?\nendobj\n/g);
  return [...links].flatMap(([object, id]): [number, string][] => {
    const address = /\/URI \((?:mailto:|tel:)?((?:\\.|[^\\()])*)\)/.exec(object)?.[1];
    if (address === undefined) return [];
    return [[Number(id), object.replace(LINK, () => `${LINK}/Contents (${address})\n`)]];
  });
}

/** The fields of the trailer. `previous` is the position of the previous cross-reference table. */
type Trailer = { size: number; root: number; info: number; previous: number };

function incrementalUpdate(
  start: number,
  objects: Map<number, string>,
  { size, root, info, previous }: Trailer,
): Buffer {
  let body = '\n';
  const entries: string[] = [];
  for (const [id, object] of [...objects].sort(([one], [other]) => one - other)) {
    entries.push(`${id} 1\n${String(start + body.length).padStart(10, '0')} 00000 n \n`);
    body += object;
  }
  const trailer = `trailer\n<</Size ${size}\n/Root ${root} 0 R\n/Info ${info} 0 R\n/Prev ${previous}>>\n`;
  const table = `xref\n${entries.join('')}${trailer}startxref\n${start + body.length}\n%%EOF\n`;
  return Buffer.from(body + table, 'latin1');
}

const PDF_UA = `
<rdf:Description rdf:about="" xmlns:pdfuaid="http://www.aiim.org/pdfua/ns/id/"><pdfuaid:part>1</pdfuaid:part></rdf:Description>`;

/** `isUniversal` declares that the file conforms to PDF/UA-1 (ISO 14289-1, 5). */
function xmpMetadata({ title, author, language }: Description, isUniversal: boolean): string {
  const creator = author === null ? '' : `<dc:creator><rdf:Seq><rdf:li>${xml(author)}</rdf:li></rdf:Seq></dc:creator>`;
  return `<?xpacket begin="\ufeff" id="W5M0MpCehiHzreSzNTczkc9d"?>
<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
<rdf:Description rdf:about="" xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:format>application/pdf</dc:format>
<dc:title><rdf:Alt><rdf:li xml:lang="x-default">${xml(title)}</rdf:li></rdf:Alt></dc:title>${creator}
<dc:language><rdf:Bag><rdf:li>${language}</rdf:li></rdf:Bag></dc:language></rdf:Description>${isUniversal ? PDF_UA : ''}
</rdf:RDF></x:xmpmeta>
<?xpacket end="r"?>`;
}

function xml(text: string): string {
  return text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;');
}

// ISO 32000-1, 14.8.2.2: page headers and footers are artifacts, which screen readers skip.
const FOOTER_ARTIFACT = '/Artifact <</Type /Pagination\n/Subtype /Footer>> BDC\n';

/** Returns the content of a stream object, or undefined if the browser did not write an object of this form. */
export function streamContent(pdf: string, objectId: number): string | undefined {
  const head = `\n${objectId} 0 obj\n<</Filter /FlateDecode\n/Length `;
  const at = pdf.indexOf(head) + head.length;
  const length = /^(\d{1,9})>> stream\n/.exec(pdf.slice(at, at + 20));
  if (at < head.length || !length) return undefined;
  const start = at + length[0].length;
  try {
    return inflateSync(Buffer.from(pdf.slice(start, start + Number(length[1])), 'latin1')).toString('latin1');
  } catch {
    return undefined; // Image data that happens to contain the head of a stream.
  }
}

/**
 * Marks page footers as artifacts (ISO 14289-1, 7.1), because the browser does not tag them. Returns the changed page
 * content objects by object number.
 */
export function markFooters(pdf: string): [number, string][] {
  const [, ...pages] = pdf.split('\n<</Type /Page\n');
  return pages.flatMap((rest): [number, string][] => {
    const id = Number(/\/Contents (\d{1,9}) 0 R/.exec(rest.slice(0, rest.indexOf('endobj')))?.[1]);
    const content = streamContent(pdf, id);
    const marked = content === undefined ? undefined : markFooter(content);
    if (marked === undefined) return [];
    const compressed = deflateSync(Buffer.from(marked, 'latin1'));
    const stream = `<</Filter /FlateDecode\n/Length ${compressed.length}>> stream\n${compressed.toString('latin1')}\nendstream`;
    return [[id, `${id} 0 obj\n${stream}\nendobj\n`]];
  });
}

/** The browser writes the footer before the tagged text of the page. */
function markFooter(content: string): string | undefined {
  const firstTag = content.indexOf('BDC\n');
  const untagged = firstTag === -1 ? content : content.slice(0, firstTag);
  const [start, end] = [untagged.indexOf('BT\n'), untagged.lastIndexOf('ET\n') + 3];
  if (start === -1 || end < start) return undefined;
  return `${content.slice(0, start)}${FOOTER_ARTIFACT}${content.slice(start, end)}EMC\n${content.slice(end)}`;
}
