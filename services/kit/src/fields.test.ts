import { z } from 'zod';
import { id, line, lines, optionalId } from './fields.ts';

describe('input fields', () => {
  test('rejects control characters in single-line text', () => {
    for (const invalid of ['a\u0000', 'a\nb', 'a\u007f', 'a\u0085', 'a\ud800'])
      expect(line(10).safeParse(invalid).success).toBe(false);
    expect(line(10).safeParse('né 日本 👩').success).toBe(true);
  });

  test('accepts line breaks and tabs in multi-line text, but no other control characters', () => {
    expect(lines(20).safeParse('a\r\n\tb').success).toBe(true);
    for (const invalid of ['a\u0000', 'a\u001b[2J', 'a\udfff'])
      expect(lines(20).safeParse(invalid).success).toBe(false);
  });

  test('rejects query operators', () => {
    const schema = z.strictObject({ id: id(), name: line(5) });
    expect(schema.safeParse({ id: { $gt: 0 }, name: { $ne: '' } }).error?.issues).toHaveLength(2);
  });

  test('accepts positive integers as ids, and 0 only for optional ids', () => {
    for (const invalid of [0, -1, 1.5, Number.MAX_SAFE_INTEGER + 1, Number.NaN, '1'])
      expect(id().safeParse(invalid).success).toBe(false);
    expect(id().safeParse(1).success).toBe(true);
    expect(optionalId().safeParse(0).success).toBe(true);
    expect(optionalId().safeParse(-1).success).toBe(false);
  });
});
