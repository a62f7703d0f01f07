import { deflateSync, inflateSync } from 'node:zlib';

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
