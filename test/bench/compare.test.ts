import { compare, measureAlternately, missedRows, spread, table } from './compare.ts';

test('compare measures both sides alternately, ignores the first round and divides within each round', async () => {
  const order: string[] = [];
  const side = (name: string, values: number[]) => ({
    name,
    measure: async (round: number) => {
      order.push(`${name}${round}`);
      return values[round] ?? 0;
    },
  });
  const row = await compare({
    title: 'T',
    ours: side('a', [1000, 10, 20, 30]),
    peer: side('b', [1, 100, 100, 100]),
    rounds: 3,
    goal: 0.3,
  });
  expect(order).toEqual(['a0', 'b0', 'b1', 'a1', 'a2', 'b2', 'b3', 'a3']);
  expect(row.ratio).toEqual({ min: 0.1, median: 0.2, max: 0.3 });
  const explained = [{ ...row, whyMissed: 'It does more.' }];
  const report = table(explained);
  expect(report).toContain('| T: a ÷ b | 20.0 | 100 | 1/s | 0.20 | 0.10–0.30 | ≥ 0.30 | **missed** |');
  expect(missedRows(explained)).toEqual(['- T: a ÷ b: 0.20, goal ≥ 0.30. It does more.']);
  expect(missedRows([{ ...row, goal: 0.2 }])).toEqual([]);
  expect(table([{ ...row, goalIs: 'max' }])).toMatch(/\| ≤ 0\.30 \| met \|$/);
});

test('the median of an even count is the mean of the two middle values', () => {
  expect(spread([4, 1, 3, 2])).toEqual({ min: 1, median: 2.5, max: 4 });
});

test.each([
  ['three rounds are enough if their ratios are similar', [9, 10, 10.5, 11], [10, 10.5, 11]],
  ['five rounds are measured if the first ratios differ', [9, 10, 10.5, 11.1, 10, 10], [10, 10.5, 11.1, 10, 10]],
])('%s', async (_what, values, expected) => {
  const ours = async (round: number) => values[round] ?? Number.NaN;
  const ratioOf = (pair: { ours: number; peer: number }) => pair.ours / pair.peer;
  const pairs = await measureAlternately(ours, async () => 1, { ratioOf });
  expect(pairs.map(ratioOf)).toEqual(expected);
});

test('the first round counts if both sides are warm', async () => {
  const round = async (index: number) => index;
  expect(await measureAlternately(round, round, { rounds: 2, isWarm: true })).toEqual([
    { ours: 1, peer: 1 },
    { ours: 2, peer: 2 },
  ]);
});
