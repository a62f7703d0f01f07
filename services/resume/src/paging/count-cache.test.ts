import { createTotals } from './count-cache.ts';

test('a list is counted once, and again after a change of the company or a minute', async () => {
  let [now, generation, counted] = [0, 1, 0];
  const totals = createTotals({ clock: { now: () => now }, generationOf: () => Promise.resolve(generation) });
  const ask = (companyId = 1, query: unknown = 'all') => totals.of(companyId, query, () => Promise.resolve(++counted));
  expect([await ask(), await ask()]).toEqual([1, 1]);
  expect([await ask(2), await ask(1, 'some'), await ask()]).toEqual([2, 3, 1]);
  generation++;
  expect([await ask(), await ask()]).toEqual([4, 4]);
  now += 60_000;
  expect(await ask()).toBe(5);
});
