import { inflateSync } from 'node:zlib';

/** What is in a stream of a PDF, by its object's number; undefined of a form that the browser does not write. */
export function streamContent(pdf: string, id: number): string | undefined {
  const head = `\n${id} 0 obj\n<</Filter /FlateDecode\n/Length `;
  const at = pdf.indexOf(head) + head.length;
  const length = /^(\d{1,9})>> stream\n/.exec(pdf.slice(at, at + 20));
  if (at < head.length || !length) return undefined;
  const start = at + length[0].length;
  try {
    return inflateSync(Buffer.from(pdf.slice(start, start + Number(length[1])), 'latin1')).toString('latin1');
  } catch {
    return undefined; // no stream, but bytes of a picture that read like the head of one
  }
}
