import { deflateSync } from 'node:zlib';
import { markedFooters } from './pdf-artifacts.ts';
import { streamContent } from './pdf-content.ts';

const object = (id: number, text: string) => {
  const packed = deflateSync(text).toString('latin1');
  return `\n${id} 0 obj\n<</Filter /FlateDecode\n/Length ${packed.length}>> stream\n${packed}\nendstream\nendobj\n`;
};
const page = (contents: number) => `\n3 0 obj\n<</Type /Page\n/Contents ${contents} 0 R\n/StructParents 4>>\nendobj\n`;
const footer = 'q\nBT\n<0001> Tj\nET\nBT\n<0002> Tj\nET\nQ\n';
const own = '/P <</MCID 0 >>BDC\nBT\n<0003> Tj\nET\nEMC\n';

describe('the contents of a PDF', () => {
  test('are read by number, and what is none is not', () => {
    expect(streamContent(object(7, own), 7)).toBe(own);
    expect(streamContent(object(7, own), 8)).toBeUndefined();
    expect(streamContent(object(7, own), Number.NaN)).toBeUndefined();
    expect(streamContent('\n7 0 obj\n<</Filter /FlateDecode\n/Length 4>> stream\nnone\nendstream', 7)).toBeUndefined();
    expect(streamContent('\n7 0 obj\n<</Filter /FlateDecode\n/Length 8 0 R>> stream\n', 7)).toBeUndefined();
  });

  test('have a footer that is an artifact, where it had no tag', () => {
    const [[id, changed] = [0, '']] = markedFooters(page(7) + object(7, footer + own));
    expect([id, streamContent(`\n${changed}`, 7)]).toEqual([
      7,
      `q\n/Artifact <</Type /Pagination\n/Subtype /Footer>> BDC\n${footer.slice(2, -2)}EMC\nQ\n${own}`,
    ]);
  });

  test('stay as they are without one', () => {
    expect(markedFooters(page(7) + object(7, own))).toEqual([]);
    expect(markedFooters(page(9) + object(7, footer + own))).toEqual([]);
    expect(markedFooters('no PDF')).toEqual([]);
  });
});
