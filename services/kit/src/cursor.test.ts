import fc from 'fast-check';
import { z } from 'zod';
import { decodeCursor, encodeCursor } from './cursor.ts';

const position = z.tuple([z.string(), z.int()]);

describe('cursor', () => {
  test('returns its position for the same query', () => {
    const cursor = encodeCursor({ sort: 'created' }, ['2024-01-01', 7]);
    expect(cursor).toMatch(/^[\w-]+$/);
    expect(decodeCursor({ sort: 'created' }, cursor, position)).toEqual(['2024-01-01', 7]);
  });

  test('is rejected for another query', () => {
    const cursor = encodeCursor({ sort: 'created' }, ['2024-01-01', 7]);
    expect(() => decodeCursor({ sort: 'updated' }, cursor, position)).toThrow(
      expect.objectContaining({ reason: 'invalid_cursor' }),
    );
  });

  test('is rejected if its position has the wrong shape', () => {
    expect(() => decodeCursor('q', encodeCursor('q', [1, 2]), position)).toThrow(
      expect.objectContaining({ reason: 'invalid_cursor' }),
    );
    expect(() => decodeCursor('q', encodeCursor('q', ['a']), position)).toThrow(
      expect.objectContaining({ reason: 'invalid_cursor' }),
    );
  });

  test('is rejected if it is arbitrary text', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 4_000 }), (text) => {
        expect(() => decodeCursor('q', text, position)).toThrow(expect.objectContaining({ code: 'INVALID_ARGUMENT' }));
      }),
    );
  });
});
