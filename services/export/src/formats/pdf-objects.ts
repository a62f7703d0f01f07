import { deflateSync, inflateSync } from 'node:zlib';

// The browser writes PDF objects in one form: uncompressed objects and a table at the end. The functions recognize only
// this form.

/** The fields of the trailer. `previous` is the position of the previous cross-reference table. */
export type Trailer = { size: number; root: number; info: number; previous: number };

export function readTrailer(pdf: string): Trailer | undefined {
  const end = /trailer\s*<<\/Size (\d+)\s*\/Root (\d+) 0 R\s*\/Info (\d+) 0 R>>\s*startxref\s*(\d+)\s*%%EOF\s*$/.exec(
    pdf.slice(-300),
  );
  if (!end) return undefined;
  const [size = 0, root = 0, info = 0, previous = 0] = end.slice(1).map(Number);
  return { size, root, info, previous };
}

/** Returns the changed objects as an incremental update (ISO 32000-1, 7.5.6), so the rest of the file stays as it is. */
export function incrementalUpdate(
  start: number,
  objects: ReadonlyMap<number, string>,
  { size, root, info, previous }: Trailer,
  fileId: string,
): Buffer {
  let body = '\n';
  const entries: string[] = [];
  for (const [id, object] of [...objects].sort(([one], [other]) => one - other)) {
    entries.push(`${id} 1\n${String(start + body.length).padStart(10, '0')} 00000 n \n`);
    body += object;
  }
  const trailer = `trailer\n<</Size ${size}\n/Root ${root} 0 R\n/Info ${info} 0 R\n/ID [<${fileId}> <${fileId}>]\n/Prev ${previous}>>\n`;
  const table = `xref\n${entries.join('')}${trailer}startxref\n${start + body.length}\n%%EOF\n`;
  return Buffer.from(body + table, 'latin1');
}

export function pdfObject(id: number, content: string): string {
  return `${id} 0 obj\n${content}\nendobj\n`;
}

export function pdfStream(id: number, content: Buffer, entries = ''): string {
  return pdfObject(id, `<<${entries}/Length ${content.length}>> stream\n${content.toString('latin1')}\nendstream`);
}

export function compressedStream(id: number, content: Buffer, entries = ''): string {
  return deflatedStream(id, deflateSync(content), entries);
}

/** `content` is compressed already. */
export function deflatedStream(id: number, content: Buffer, entries = ''): string {
  return pdfStream(id, content, `${entries}/Filter /FlateDecode\n`);
}

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

const OBJECT_HEAD = ' 0 obj\n<<';
const OBJECT_END = '\nendobj\n';

/** Returns the objects that start with these entries, by their number. */
export function objectsWith(pdf: string, entries: string): [id: number, object: string][] {
  const objects: [number, string][] = [];
  for (let at = pdf.indexOf(OBJECT_HEAD + entries); at !== -1; at = pdf.indexOf(OBJECT_HEAD + entries, at + 1)) {
    const id = /\n(\d{1,9})$/.exec(pdf.slice(Math.max(0, at - 10), at))?.[1];
    const end = pdf.indexOf(OBJECT_END, at);
    if (end === -1) break;
    if (id !== undefined) objects.push([Number(id), pdf.slice(at - id.length, end + OBJECT_END.length)]);
  }
  return objects;
}

/** The content streams of the pages, in their order, by object number. */
export type PageContents = ReadonlyMap<number, string>;

export function pageContents(pdf: string): PageContents {
  const [, ...pages] = pdf.split('\n<</Type /Page\n');
  const ids = pages.flatMap((rest) => {
    const id = /\/Contents (\d{1,9}) 0 R/.exec(rest.slice(0, rest.indexOf('endobj')))?.[1];
    return id === undefined ? [] : [Number(id)];
  });
  return new Map(ids.map((id) => [id, streamContent(pdf, id) ?? '']));
}

/**
 * A part of a content stream: the glyph codes of a shown text, a text that replaces them, the start or end of marked content,
 * or the position of the texts that follow.
 */
export type ContentToken =
  | { codes: string; font: number }
  | { replacement: string }
  | { mark: 'BDC' | 'EMC' }
  | { x: string; y: string };

const TOKENS =
  /\/F(\d+) [\d.]+ Tf\n|\/ActualText (?:<FEFF([0-9A-F]*)>|\(((?:\\.|[^\\()])*)\))|\b(EMC|BDC)\n|<([0-9A-F]+)>|(?:\bTj|\] ?TJ)| ([\d.-]+) ([\d.-]+) Tm\n/g;

/** Yields the texts of a content stream in its order. Glyph codes precede the operator that shows them. */
export function* contentTokens(content: string): Generator<ContentToken, void, void> {
  let font = 0;
  let operands = '';
  for (const [, name, utf16, literal, mark, codes, x, y] of content.matchAll(TOKENS)) {
    if (name !== undefined) font = Number(name);
    else if (utf16 !== undefined) yield { replacement: Buffer.from(utf16, 'hex').swap16().toString('utf16le') };
    else if (literal !== undefined) yield { replacement: literal.replace(/\\(.)/g, '$1') };
    else if (codes !== undefined) operands += codes;
    else if (x !== undefined && y !== undefined) yield { x, y };
    else {
      if (mark !== undefined) yield { mark: mark === 'BDC' ? 'BDC' : 'EMC' };
      else if (operands !== '') yield { codes: operands, font };
      operands = '';
    }
  }
}

const MISSING_GLYPH = '0000';

/** Counts the missing glyphs (glyph 0 of a font with two-byte codes). */
export function countMissingGlyphs(pdf: string, contents: PageContents): number {
  const composite = new Set(objectsWith(pdf, '/Type /Font\n/Subtype /Type0\n').map(([id]) => id));
  let missing = 0;
  for (const content of contents.values()) {
    // Few pages contain these digits, so few must be read completely.
    if (!content.includes(MISSING_GLYPH)) continue;
    for (const token of contentTokens(content))
      if ('codes' in token && composite.has(token.font))
        missing += token.codes.match(/.{4}/g)?.filter((code) => code === MISSING_GLYPH).length ?? 0;
  }
  return missing;
}
