import { createCountCache } from './list-cache.ts';

test('counts a list once until the company changes or a minute passes', async () => {
  let [now, generation, counted] = [0, 1, 0];
  const counts = createCountCache({ clock: { now: () => now }, generationOf: () => Promise.resolve(generation) });
  const get = (companyId = 1, query: unknown = 'all') => counts.get(companyId, query, () => Promise.resolve(++counted));
  expect([await get(), await get()]).toEqual([1, 1]);
  expect([await get(2), await get(1, 'some'), await get()]).toEqual([2, 3, 1]);
  generation++;
  expect([await get(), await get()]).toEqual([4, 4]);
  now += 60_000;
  expect(await get()).toBe(5);
});
