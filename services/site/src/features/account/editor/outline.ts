import { maxNesting } from '@vitae/proto/cv-items';
import { isObject, type JsonObject, valueAt } from './field-text.ts';
import type { RowKind } from './sections.ts';

/** A row of an item: its depth below the item, from 1, and what is stored of it. */
export type Row = { depth: number; stored: JsonObject | undefined };

export const maxDepth = maxNesting - 1;

const LISTS: Record<RowKind, [string, string]> = {
  missions: ['missions', 'mission'],
  skills: ['children', 'skill'],
  interests: ['children', 'interest'],
};

/** Returns everything below an item in reading order. */
export function rowsOf(kind: RowKind, item: JsonObject, depth = 1): { depth: number; stored: JsonObject }[] {
  const list = valueAt(item, LISTS[kind]);
  if (!Array.isArray(list)) return [];
  return list
    .filter(isObject)
    .flatMap((stored) => [{ depth, stored }, ...(kind === 'missions' ? [] : rowsOf(kind, stored, depth + 1))]);
}

/** A node with the form row that it was made from. */
export type NewRow = { depth: number; node: JsonObject };

/** Puts rows below an item. A row that is too deep for the one before it is moved up. */
export function withRows(kind: RowKind, item: JsonObject, rows: readonly NewRow[]): JsonObject {
  const [, listName] = LISTS[kind];
  const root: NewRow = { depth: 0, node: { ...item } };
  const open: { depth: number; node: JsonObject; children: JsonObject[] }[] = [{ ...root, children: [] }];
  const all = [...open];
  for (const { depth, node } of rows) {
    while ((open.at(-1)?.depth ?? 0) >= depth) open.pop();
    const parent = open.at(-1);
    const entry = { depth: (parent?.depth ?? 0) + 1, node, children: [] as JsonObject[] };
    parent?.children.push(node);
    open.push(entry);
    all.push(entry);
  }
  for (const { node, children } of all) {
    if (kind === 'missions' && node !== all[0]?.node) continue;
    const [container] = LISTS[kind];
    // An interest without entries below it may have no list.
    if (children.length === 0 && rowsOf(kind, node).length === 0 && container in node) continue;
    node[container] = children.length === 0 && kind === 'interests' ? null : { [listName]: children };
  }
  return all[0]?.node ?? item;
}
