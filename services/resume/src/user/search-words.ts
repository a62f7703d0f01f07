import { fold } from '../cv/slug.ts';

/** Prefixes longer than this are not indexed: the few users who share one are told apart by their words. */
export const LONGEST_PREFIX = 12;
/** A search looks at this many words of the term, the longest first. */
const MOST_WORDS = 8;

type Searched = { firstname: string; lastname: string; email: string };

/**
 * The words a user is found by: each part of the names and of the e-mail address, together with
 * all that follows it, so that "pierre", "jean-pierre" and "example.com" all begin one.
 */
export function wordsOf({ firstname, lastname, email }: Searched): string[] {
  const texts = [firstname, lastname, email].flatMap((text) => termWords(text));
  return [...new Set(texts.flatMap(endings))];
}

function endings(text: string): string[] {
  const starts = [...text.matchAll(/(?<=^|[^\p{L}\p{N}])[\p{L}\p{N}]/gu)].map((match) => match.index);
  return starts.map((start) => text.slice(start));
}

/** Every beginning of every word, the key of the search index. */
export function prefixesOf(words: readonly string[]): string[] {
  const found = new Set<string>();
  for (const word of words) {
    const letters = [...word].slice(0, LONGEST_PREFIX);
    for (let length = 1; length <= letters.length; length++) found.add(letters.slice(0, length).join(''));
  }
  return [...found];
}

/** The words of a search term, folded like those that they are compared with. */
export function termWords(term: string): string[] {
  return fold(term.replaceAll('’', "'"))
    .split(/\s+/)
    .filter((word) => /[\p{L}\p{N}]/u.test(word));
}

/** One word of a term: its indexed prefix, and the whole where that is longer. */
export type SearchedWord = { prefix: string; whole: string };

/** The longest word first: it is the one that fewest users share. */
export function searchedWords(term: string): SearchedWord[] {
  return [...new Set(termWords(term))]
    .map((word) => word.replace(/^[^\p{L}\p{N}]+/u, ''))
    .sort((a, b) => b.length - a.length)
    .slice(0, MOST_WORDS)
    .map((whole) => ({ prefix: [...whole].slice(0, LONGEST_PREFIX).join(''), whole }));
}
