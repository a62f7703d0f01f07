/** A key as it is, or the literal start of keys: what stands before a trailing `*`. */
export type Pattern = { key: string } | { prefix: string };

export function parsePattern(text: string): Pattern {
  return text.endsWith('*') ? { prefix: text.slice(0, -1) } : { key: text };
}

/**
 * Whether a key is meant by any of the patterns. No pattern is ever run as one: prefixes are put
 * in order, those within another's reach left out, and then a key starts with one of them if and
 * only if it starts with the greatest that is not greater than it.
 */
export function compilePatterns(texts: readonly string[]): (key: string) => boolean {
  const patterns = texts.map(parsePattern);
  const keys = new Set(patterns.flatMap((one) => ('key' in one ? [one.key] : [])));
  const prefixes = withoutCovered(patterns.flatMap((one) => ('prefix' in one ? [one.prefix] : [])));
  return (key) => {
    const nearest = greatestUpTo(prefixes, key);
    return keys.has(key) || (nearest !== undefined && key.startsWith(nearest));
  };
}

function withoutCovered(prefixes: string[]): string[] {
  const kept: string[] = [];
  for (const prefix of prefixes.toSorted(byCodeUnit)) {
    const last = kept.at(-1);
    if (last === undefined || !prefix.startsWith(last)) kept.push(prefix);
  }
  return kept;
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
