// The terms that searches find users by. One request can name 1,000 users and 1,000 keys, but a
// million index entries do not fit into a transaction. The number of entries per user is therefore
// limited: users above the limit have a single entry under a special term, and every search also
// examines these few users.
//
// Keys are namespaced (`com.acme.kind:star`), and most searches by prefix use a prefix that ends
// with a separator. Each such prefix of a key is a namespace. A search by namespace reads one row
// per matching user, regardless of the user's number of keys. Other prefixes are searched among the
// users of the longest namespace that covers them.

/** The term of users above the limit. It cannot be a key, because keys have no control characters. */
export const TOO_MANY = '\u0000';

const MAX_ENTRIES_PER_USER = 128;
// A key that consists of separators would otherwise have 255 namespaces.
const MAX_NAMESPACES_PER_KEY = 10;

export type IndexTerms = { exact: string[]; namespaces: string[] };

export function indexTerms(keys: readonly string[]): IndexTerms {
  return { exact: keys.length > MAX_ENTRIES_PER_USER ? [TOO_MANY] : [...keys], namespaces: boundedNamespaces(keys) };
}

function boundedNamespaces(keys: readonly string[]): string[] {
  const namespaces = new Set<string>();
  for (const key of keys) {
    for (const namespace of namespacesOf(key)) namespaces.add(namespace);
    if (namespaces.size > MAX_ENTRIES_PER_USER) return [TOO_MANY];
  }
  return [...namespaces];
}

/**
 * The prefixes of a key that end after a separator, which is any character except letters and
 * digits, and the empty prefix. Keys with a common prefix share the namespaces of that prefix.
 */
export function namespacesOf(key: string): string[] {
  const ends = [...key.matchAll(/[^\p{L}\p{N}]/gu)]
    .slice(0, MAX_NAMESPACES_PER_KEY)
    .map((match) => match.index + match[0].length);
  return ['', ...ends.map((end) => key.slice(0, end))];
}

/** The longest namespace that all keys with a prefix have. */
export function coveringNamespace(prefix: string): string {
  return namespacesOf(prefix).at(-1) ?? '';
}
