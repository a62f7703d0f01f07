import { compressedStream, objectsWith, type PageContents, streamContent } from './pdf-objects.ts';

// What the browser's PDF lacks for screen readers (ISO 14289-1). Each function returns changed objects by object number.

const LINK = '/Subtype /Link\n';

/** Adds a text to each link (ISO 14289-1, 7.18). */
export function describeLinks(pdf: string): [number, string][] {
  return objectsWith(pdf, `/Type /Annot\n${LINK}`).flatMap(([id, object]): [number, string][] => {
    const address = /\/URI \((?:mailto:|tel:)?((?:\\.|[^\\()])*)\)/.exec(object)?.[1];
    if (address === undefined) return [];
    return [[id, object.replace(LINK, () => `${LINK}/Contents (${address})\n`)]];
  });
}

export function countLinks(pdf: string): number {
  return pdf.split(LINK).length - 1;
}

// ISO 32000-1, 14.8.2.2: footers and backgrounds are artifacts, which screen readers skip.
const FOOTER = '/Artifact <</Type /Pagination\n/Subtype /Footer>> BDC';
const DECORATION = '/Artifact BMC';

/** Marks footers and backgrounds as artifacts (ISO 14289-1, 7.1), because the browser does not tag them. */
export function markArtifacts(contents: PageContents): [number, string][] {
  return [...contents].flatMap(([id, content]): [number, string][] => {
    const marked = markUntagged(content);
    return marked === content ? [] : [[id, compressedStream(id, Buffer.from(marked, 'latin1'))]];
  });
}

const STARTS_MARK = /\bB[DM]C$/;
const STARTS_PATH = / (?:re|m)$/;
const CONTINUES_PATH = /(?: (?:re|m|l|c|v|y)|^h|^W\*?)$/;
const PAINTS_PATH = /^(?:f\*?|S|s|B\*?|b\*?)$/;
const PAINTS_OBJECT = /^\/\w+ (?:Do|sh)$/;

/**
 * The browser writes one operator in a line, and the footer before the tagged text of the page. Later text without a tag is
 * a bullet or separator that the style sheet adds.
 */
function markUntagged(content: string): string {
  const lines = content.split('\n');
  const marked: string[] = [];
  let depth = 0;
  let hasTags = false;
  for (let index = 0; index < lines.length; ) {
    const line = lines[index] ?? '';
    const end = depth === 0 ? endOfObject(lines, index) : undefined;
    if (end !== undefined) {
      marked.push(line === 'BT' && !hasTags ? FOOTER : DECORATION, ...lines.slice(index, end), 'EMC');
      index = end;
      continue;
    }
    if (STARTS_MARK.test(line)) {
      depth += 1;
      hasTags ||= line.includes('/MCID');
    } else if (line === 'EMC') depth -= 1;
    marked.push(line);
    index += 1;
  }
  return marked.join('\n');
}

/** Returns the line after the texts, the painted path or the picture that starts at a line. */
function endOfObject(lines: readonly string[], start: number): number | undefined {
  const first = lines[start] ?? '';
  if (PAINTS_OBJECT.test(first)) return start + 1;
  if (first === 'BT') return endOfTexts(lines, start);
  if (!STARTS_PATH.test(first)) return undefined;
  let at = start + 1;
  while (CONTINUES_PATH.test(lines[at] ?? '')) at += 1;
  return PAINTS_PATH.test(lines[at] ?? '') ? at + 1 : undefined;
}

function endOfTexts(lines: readonly string[], start: number): number | undefined {
  const end = lines.indexOf('ET', start) + 1;
  if (end === 0) return undefined;
  return lines[end] === 'BT' ? endOfTexts(lines, end) : end;
}

/**
 * Gives every glyph a text (ISO 14289-1, 7.21.7). In some Indic scripts, the browser writes a zero for a glyph that joins
 * several letters. It also writes the text of the joined letters beside them (`ActualText`), so the glyph itself gets the
 * text of a zero-width space. Returns undefined if a font cannot be read.
 */
export function completeGlyphTexts(pdf: string): [number, string][] | undefined {
  const changed: [number, string][] = [];
  for (const [, reference] of pdf.matchAll(/\/ToUnicode (\d{1,9}) 0 R/g)) {
    const id = Number(reference);
    const map = streamContent(pdf, id);
    if (map === undefined) return undefined;
    if (!map.includes('> <0000>\n')) continue;
    changed.push([id, compressedStream(id, Buffer.from(map.replaceAll('> <0000>\n', '> <200B>\n'), 'latin1'))]);
  }
  return changed;
}
