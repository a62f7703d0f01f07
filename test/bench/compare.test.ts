import { compare, spread, table } from './compare.ts';

test('both sides are measured in turn, the first round warms up, the ratio is of each round', async () => {
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
  expect(row.ratio).toEqual({ least: 0.1, median: 0.2, most: 0.3 });
  const told = table([{ ...row, whyMissed: 'It does more.' }]);
  expect(told).toContain('| T: a ÷ b | 20.0 | 100 | 1/s | 0.20 | 0.10–0.30 | ≥ 0.30 | **missed** |');
  expect(told).toContain('- T: a ÷ b: 0.20, goal ≥ 0.30. It does more.');
  expect(table([{ ...row, goalIs: 'most' }])).toMatch(/\| ≤ 0\.30 \| met \|$/);
});

test('the median of an even number is the mean of the two in the middle', () => {
  expect(spread([4, 1, 3, 2])).toEqual({ least: 1, median: 2.5, most: 4 });
});
