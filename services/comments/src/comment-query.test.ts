import { type CommentFilter, comparators } from '@vitae/proto/comment';
import fc from 'fast-check';
import { completeOrder, timeRange, userIdsOf } from './comment-query.ts';

const DAY_MS = 86_400_000;
const isoDay = (day: number) => new Date(day * DAY_MS).toISOString().slice(0, 10);

describe('filters by day', () => {
  test('match the times that meet all filters', () => {
    const day = fc.integer({ min: 19_700, max: 19_710 });
    const filter = fc.record({
      type: fc.constant('created' as const),
      value: day.map(isoDay),
      comparator: fc.constantFrom(...comparators),
    });
    const time = fc.integer({ min: 19_699 * DAY_MS, max: 19_712 * DAY_MS });
    fc.assert(
      fc.property(fc.array(filter, { maxLength: 5 }), fc.array(time, { minLength: 1 }), (filters, times) => {
        const { from, before, except } = timeRange(filters, 'created');
        for (const at of [...times, 19_705 * DAY_MS, 19_705 * DAY_MS - 1]) {
          const isExcluded = except.some((range) => at >= range.from && at < range.before);
          expect(at >= from && at < before && !isExcluded).toBe(
            filters.every(({ comparator, value }) =>
              matchesDay(new Date(at).toISOString().slice(0, 10), comparator, value),
            ),
          );
        }
      }),
      { numRuns: 2_000 },
    );
  });

  test('apply only to their own time', () => {
    const filters: CommentFilter[] = [{ type: 'updated', value: '2024-02-29', comparator: '<' }];
    expect(timeRange(filters, 'created')).toEqual({
      from: Number.NEGATIVE_INFINITY,
      before: Number.POSITIVE_INFINITY,
      except: [],
    });
    expect(timeRange(filters, 'updated').before).toBe(Date.UTC(2024, 1, 29));
  });
});

function matchesDay(day: string, comparator: string, value: string): boolean {
  switch (comparator) {
    case '<':
      return day < value;
    case '<=':
      return day <= value;
    case '>':
      return day > value;
    case '>=':
      return day >= value;
    case '!=':
      return day !== value;
    default:
      return day === value;
  }
}

describe('filters by user', () => {
  const user = (value: number): CommentFilter => ({ type: 'user', value });

  test('match one user, and no user if they name two', () => {
    expect(userIdsOf([], undefined)).toBeUndefined();
    expect(userIdsOf([user(7), user(7)], undefined)).toEqual([7]);
    expect(userIdsOf([user(7), user(8)], undefined)).toEqual([]);
  });

  test('match only users that the caller can access', () => {
    expect(userIdsOf([], [7, 8, 7])).toEqual([7, 8]);
    expect(userIdsOf([user(7)], [7, 8])).toEqual([7]);
    expect(userIdsOf([user(9)], [7, 8])).toEqual([]);
    expect(userIdsOf([], [])).toEqual([]);
    expect(userIdsOf([user(7)], [])).toEqual([]);
  });
});

describe('a sort order', () => {
  test.each([
    ['no field', [], 'created', [1, 1]],
    ['updated DESC', [{ field: 'updated', order: 'DESC' }], 'updated', [-1, -1]],
    [
      'created DESC, updated ASC',
      [
        { field: 'created', order: 'DESC' },
        { field: 'updated', order: 'ASC' },
      ],
      'created',
      [-1, 1],
    ],
    [
      'a repeated field',
      [
        { field: 'created', order: 'DESC' },
        { field: 'created', order: 'ASC' },
      ],
      'created',
      [-1, -1],
    ],
  ] as const)('of %s is completed', (_what, sort, first, directions) => {
    expect(completeOrder([...sort])).toEqual({
      first,
      second: first === 'created' ? 'updated' : 'created',
      directions,
    });
  });
});
