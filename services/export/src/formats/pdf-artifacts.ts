import { deflateSync } from 'node:zlib';
import { streamContent } from './pdf-content.ts';

// ISO 32000-1, 14.8.2.2: what is repeated on pages is no part of the text; programs that read aloud leave it out.
const FOOTER = '/Artifact <</Type /Pagination\n/Subtype /Footer>> BDC\n';

/**
 * The contents of pages whose footer the browser leaves without a tag, by their objects' numbers, with the footer
 * marked as an artifact (ISO 14289-1, 7.1). The browser paints it before the page's own text.
 */
export function markedFooters(pdf: string): [number, string][] {
  const [, ...pages] = pdf.split('\n<</Type /Page\n');
  return pages.flatMap((rest): [number, string][] => {
    const id = Number(/\/Contents (\d{1,9}) 0 R/.exec(rest.slice(0, rest.indexOf('endobj')))?.[1]);
    const content = streamContent(pdf, id);
    const marked = content === undefined ? undefined : withMarkedFooter(content);
    if (marked === undefined) return [];
    const packed = deflateSync(Buffer.from(marked, 'latin1'));
    const stream = `<</Filter /FlateDecode\n/Length ${packed.length}>> stream\n${packed.toString('latin1')}\nendstream`;
    return [[id, `${id} 0 obj\n${stream}\nendobj\n`]];
  });
}

function withMarkedFooter(content: string): string | undefined {
  const firstTag = content.indexOf('BDC\n');
  const before = firstTag === -1 ? content : content.slice(0, firstTag);
  const [start, end] = [before.indexOf('BT\n'), before.lastIndexOf('ET\n') + 3];
  if (start === -1 || end < start) return undefined;
  return `${content.slice(0, start)}${FOOTER}${content.slice(start, end)}EMC\n${content.slice(end)}`;
}
