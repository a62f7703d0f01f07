import { fold } from '@vitae/kit/slug';

/** Longer prefixes are not indexed, because few users share a prefix of this length. */
const MAX_PREFIX_LENGTH = 12;
/** The prefix lengths that pairs of words are indexed by. */
const PAIR_PREFIX_LENGTHS = [3, 5] as const;
/** The names come before the email address. */
const MAX_WORDS_PER_USER = 16;
/** A search uses the longest words of the term. */
const MAX_WORDS_PER_SEARCH = 8;
/** The number of words whose pairs are compared for rarity. */
const MAX_COMPARED_WORDS = 4;

type Searched = { firstname: string; lastname: string; email: string };

/**
 * The words that a user is searched by. Each part of a name or email address is included together
 * with the rest of the text after it, so that "pierre", "jean-pierre" and "example.com" are
 * prefixes of a word.
 */
export function wordsOf({ firstname, lastname, email }: Searched): string[] {
  const texts = [firstname, lastname, email].flatMap((text) => wordsIn(text));
  return [...new Set(texts.flatMap(suffixesOf))].slice(0, MAX_WORDS_PER_USER);
}

function suffixesOf(text: string): string[] {
  const starts = [...text.matchAll(/(?<=^|[^\p{L}\p{N}])[\p{L}\p{N}]/gu)].map((match) => match.index);
  return starts.map((start) => text.slice(start));
}

/** All prefixes of all words, for searches of one word. */
export function prefixesOf(words: readonly string[]): string[] {
  const prefixes = new Set<string>();
  for (const word of words) {
    const letters = [...word].slice(0, MAX_PREFIX_LENGTH);
    for (let length = 1; length <= letters.length; length++) prefixes.add(letters.slice(0, length).join(''));
  }
  return [...prefixes];
}

/** Pairs of prefixes of any two words, for searches of several words. */
export function pairsOf(words: readonly string[]): string[] {
  const prefixes = words.map((word) => PAIR_PREFIX_LENGTHS.flatMap((length) => prefixOf(word, length) ?? []));
  const pairs = new Set<string>();
  for (const [index, ofWord] of prefixes.entries()) {
    for (const ofOther of prefixes.slice(index + 1)) {
      for (const first of ofWord) for (const second of ofOther) pairs.add(pairOf(first, second));
    }
  }
  return [...pairs];
}

function pairOf(first: string, second: string): string {
  return first < second ? `${first} ${second}` : `${second} ${first}`;
}

function prefixOf(word: string, length: number): string | undefined {
  const letters = [...word];
  return letters.length < length ? undefined : letters.slice(0, length).join('');
}

/** The words of a text in lower case and without accents. */
function wordsIn(term: string): string[] {
  return fold(term.replaceAll('’', "'"))
    .split(/\s+/)
    .filter((word) => /[\p{L}\p{N}]/u.test(word));
}

/** A key of the prefix or pair index, and the words that the matching users must also have. */
export type SearchedWords = { by: { prefix: string } | { pair: string }; words: string[] };

/** Any of `pairs` can replace `by`. The rarest pair is the fastest. */
export type SearchTerm = SearchedWords & { pairs: string[] };

/** Parses a search term. Returns undefined for a term without words. */
export function parseSearchTerm(term: string): SearchTerm | undefined {
  const termWords = [...new Set(wordsIn(term).map((word) => word.replace(/^[^\p{L}\p{N}]+/u, '')))];
  // A word that is a prefix of another adds nothing. The longest words are shared by the fewest users.
  const words = termWords
    .filter((word) => !termWords.some((other) => other !== word && other.startsWith(word)))
    .sort((a, b) => b.length - a.length)
    .slice(0, MAX_WORDS_PER_SEARCH);
  const [first] = words;
  if (first === undefined) return undefined;
  const prefixes = words.flatMap((word) => longestPairPrefix(word) ?? []).slice(0, MAX_COMPARED_WORDS);
  const pairs = prefixes.flatMap((prefix, index) => prefixes.slice(index + 1).map((other) => pairOf(prefix, other)));
  if (pairs[0] !== undefined) return { by: { pair: pairs[0] }, words, pairs };
  const prefix = [...first].slice(0, MAX_PREFIX_LENGTH).join('');
  return { by: { prefix }, words: words.filter((word) => word !== prefix), pairs };
}

function longestPairPrefix(word: string): string | undefined {
  return PAIR_PREFIX_LENGTHS.map((length) => prefixOf(word, length)).findLast((prefix) => prefix !== undefined);
}
