import { itemsOf, withItems } from './cv-part.ts';
import { type JsonObject, valueAt, withValueAt } from './field-text.ts';
import { sectionNames, sectionOf } from './sections.ts';

/** Thrown if a later request changed what an undo would restore. */
class Changed extends Error {}

/**
 * Returns a CV without one change of its content, which led from `before` to `after`. Later changes of other fields stay.
 * Returns undefined if a later request changed the same field, or the same section if its items have no ids.
 */
export function undoChange(before: JsonObject, after: JsonObject, current: JsonObject): JsonObject | undefined {
  try {
    return sectionNames.reduce((cv, section) => {
      const { list, fields } = sectionOf(section);
      if (!list)
        return undoFields(
          fields.map(({ path }) => path),
          before,
          after,
          cv,
        );
      const [was, changed, stored] = [itemsOf(before, section), itemsOf(after, section), itemsOf(cv, section)];
      if (isSame(was, changed)) return cv;
      const undone = list.stable ? undoItems(was, changed, stored) : (undoAll(was, changed, stored) ?? conflict());
      return undone === stored ? cv : withItems(cv, section, undone);
    }, current);
  } catch (thrown) {
    if (thrown instanceof Changed) return undefined;
    throw thrown;
  }
}

type Items = readonly JsonObject[];

const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);
const conflict = (): never => {
  throw new Changed();
};

/** Returns what is stored after the undo of a value as a whole, undefined if a later request changed it. */
function undoAll<T>(before: T, after: T, stored: T): T | undefined {
  if (isSame(before, after) || isSame(before, stored)) return stored;
  return isSame(after, stored) ? before : undefined;
}

function undoFields(paths: readonly (readonly string[])[], before: JsonObject, after: JsonObject, stored: JsonObject) {
  return paths.reduce((part, path) => {
    const [was, changed, now] = [before, after, stored].map((one) => valueAt(one, path));
    if (isSame(was, changed) || isSame(was, now)) return part;
    return isSame(changed, now) ? withValueAt(part, path, was) : conflict();
  }, stored);
}

function undoItems(before: Items, after: Items, stored: Items): Items {
  const find = (items: Items, { id }: JsonObject) => items.find((item) => item.id === id);
  const kept = stored.flatMap((item) => {
    const was = find(before, item);
    const changed = find(after, item);
    if (!changed) return [item];
    if (!was) return isSame(changed, item) ? [] : conflict();
    const names = new Set([was, changed].flatMap(Object.keys));
    return [
      undoFields(
        Array.from(names, (name) => [name]),
        was,
        changed,
        item,
      ),
    ];
  });
  const ordered = undoOrder(before, after, kept);
  return before.reduce<Items>((items, item, index) => {
    if (find(after, item) || find(stored, item)) return items;
    const previous = before.slice(0, index).findLast((one) => find(items, one));
    const at = previous ? items.findIndex(({ id }) => id === previous.id) + 1 : 0;
    // A new id is assigned, because that of a removed item is no longer accepted.
    const { id: _id, ...restored } = item;
    // The undo was submitted twice.
    if (countSame(stored, restored) >= countSame(before, restored)) return items;
    return items.toSpliced(at, 0, restored);
  }, ordered);
}

function countSame(items: Items, content: JsonObject): number {
  return items.filter(({ id: _id, ...one }) => isSame(one, content)).length;
}

/** Returns the items with the former order of those that were moved. */
function undoOrder(before: Items, after: Items, stored: Items): Items {
  const idsIn = (items: Items) => items.map(({ id }) => id);
  const all = [before, after, stored].map(idsIn);
  const common = new Set(idsIn(stored).filter((id) => all.every((ids) => ids.includes(id))));
  const [was, changed, now] = all.map((ids) => ids.filter((id) => common.has(id)));
  const order = undoAll(was, changed, now) ?? conflict();
  let next = 0;
  return stored.map((item) => {
    if (!common.has(item.id)) return item;
    const id = order[next++];
    return stored.find((one) => one.id === id) ?? item;
  });
}
