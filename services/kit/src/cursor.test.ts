import fc from 'fast-check';
import { z } from 'zod';
import { decodeCursor, encodeCursor } from './cursor.ts';

const position = z.tuple([z.string(), z.int()]);

describe('a cursor', () => {
  test('brings its position back, for the same query', () => {
    const cursor = encodeCursor({ sort: 'created' }, ['2024-01-01', 7]);
    expect(cursor).toMatch(/^[\w-]+$/);
    expect(decodeCursor({ sort: 'created' }, cursor, position)).toEqual(['2024-01-01', 7]);
  });

  test('of another query is refused', () => {
    const cursor = encodeCursor({ sort: 'created' }, ['2024-01-01', 7]);
    expect(() => decodeCursor({ sort: 'updated' }, cursor, position)).toThrow(
      expect.objectContaining({ reason: 'invalid_cursor' }),
    );
  });

  test('of the wrong shape is refused', () => {
    expect(() => decodeCursor('q', encodeCursor('q', [1, 2]), position)).toThrow(
      expect.objectContaining({ reason: 'invalid_cursor' }),
    );
    expect(() => decodeCursor('q', encodeCursor('q', ['a']), position)).toThrow(
      expect.objectContaining({ reason: 'invalid_cursor' }),
    );
  });

  test('that somebody made up is refused, whatever it is', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 4_000 }), (made) => {
        expect(() => decodeCursor('q', made, position)).toThrow(expect.objectContaining({ code: 'INVALID_ARGUMENT' }));
      }),
    );
  });
});
