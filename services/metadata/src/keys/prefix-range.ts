/** All strings from `least` to `below`, which is excluded. Without `below`, the range is open. */
export type PrefixRange = { least: string; below: string | undefined };

/**
 * The range of exactly the strings with a prefix. Strings are ordered by code points, which is the
 * order of their UTF-8 bytes and of MongoDB's indexes.
 */
export function prefixRange(prefix: string): PrefixRange {
  return { least: prefix, below: successor([...prefix]) };
}

const LAST = 0x10ffff;

function successor(characters: string[]): string | undefined {
  const last = characters.pop()?.codePointAt(0);
  if (last === undefined) return undefined;
  if (last === LAST) return successor(characters);
  const next = last === 0xd7ff ? 0xe000 : last + 1; // skips the surrogates
  return characters.join('') + String.fromCodePoint(next);
}
