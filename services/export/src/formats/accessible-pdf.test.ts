import { deflateSync } from 'node:zlib';
import { completeGlyphTexts, markArtifacts } from './accessible-pdf.ts';
import { contentTokens, countMissingGlyphs, pageContents, streamContent } from './pdf-objects.ts';

const streamObject = (id: number, text: string) => {
  const compressed = deflateSync(text).toString('latin1');
  return `\n${id} 0 obj\n<</Filter /FlateDecode\n/Length ${compressed.length}>> stream\n${compressed}\nendstream\nendobj\n`;
};
const page = (contents: number) => `\n3 0 obj\n<</Type /Page\n/Contents ${contents} 0 R\n/StructParents 4>>\nendobj\n`;
const footer = 'q\nBT\n<0001> Tj\nET\nBT\n<0002> Tj\nET\nQ\n';
const tagged = '/P <</MCID 0 >>BDC\nBT\n<0003> Tj\nET\nEMC\n';

describe('streamContent', () => {
  test('returns the content of the object with this number', () => {
    expect(streamContent(streamObject(7, tagged), 7)).toBe(tagged);
  });

  test('returns undefined for an unknown number and an invalid stream', () => {
    expect(streamContent(streamObject(7, tagged), 8)).toBeUndefined();
    expect(streamContent(streamObject(7, tagged), Number.NaN)).toBeUndefined();
    expect(streamContent('\n7 0 obj\n<</Filter /FlateDecode\n/Length 4>> stream\nnone\nendstream', 7)).toBeUndefined();
    expect(streamContent('\n7 0 obj\n<</Filter /FlateDecode\n/Length 8 0 R>> stream\n', 7)).toBeUndefined();
  });
});

describe('contentTokens', () => {
  test('reads texts of glyphs as digits and as characters', () => {
    const span = (text: string) => `/Span<</ActualText ${text} >> BDC\nEMC\n`;
    const tokens = [...contentTokens(span('<FEFF0643>') + span('(\\))') + span('(A)'))];
    expect(tokens.flatMap((token) => ('replacement' in token ? token.replacement : []))).toEqual(['ك', ')', 'A']);
  });
});

describe('markArtifacts', () => {
  test('marks an untagged footer as an artifact', () => {
    const [[id, changed] = [0, '']] = markArtifacts(pageContents(page(7) + streamObject(7, footer + tagged)));
    expect([id, streamContent(`\n${changed}`, 7)]).toEqual([
      7,
      `q\n/Artifact <</Type /Pagination\n/Subtype /Footer>> BDC\n${footer.slice(2, -2)}EMC\nQ\n${tagged}`,
    ]);
  });

  test('marks a footer that contains spans with text', () => {
    const span = 'BT\n/Span<</ActualText <FEFF0915> >> BDC\n<0002> Tj\nEMC\nET\n';
    const [[, changed] = [0, '']] = markArtifacts(pageContents(page(7) + streamObject(7, span + tagged)));
    expect(streamContent(`\n${changed}`, 7)).toBe(
      `/Artifact <</Type /Pagination\n/Subtype /Footer>> BDC\n${span}EMC\n${tagged}`,
    );
  });

  test('marks backgrounds and pictures, but no clipping paths', () => {
    const drawn = 'q\n0 0 816 931 re\nf\n1 2 m\n3 4 l\nh\nS\n/X7 Do\n1 2 m\n3 4 l\nW n\nQ\n';
    const [[, changed] = [0, '']] = markArtifacts(pageContents(page(7) + streamObject(7, drawn + tagged)));
    expect(streamContent(`\n${changed}`, 7)).toBe(
      `q\n/Artifact BMC\n0 0 816 931 re\nf\nEMC\n/Artifact BMC\n1 2 m\n3 4 l\nh\nS\nEMC\n/Artifact BMC\n/X7 Do\nEMC\n1 2 m\n3 4 l\nW n\nQ\n${tagged}`,
    );
  });

  test('changes nothing without a footer, a page content or a PDF', () => {
    expect(markArtifacts(pageContents(page(7) + streamObject(7, tagged)))).toEqual([]);
    expect(markArtifacts(pageContents(page(9) + streamObject(7, footer + tagged)))).toEqual([]);
    expect(markArtifacts(pageContents('no PDF'))).toEqual([]);
  });
});

describe('countMissingGlyphs', () => {
  test('counts glyph 0 of fonts with two-byte codes, but not the same digits of two other glyphs', () => {
    const font = '\n5 0 obj\n<</Type /Font\n/Subtype /Type0\n>>\nendobj\n';
    const missingIn = (codes: string) => {
      const pdf = font + page(7) + streamObject(7, `BT\n/F5 10 Tf\n<${codes}> Tj\nET\n`);
      return countMissingGlyphs(pdf, pageContents(pdf));
    };
    expect(missingIn('000300000000')).toBe(2);
    expect(missingIn('01000050')).toBe(0);
    expect(missingIn('00030004')).toBe(0);
  });
});

describe('completeGlyphTexts', () => {
  const font = (map: string) => `\n/ToUnicode 7 0 R\n${streamObject(7, map)}`;

  test('gives a text to glyphs that have none', () => {
    const [[id, changed] = [0, '']] = completeGlyphTexts(font('<0003> <0041>\n<0004> <0000>\n')) ?? [];
    expect([id, streamContent(`\n${changed}`, 7)]).toEqual([7, '<0003> <0041>\n<0004> <200B>\n']);
  });

  test('changes nothing if every glyph has a text, and reports a font that cannot be read', () => {
    expect(completeGlyphTexts(font('<0003> <0041>\n'))).toEqual([]);
    expect(completeGlyphTexts('\n/ToUnicode 8 0 R\n')).toBeUndefined();
  });
});
