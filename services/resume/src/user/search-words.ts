import { fold } from '../cv/slug.ts';

/** Prefixes longer than this are not indexed: the few users who share one are told apart by their words. */
export const LONGEST_PREFIX = 12;
/** Two words at once are indexed by so many letters of each. */
const PAIRED_LENGTHS = [3, 5] as const;
/** A user is found by this many words, the names before the address. */
const MOST_STORED = 16;
/** A search looks at this many words of the term, the longest first. */
const MOST_WORDS = 8;

type Searched = { firstname: string; lastname: string; email: string };

/**
 * The words a user is found by: each part of the names and of the e-mail address, together with
 * all that follows it, so that "pierre", "jean-pierre" and "example.com" all begin one.
 */
export function wordsOf({ firstname, lastname, email }: Searched): string[] {
  const texts = [firstname, lastname, email].flatMap((text) => termWords(text));
  return [...new Set(texts.flatMap(endings))].slice(0, MOST_STORED);
}

function endings(text: string): string[] {
  const starts = [...text.matchAll(/(?<=^|[^\p{L}\p{N}])[\p{L}\p{N}]/gu)].map((match) => match.index);
  return starts.map((start) => text.slice(start));
}

/** Every beginning of every word, by which one word is searched. */
export function prefixesOf(words: readonly string[]): string[] {
  const found = new Set<string>();
  for (const word of words) {
    const letters = [...word].slice(0, LONGEST_PREFIX);
    for (let length = 1; length <= letters.length; length++) found.add(letters.slice(0, length).join(''));
  }
  return [...found];
}

/** The beginnings of every two words, by which two words at once are searched. */
export function pairsOf(words: readonly string[]): string[] {
  const beginnings = words.map((word) => PAIRED_LENGTHS.flatMap((length) => beginning(word, length) ?? []));
  const found = new Set<string>();
  for (const [index, some] of beginnings.entries()) {
    for (const others of beginnings.slice(index + 1)) {
      for (const one of some) for (const other of others) found.add(pair(one, other));
    }
  }
  return [...found];
}

function pair(one: string, other: string): string {
  return one < other ? `${one} ${other}` : `${other} ${one}`;
}

function beginning(word: string, length: number): string | undefined {
  const letters = [...word];
  return letters.length < length ? undefined : letters.slice(0, length).join('');
}

/** The words of a search term, folded like those that they are compared with. */
export function termWords(term: string): string[] {
  return fold(term.replaceAll('’', "'"))
    .split(/\s+/)
    .filter((word) => /[\p{L}\p{N}]/u.test(word));
}

/** The pairs among so many words, the longest, are weighed against each other. */
const WEIGHED_WORDS = 4;

/** What a search looks for: a key of one of the two indexes, and the words that the users found by it must have. */
export type SearchedWords = { by: { prefix: string } | { pair: string }; words: string[] };

/** `pairs`, when there are several, are each a key by which the users could be found: the rarest is the one to take. */
export type SearchTerm = SearchedWords & { pairs: string[] };

/** Undefined for a term without words. */
export function searchedWords(term: string): SearchTerm | undefined {
  const asked = [...new Set(termWords(term).map((word) => word.replace(/^[^\p{L}\p{N}]+/u, '')))];
  // One that begins another says nothing of its own. The longest first: fewest users share it.
  const words = asked
    .filter((word) => !asked.some((other) => other !== word && other.startsWith(word)))
    .sort((a, b) => b.length - a.length)
    .slice(0, MOST_WORDS);
  const [first] = words;
  if (first === undefined) return undefined;
  const paired = words.flatMap((word) => longestPaired(word) ?? []).slice(0, WEIGHED_WORDS);
  const pairs = paired.flatMap((one, index) => paired.slice(index + 1).map((other) => pair(one, other)));
  if (pairs[0] !== undefined) return { by: { pair: pairs[0] }, words, pairs };
  const prefix = [...first].slice(0, LONGEST_PREFIX).join('');
  return { by: { prefix }, words: words.filter((word) => word !== prefix), pairs };
}

function longestPaired(word: string): string | undefined {
  return PAIRED_LENGTHS.map((length) => beginning(word, length)).findLast((found) => found !== undefined);
}
