/** All strings from `least` on and before `below`; without `below`, to the end. */
export type PrefixRange = { least: string; below: string | undefined };

/**
 * The range that holds exactly the strings with a prefix, in the order of code points, which is
 * that of UTF-8 bytes and so of MongoDB's indexes.
 */
export function prefixRange(prefix: string): PrefixRange {
  return { least: prefix, below: successor([...prefix]) };
}

const LAST = 0x10ffff;

function successor(characters: string[]): string | undefined {
  const last = characters.pop()?.codePointAt(0);
  if (last === undefined) return undefined;
  if (last === LAST) return successor(characters);
  const next = last === 0xd7ff ? 0xe000 : last + 1; // between them are surrogates, which are no characters
  return characters.join('') + String.fromCodePoint(next);
}
