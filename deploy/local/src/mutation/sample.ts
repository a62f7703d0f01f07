/** Returns up to `size` items that the seed determines, in their original order. */
export function sampleOf<T>(items: readonly T[], size: number, seed: number): T[] {
  const random = randomFrom(seed);
  const ranked = items.map((item, index) => ({ item, index, rank: random() }));
  const chosen = ranked.toSorted((one, other) => one.rank - other.rank).slice(0, size);
  return chosen.toSorted((one, other) => one.index - other.index).map(({ item }) => item);
}

/** A linear congruential generator (Numerical Recipes): good enough to choose a sample, and repeatable. */
function randomFrom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state;
  };
}
