import fc from 'fast-check';
import { parseCvQuery } from './list-query.ts';
import { listIndexes, planList } from './plan.ts';

const scope = { companyId: 1 };
const filter = (type: string, value: string, comparator = '') => ({ type, value, comparator });
const at = (day: string) => Date.parse(`${day}T00:00:00Z`);

describe('filters of a CV list', () => {
  test('combine two date filters to a range', () => {
    expect(
      parseCvQuery(scope, [filter('created', '2024-01-01', '>='), filter('created', '2024-02-01', '<')], []),
    ).toMatchObject({
      createdAt: [{ from: at('2024-01-01'), until: at('2024-02-01') }],
    });
  });

  test.each([
    ['=', [{ from: at('2024-02-29'), until: at('2024-03-01') }]],
    ['', [{ from: at('2024-02-29'), until: at('2024-03-01') }]],
    ['<', [{ from: -Infinity, until: at('2024-02-29') }]],
    ['<=', [{ from: -Infinity, until: at('2024-03-01') }]],
    ['>', [{ from: at('2024-03-01'), until: Infinity }]],
    ['>=', [{ from: at('2024-02-29'), until: Infinity }]],
    [
      '!=',
      [
        { from: -Infinity, until: at('2024-02-29') },
        { from: at('2024-03-01'), until: Infinity },
      ],
    ],
  ])('compare whole days with the comparator "%s"', (comparator, updatedAt) => {
    expect(parseCvQuery(scope, [filter('updated', '2024-02-29', comparator)], [])?.updatedAt).toEqual(updatedAt);
  });

  test.each([
    ['=', '0.5', [0.5]],
    ['!=', '0.1', [0, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1]],
    ['<', '0.25', [0, 0.1, 0.2]],
    ['>=', '0.9', [0.9, 1]],
  ])('compare completion with %s %s', (comparator, value, completion) => {
    expect(parseCvQuery(scope, [filter('completion', value, comparator)], [])?.completion).toEqual(completion);
  });

  test('match no row if they contradict each other', () => {
    expect(parseCvQuery(scope, [filter('cvType', 'main'), filter('cvType', 'secondary')], [])).toBeUndefined();
    expect(
      parseCvQuery(scope, [filter('created', '2024-02-01', '>'), filter('created', '2024-01-01', '<')], []),
    ).toBeUndefined();
    expect(parseCvQuery(scope, [filter('completion', '0.55')], [])).toBeUndefined();
    expect(parseCvQuery(scope, [filter('recipient', 'a'), filter('recipient', 'a')], [])).toMatchObject({
      recipient: 'a',
    });
  });

  test.each([
    [filter('colour', 'red'), 'filters.0.type'],
    [filter('cvType', 'third'), 'filters.0.value'],
    [filter('manager', 'x'), 'filters.0.value'],
    [filter('tagId', '-1'), 'filters.0.value'],
    [filter('tagId', '1', '<'), 'filters.0.comparator'],
    [filter('created', '2024-02-30'), 'filters.0.value'],
    [filter('created', '2024-02-03', '~'), 'filters.0.comparator'],
    [filter('completion', '0.123'), 'filters.0.value'],
    [filter('completion', '2'), 'filters.0.value'],
  ])('are rejected with the name of the invalid field: %j', (invalid, field) => {
    expect(() => parseCvQuery(scope, [invalid], [])).toThrow(
      expect.objectContaining({ code: 'INVALID_ARGUMENT', details: [expect.objectContaining({ field })] }),
    );
  });

  test('are rejected with an unknown sort field', () => {
    expect(() => parseCvQuery(scope, [], [{ field: 'title', descending: false }])).toThrow('sort.0.field');
  });
});

describe('the plan of a list', () => {
  const comparators = fc.constantFrom('<', '<=', '>', '>=', '=', '!=');
  const days = fc.constantFrom('2024-01-01', '2024-06-01', '2025-01-01');
  const filters = fc.array(
    fc.oneof(
      fc.record({
        type: fc.constant('cvType'),
        value: fc.constantFrom('main', 'secondary'),
        comparator: fc.constant(''),
      }),
      fc.record({ type: fc.constantFrom('manager', 'tagId'), value: fc.constant('3'), comparator: fc.constant('') }),
      fc.record({ type: fc.constant('recipient'), value: fc.constant('x'), comparator: fc.constant('') }),
      fc.record({ type: fc.constantFrom('created', 'updated'), value: days, comparator: comparators }),
      fc.record({ type: fc.constant('completion'), value: fc.constantFrom('0', '0.5', '1'), comparator: comparators }),
    ),
    { maxLength: 4 },
  );
  const sorts = fc.array(
    fc.record({ field: fc.constantFrom('created', 'updated', 'recipient', 'completion'), descending: fc.boolean() }),
    { maxLength: 3 },
  );

  test('uses an existing index and ends the order with the id', () => {
    fc.assert(
      fc.property(filters, sorts, (requested, sort) => {
        const query = parseCvQuery(scope, requested, sort);
        if (query === undefined) return;
        const { index, order } = planList(query);
        expect(listIndexes).toContainEqual(index);
        expect(order.at(-1)?.field).toBe('_id');
        const [first] = query.sort;
        const hasEqualValues = first?.field === 'recipient' && query.recipient !== undefined;
        expect(order[0]?.field).toBe(hasEqualValues ? 'createdAt' : first?.field);
      }),
    );
  });
});
