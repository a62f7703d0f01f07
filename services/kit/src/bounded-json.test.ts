import fc from 'fast-check';
import { parseBoundedJson } from './bounded-json.ts';

const parse = (text: string) => parseBoundedJson(Buffer.from(text));

describe('bounded JSON', () => {
  test('is parsed like JSON.parse does', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 20 }), (value) => {
        expect(parse(JSON.stringify(value))).toEqual(JSON.parse(JSON.stringify(value)));
      }),
    );
  });

  test('rejects 10,000 levels of nesting before parsing', () => {
    expect(() => parse('['.repeat(10_000) + ']'.repeat(10_000))).toThrow('nested more than 64 levels deep');
  });

  test('ignores brackets inside strings', () => {
    expect(parse(JSON.stringify({ text: `\\"${'['.repeat(500)}` }))).toEqual({ text: `\\"${'['.repeat(500)}` });
  });

  test.each([
    ['', 'empty'],
    ['  \n', 'empty'],
    ['{"a":', 'not valid JSON'],
    ['<cv/>', 'not valid JSON'],
  ])('reports %j as "%s"', (text, message) => {
    expect(() => parse(text)).toThrow(message);
  });

  test('reports oversized input and invalid UTF-8 with their own reasons', () => {
    expect(() => parseBoundedJson(Buffer.alloc(1024 * 1024 + 1, ' '))).toThrow(
      expect.objectContaining({ reason: 'body_too_large', status: 413 }),
    );
    expect(() => parseBoundedJson(Buffer.from([0x22, 0xff, 0x22]))).toThrow(
      expect.objectContaining({ reason: 'not_utf8' }),
    );
  });
});
