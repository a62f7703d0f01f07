import { isDeepStrictEqual } from 'node:util';
import { isObject, type JsonObject } from './report.ts';

/** Whether a value was edited: both are plain JSON, the order of keys does not count. */
export function differs(current: unknown, base: unknown): boolean {
  return !isDeepStrictEqual(current, base);
}

/** Sets a field, or removes it when there is nothing to say and it was not there. */
export function assign(out: JsonObject, key: string, value: string | readonly unknown[]): void {
  if (value.length > 0) out[key] = value;
  else delete out[key];
}

type Merge<Item> = {
  current: readonly Item[];
  /** The items as the import made them. */
  base: readonly Item[];
  /** For each of `base`, its place in the original list. */
  sources: readonly number[];
  /** The list as imported. */
  original: unknown;
  same(one: Item, other: Item): boolean;
  write(current: Item, base: Item | undefined, original: JsonObject): JsonObject;
};

/**
 * A list of the export: the original as it stands when nothing was edited, else each current item
 * over its own original, followed by what could never be read.
 */
export function mergeList<Item>({ current, base, sources, original, same, write }: Merge<Item>): unknown {
  if (!differs(current, base)) return original;
  const originals = asList(original);
  const taken = new Set<number>();
  const written = current.map((item) => {
    const index = base.findIndex((one, candidate) => !taken.has(candidate) && same(one, item));
    if (index < 0) return write(item, undefined, {});
    taken.add(index);
    const source = originals[sources[index] ?? -1];
    return write(item, base[index], isObject(source) ? source : {});
  });
  const read = new Set(sources);
  return [...written, ...originals.filter((_item, index) => !read.has(index))];
}

/** One thing alone counts as a list of one, as it did when it was read. */
export function asList(original: unknown): readonly unknown[] {
  if (Array.isArray(original)) return original;
  return original === undefined || original === null ? [] : [original];
}
