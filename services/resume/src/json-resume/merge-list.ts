import { isDeepStrictEqual } from 'node:util';
import { asList } from '@vitae/proto/json-resume-items';
import { isObject, type JsonObject } from './report.ts';

/** Compares two JSON values. The order of keys is ignored. */
export function differs(current: unknown, base: unknown): boolean {
  return !isDeepStrictEqual(current, base);
}

/** Sets a field, or removes it if the value is empty. */
export function assign(out: JsonObject, key: string, value: string | readonly unknown[]): void {
  if (value.length > 0) out[key] = value;
  else delete out[key];
}

type Merge<Item> = {
  current: readonly Item[];
  /** The items after the import. */
  base: readonly Item[];
  /** The index in the original list for each item of `base`. */
  sources: readonly number[];
  /** The imported list. */
  original: unknown;
  same(a: Item, b: Item): boolean;
  write(current: Item, base: Item | undefined, original: JsonObject): JsonObject;
};

/**
 * Merges the edits of a list into the imported list. Returns the imported list if nothing was
 * edited, otherwise the current items merged into their originals, then the items that could not
 * be read.
 */
export function mergeList<Item>({ current, base, sources, original, same, write }: Merge<Item>): unknown {
  if (!differs(current, base)) return original;
  const originals = asList(original);
  const matched = new Set<number>();
  const written = current.map((item) => {
    const index = base.findIndex((candidate, at) => !matched.has(at) && same(candidate, item));
    if (index < 0) return write(item, undefined, {});
    matched.add(index);
    const source = originals[sources[index] ?? -1];
    // An item that was imported as a string has no fields yet.
    return isObject(source) ? write(item, base[index], source) : write(item, undefined, {});
  });
  const read = new Set(sources);
  return [...written, ...originals.filter((_item, index) => !read.has(index))];
}
