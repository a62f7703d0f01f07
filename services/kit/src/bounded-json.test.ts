import fc from 'fast-check';
import { parseBoundedJson } from './bounded-json.ts';

const parse = (text: string) => parseBoundedJson(Buffer.from(text));

describe('JSON from a stranger', () => {
  test('is read as JSON.parse reads it', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 20 }), (value) => {
        expect(parse(JSON.stringify(value))).toEqual(JSON.parse(JSON.stringify(value)));
      }),
    );
  });

  test('nested 10,000 deep is refused before it is built', () => {
    expect(() => parse('['.repeat(10_000) + ']'.repeat(10_000))).toThrow('nested deeper than 64 levels');
  });

  test('brackets inside strings do not count', () => {
    expect(parse(JSON.stringify({ text: `\\"${'['.repeat(500)}` }))).toEqual({ text: `\\"${'['.repeat(500)}` });
  });

  test.each([
    ['', 'empty'],
    ['  \n', 'empty'],
    ['{"a":', 'not valid JSON'],
    ['<cv/>', 'not valid JSON'],
  ])('%j is told apart', (text, message) => {
    expect(() => parse(text)).toThrow(message);
  });

  test('too large and not UTF-8 have reasons of their own', () => {
    expect(() => parseBoundedJson(Buffer.alloc(1024 * 1024 + 1, ' '))).toThrow(
      expect.objectContaining({ reason: 'body_too_large', status: 413 }),
    );
    expect(() => parseBoundedJson(Buffer.from([0x22, 0xff, 0x22]))).toThrow(
      expect.objectContaining({ reason: 'not_utf8' }),
    );
  });
});
