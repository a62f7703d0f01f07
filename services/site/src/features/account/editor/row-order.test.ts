import fc from 'fast-check';
import { directions, dropRow, type FormRow, moveRow, possibleMoves } from './row-order.ts';

/** Rows 0, 1, … with these depths. Depth 0 is a blank row. */
const rowsOf = (...depths: number[]) =>
  depths.map((depth, number) => ({ number, depth: Math.max(depth, 1), isBlank: depth === 0 }));

const numbersOf = (rows: readonly FormRow[] | undefined) => rows?.map((row) => row.number);

test.each([
  ['up', 1, [1, 1, 1], [1, 0, 2]],
  ['down', 1, [1, 1, 1], [0, 2, 1]],
  ['up', 0, [1, 1], undefined],
  ['down', 1, [1, 1], undefined],
  // With everything below it, past everything below the neighbor.
  ['up', 2, [1, 2, 1, 2, 3], [2, 3, 4, 0, 1]],
  ['down', 0, [1, 2, 1, 2, 3], [2, 3, 4, 0, 1]],
  ['down', 1, [1, 2, 2, 1], [0, 2, 1, 3]],
  // Not to another parent.
  ['up', 1, [1, 2, 1], undefined],
  ['down', 2, [1, 2, 2, 1], undefined],
  // Level 3 below level 1 is saved as level 2.
  ['up', 2, [1, 3, 2], [0, 2, 1]],
  // Blank rows are not moved, and no row is moved past them.
  ['down', 1, [1, 1, 0, 0], undefined],
  ['up', 3, [1, 1, 0, 0], undefined],
  ['up', 9, [1, 1], undefined],
] as const)('moves a row %s: %i of levels %j', (direction, number, depths, expected) => {
  expect(numbersOf(moveRow(rowsOf(...depths), number, direction))).toEqual(expected);
});

test('a row that is moved back is where it was', () => {
  const depths = fc.array(fc.integer({ min: 1, max: 4 }), { minLength: 1, maxLength: 12 });
  fc.assert(
    fc.property(depths, fc.nat(), (all, any) => {
      const rows = rowsOf(...all);
      const number = any % rows.length;
      const moved = moveRow(rows, number, 'down');
      if (!moved) return;
      expect(numbersOf(moved)?.toSorted((one, other) => one - other)).toEqual(numbersOf(rows));
      const back = moveRow(
        moved.map((row) => ({ ...row, isBlank: false })),
        number,
        'up',
      );
      expect(numbersOf(back)).toEqual(numbersOf(rows));
    }),
  );
});

test('possibleMoves returns exactly the moves that moveRow can make', () => {
  fc.assert(
    fc.property(fc.array(fc.record({ depth: fc.integer({ min: 1, max: 4 }), isBlank: fc.boolean() })), (all) => {
      const rows = all.map((row, number) => ({ ...row, number }));
      const moves = possibleMoves(rows);
      for (const { number } of rows)
        for (const direction of directions)
          expect([number, direction, moves.get(number)?.has(direction)]).toEqual([
            number,
            direction,
            moveRow(rows, number, direction) !== undefined,
          ]);
    }),
  );
});

const dropped = (depths: number[], number: number, order: number[]) =>
  dropRow(rowsOf(...depths), number, order, 4).map((row) => `${row.number}:${row.depth}`);

test.each([
  // With everything below it.
  [[1, 2, 1], 0, [1, 2, 0], ['2:1', '0:1', '1:2']],
  // Between a row and those below it: below the same row.
  [[1, 2, 1, 2], 2, [0, 2, 1, 3], ['0:1', '2:2', '3:3', '1:2']],
  // Too deep for the row before it.
  [[1, 2, 3, 1], 2, [2, 0, 1, 3], ['2:1', '0:1', '1:2', '3:1']],
  // Between its own rows: it stays.
  [[1, 2, 2], 0, [1, 0, 2], ['0:1', '1:2', '2:2']],
  // Rows below it may not exceed the maximum level.
  [[1, 2, 3, 3, 1, 2, 3], 4, [0, 1, 4, 2, 3, 5, 6], ['0:1', '1:2', '4:3', '5:4', '6:4', '2:3', '3:3']],
])('drops a row at the nearest level of its place: %j', (depths, number, order, expected) => {
  expect(dropped(depths, number, order)).toEqual(expected);
});
