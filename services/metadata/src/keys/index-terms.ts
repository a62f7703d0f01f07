// What searches are answered by is indexed beside the keys. One request may name 1,000 users and
// 1,000 keys; a million index entries fit no transaction. So each user has a bounded number of
// entries: who holds more than that is in the index once, under a term of its own, and every
// search looks at these few users as well.
//
// Keys are namespaced (`com.acme.kind:star`), and searches by prefix mostly end where a part of a
// name ends. Each such start of a key is a namespace of it. A search by one reads one row for each
// user that it answers, whatever number of keys the user holds under it; a prefix in between is
// looked for among the holders of the longest namespace that covers it.

/** The term of users who hold too much to be indexed one by one. No key has a control character. */
export const TOO_MANY = '\u0000';

const ENTRIES_PER_USER = 128;
// A key of nothing but punctuation must not have 255 namespaces.
const NAMESPACES_PER_KEY = 10;

export type IndexTerms = { exact: string[]; namespaces: string[] };

export function indexTerms(keys: readonly string[]): IndexTerms {
  return { exact: keys.length > ENTRIES_PER_USER ? [TOO_MANY] : [...keys], namespaces: boundedNamespaces(keys) };
}

function boundedNamespaces(keys: readonly string[]): string[] {
  const namespaces = new Set<string>();
  for (const key of keys) {
    for (const namespace of namespacesOf(key)) namespaces.add(namespace);
    if (namespaces.size > ENTRIES_PER_USER) return [TOO_MANY];
  }
  return [...namespaces];
}

/**
 * The empty start, and those that end after a character that is neither letter nor digit. Whether
 * one ends somewhere depends on nothing behind it, so keys with a common prefix have the
 * namespaces of that prefix in common.
 */
export function namespacesOf(key: string): string[] {
  const ends = [...key.matchAll(/[^\p{L}\p{N}]/gu)]
    .slice(0, NAMESPACES_PER_KEY)
    .map((match) => match.index + match[0].length);
  return ['', ...ends.map((end) => key.slice(0, end))];
}

/** The longest namespace that every key with this prefix is in. */
export function coveringNamespace(prefix: string): string {
  return namespacesOf(prefix).at(-1) ?? '';
}
