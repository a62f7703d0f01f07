import { compressedStream, pageContentIds, streamContent } from './pdf-objects.ts';

// What the browser's PDF lacks for screen readers (ISO 14289-1). Each function returns changed objects by object number.

const LINK = '/Subtype /Link\n';

/** Adds a text to each link (ISO 14289-1, 7.18). */
export function describeLinks(pdf: string): [number, string][] {
  const links = pdf.matchAll(/(?<=\n)(\d+) 0 obj\n<<\/Type \/Annot\n\/Subtype \/Link\n[\s\S]*?\nendobj\n/g);
  return [...links].flatMap(([object, id]): [number, string][] => {
    const address = /\/URI \((?:mailto:|tel:)?((?:\\.|[^\\()])*)\)/.exec(object)?.[1];
    if (address === undefined) return [];
    return [[Number(id), object.replace(LINK, () => `${LINK}/Contents (${address})\n`)]];
  });
}

export function countLinks(pdf: string): number {
  return pdf.split(LINK).length - 1;
}

// ISO 32000-1, 14.8.2.2: page headers and footers are artifacts, which screen readers skip.
const FOOTER_ARTIFACT = '/Artifact <</Type /Pagination\n/Subtype /Footer>> BDC\n';

/** Marks page footers as artifacts (ISO 14289-1, 7.1), because the browser does not tag them. */
export function markFooters(pdf: string): [number, string][] {
  return pageContentIds(pdf).flatMap((id): [number, string][] => {
    const content = streamContent(pdf, id);
    const marked = content === undefined ? undefined : markFooter(content);
    return marked === undefined ? [] : [[id, compressedStream(id, Buffer.from(marked, 'latin1'))]];
  });
}

/** The browser writes the footer before the tagged text of the page. */
function markFooter(content: string): string | undefined {
  // A span with the text of joined letters (`ActualText`) is part of the footer.
  const firstTag = content.search(/<<\/MCID \d+ >>BDC\n/);
  const untagged = firstTag === -1 ? content : content.slice(0, firstTag);
  const [start, end] = [untagged.indexOf('BT\n'), untagged.lastIndexOf('ET\n') + 3];
  if (start === -1 || end < start) return undefined;
  return `${content.slice(0, start)}${FOOTER_ARTIFACT}${content.slice(start, end)}EMC\n${content.slice(end)}`;
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
