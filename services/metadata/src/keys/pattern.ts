/** An exact key, or the prefix before a trailing `*`. */
export type Pattern = { key: string } | { prefix: string };

export function parsePattern(text: string): Pattern {
  return text.endsWith('*') ? { prefix: text.slice(0, -1) } : { key: text };
}

/**
 * Creates a function that tells whether a key matches any of the patterns. It compares a key with
 * one prefix only: in a sorted list without prefixes of each other, a key can start only with the
 * greatest prefix that is not greater than the key.
 */
export function compilePatterns(texts: readonly string[]): (key: string) => boolean {
  const patterns = texts.map(parsePattern);
  const keys = new Set(patterns.flatMap((pattern) => ('key' in pattern ? [pattern.key] : [])));
  const prefixes = withoutCovered(patterns.flatMap((pattern) => ('prefix' in pattern ? [pattern.prefix] : [])));
  return (key) => {
    const nearest = greatestUpTo(prefixes, key);
    return keys.has(key) || (nearest !== undefined && key.startsWith(nearest));
  };
}

/** Sorts prefixes and removes those that start with another one. */
function withoutCovered(prefixes: string[]): string[] {
  const shortest: string[] = [];
  for (const prefix of prefixes.toSorted(byCodeUnit)) {
    const last = shortest.at(-1);
    if (last === undefined || !prefix.startsWith(last)) shortest.push(prefix);
  }
  return shortest;
}

function greatestUpTo(sorted: readonly string[], key: string): string | undefined {
  let [low, high] = [0, sorted.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((sorted[middle] as string) <= key) low = middle + 1;
    else high = middle;
  }
  return sorted[low - 1];
}

const byCodeUnit = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);
