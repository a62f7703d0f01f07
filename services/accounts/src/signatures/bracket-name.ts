import type { ByteString } from './percent-encoding.ts';

/** What stands in the brackets of `a[b][]`: `['b', '']`. */
export type BracketPath = ByteString[];

/** The most brackets of one name in a query; deeper names are taken as they are written. */
export const MAX_BRACKETS = 8;

/** `tags[0][id]` → tags and its path; undefined when the name is not of that form. */
export function readBrackets(
  fullName: ByteString,
  depth = MAX_BRACKETS,
): { name: ByteString; path: BracketPath } | undefined {
  const first = fullName.indexOf('[');
  if (first <= 0) return undefined;
  const path: BracketPath = [];
  let at = first;
  while (at < fullName.length) {
    const close = fullName.indexOf(']', at);
    if (fullName.charAt(at) !== '[' || close < 0 || path.length === depth) return undefined;
    const part = fullName.slice(at + 1, close);
    if (part.includes('[')) return undefined;
    path.push(part);
    at = close + 1;
  }
  return { name: fullName.slice(0, first), path };
}
