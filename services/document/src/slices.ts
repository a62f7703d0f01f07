/** Work that yields where other requests can be served, because a large CV takes long. */
export type Sliced<T> = Generator<void, T, void>;

export function runSynchronously<T>(work: Sliced<T>): T {
  let step = work.next();
  while (!step.done) step = work.next();
  return step.value;
}

/** Maps items. Yields before each. */
export function* mapInSlices<Item, Result>(items: readonly Item[], map: (item: Item) => Result): Sliced<Result[]> {
  const results: Result[] = [];
  for (const item of items) {
    yield;
    results.push(map(item));
  }
  return results;
}
