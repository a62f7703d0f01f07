import { type CommentFilter, comparators } from '@vitae/proto/comment';
import fc from 'fast-check';
import { completeOrder, timeRange, userIdsOf } from './comment-query.ts';

const DAY_MS = 86_400_000;
const isoDay = (day: number) => new Date(day * DAY_MS).toISOString().slice(0, 10);

describe('filters by day', () => {
  test('leave what meets every one of them, whatever they are', () => {
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
        for (const one of [...times, 19_705 * DAY_MS, 19_705 * DAY_MS - 1]) {
          const within = one >= from && one < before && !except.some((out) => one >= out.from && one < out.before);
          expect(within).toBe(
            filters.every(({ comparator, value }) =>
              byHand(new Date(one).toISOString().slice(0, 10), comparator, value),
            ),
          );
        }
      }),
      { numRuns: 2_000 },
    );
  });

  test('are of one time only', () => {
    const filters: CommentFilter[] = [{ type: 'updated', value: '2024-02-29', comparator: '<' }];
    expect(timeRange(filters, 'created')).toEqual({
      from: Number.NEGATIVE_INFINITY,
      before: Number.POSITIVE_INFINITY,
      except: [],
    });
    expect(timeRange(filters, 'updated').before).toBe(Date.UTC(2024, 1, 29));
  });
});

function byHand(day: string, comparator: string, value: string): boolean {
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

  test('are of one user, and nobody is two', () => {
    expect(userIdsOf([], undefined)).toBeUndefined();
    expect(userIdsOf([user(7), user(7)], undefined)).toEqual([7]);
    expect(userIdsOf([user(7), user(8)], undefined)).toEqual([]);
  });

  test('do not reach beyond those whom the caller may see, and nobody is none', () => {
    expect(userIdsOf([], [7, 8, 7])).toEqual([7, 8]);
    expect(userIdsOf([user(7)], [7, 8])).toEqual([7]);
    expect(userIdsOf([user(9)], [7, 8])).toEqual([]);
    expect(userIdsOf([], [])).toEqual([]);
    expect(userIdsOf([user(7)], [])).toEqual([]);
  });
});

describe('an order', () => {
  test.each([
    ['nothing', [], 'created', [1, 1]],
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
      'the same twice',
      [
        { field: 'created', order: 'DESC' },
        { field: 'created', order: 'ASC' },
      ],
      'created',
      [-1, -1],
    ],
  ] as const)('made of %s is complete', (_what, sort, first, directions) => {
    expect(completeOrder([...sort])).toEqual({
      first,
      second: first === 'created' ? 'updated' : 'created',
      directions,
    });
  });
});
