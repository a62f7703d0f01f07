import { createHash } from 'node:crypto';
import {
  asSubmitted,
  isObject,
  type JsonObject,
  submittedValue,
  textOf,
  valueAt,
  withoutForeignState,
  withValueAt,
} from './field-text.ts';
import { maxDepth, type NewRow, rowsOf, withRows } from './outline.ts';
import type { OrderedRow } from './row-order.ts';
import { type EditorField, nameOf, type RowKind, rowFields, type SectionName, sectionOf } from './sections.ts';

/** A part of a CV with a form of its own: a section without items, or one item. `item` is an id or a position. */
export type PartAddress = { section: SectionName; item?: number | 'new' };

/**
 * What the form of a part shows, by the name of the field. Fields of rows are named `title.0`. `order` has the numbers of
 * the rows in the order of the page; rows that it does not have follow.
 */
export type PartTexts = Record<string, string>;

/** Blank rows at the end of a form. A button adds more. */
const BLANK_ROWS = 1;

/** Returns the items of a section. */
export function itemsOf(cv: JsonObject, section: SectionName): JsonObject[] {
  const list = sectionOf(section).list;
  const items = list ? valueAt(cv, list.path) : undefined;
  return Array.isArray(items) ? items.filter(isObject) : [];
}

export function withItems(cv: JsonObject, section: SectionName, items: readonly JsonObject[]): JsonObject {
  const list = sectionOf(section).list;
  return list ? withValueAt(cv, list.path, items) : cv;
}

/** The number of an item in addresses: its id, or its position from 1. */
export function itemNumber(section: SectionName, item: JsonObject, index: number): number {
  return sectionOf(section).list?.stable ? Number(item.id) : index + 1;
}

/**
 * Returns the index of an item, -1 if it does not exist. An item without an id that has moved is found by the digest of
 * what the form showed. `count` is the number of items then.
 */
export function indexOfItem(cv: JsonObject, { section, item }: PartAddress, digest?: string, count?: number): number {
  const items = itemsOf(cv, section);
  if (sectionOf(section).list?.stable) return items.findIndex(({ id }) => id === item);
  const index = Number(item) - 1;
  const at = items[index];
  if (digest === undefined || (at && digestOf(section, at) === digest)) return at ? index : -1;
  const moved = items.findIndex((one) => digestOf(section, one) === digest);
  // Another item may be at its place if items were added or removed.
  return moved >= 0 || !at || items.length !== count ? moved : index;
}

/** Identifies everything that the form of a part shows. */
export function digestOf(section: SectionName, part: JsonObject): string {
  const { fields, rows } = sectionOf(section);
  const values = fields.map(({ path }) => valueAt(part, path) ?? null);
  const below = rows ? rowsOf(rows, part).map(({ depth, stored }) => [depth, { ...stored, children: null }]) : [];
  return createHash('sha256')
    .update(JSON.stringify([values, below]))
    .digest('base64url')
    .slice(0, 22);
}

/** Identifies the order of the items of a section. */
export function orderDigest(section: SectionName, items: readonly JsonObject[]): string {
  const stable = sectionOf(section).list?.stable;
  const order = items.map((item) => (stable ? item.id : digestOf(section, item)));
  return createHash('sha256').update(JSON.stringify(order)).digest('base64url').slice(0, 22);
}

/** Returns the texts of the form of a part. */
export function textsOf(section: SectionName, part: JsonObject): PartTexts {
  const { fields, rows } = sectionOf(section);
  const texts = fieldTexts(fields, part);
  if (!rows) return texts;
  const stored = rowsOf(rows, part);
  for (const [index, row] of stored.entries()) {
    Object.assign(texts, fieldTexts(rowFields[rows], row.stored, `.${index}`));
    texts[`depth.${index}`] = String(row.depth);
  }
  return { ...texts, rows: String(stored.length) };
}

function fieldTexts(fields: readonly EditorField[], part: JsonObject, suffix = ''): PartTexts {
  return Object.fromEntries(fields.map((field) => [nameOf(field) + suffix, textOf(field, valueAt(part, field.path))]));
}

/**
 * The number of rows that a form shows, including blank ones. `rows` may be too low: a draft has the number of rows before
 * an automatic save, and a conflict shows rows that another request added.
 */
export function rowsShown(texts: PartTexts): number {
  let count = Number(texts.rows ?? 0) + BLANK_ROWS;
  for (const name of Object.keys(texts)) {
    const dot = name.indexOf('.');
    if (dot > 0) count = Math.max(count, Number(name.slice(dot + 1)) + 1);
  }
  return count;
}

/** A part as submitted. `rowOf` tells from which row of the form a node was made. */
export type SubmittedPart = { part: JsonObject; rowOf: ReadonlyMap<JsonObject, number> };

/** Applies a submitted form to what is stored. Fields without a submitted text keep their value. */
export function applyTexts(section: SectionName, stored: JsonObject, texts: PartTexts): SubmittedPart {
  const { fields, rows } = sectionOf(section);
  const part = withoutForeignState(withTexts(fields, stored, texts), fields, stored);
  if (!rows) return { part, rowOf: new Map() };
  const kept = keptRows(rows, texts);
  const sources = sourcesOf(rowFields[rows], rowsOf(rows, stored), kept, texts);
  const rowOf = new Map<JsonObject, number>();
  const nodes = kept.map(({ number, depth }): NewRow => {
    const source = sources.get(number) ?? newNode(rowFields[rows]);
    const node = { ...withTexts(rowFields[rows], source, texts, `.${number}`) };
    rowOf.set(node, number);
    return { depth, node };
  });
  return { part: withRows(rows, part, nodes), rowOf };
}

/** Returns the rows of a form in the order of the page. */
export function rowsInOrder(kind: RowKind, texts: PartTexts, count = rowsShown(texts)): OrderedRow[] {
  const listed = (texts.order ?? '').split(',').filter(Boolean).map(Number);
  const all = Array.from({ length: count }, (_, index) => index);
  const numbers = [...new Set([...listed, ...all])].filter((number) => number < count);
  return numbers.map((number) => ({
    number,
    depth: kind === 'missions' ? 1 : depthOf(texts[`depth.${number}`]),
    isBlank: number >= Number(texts.rows ?? 0) && isBlank(rowFields[kind], texts, number),
  }));
}

/** The rows of a form that are saved. */
export function keptRows(kind: RowKind, texts: PartTexts): OrderedRow[] {
  return rowsInOrder(kind, texts).filter(({ number, isBlank }) => texts[`remove.${number}`] !== '1' && !isBlank);
}

/**
 * Returns the stored order of the rows if it differs from that of the form. Rows that only one of them has do not count.
 */
export function storedOrder(kind: RowKind, texts: PartTexts, stored: PartTexts): number[] | undefined {
  const order = (stored.order ?? '').split(',').filter(Boolean).map(Number);
  const own = keptRows(kind, texts).map(({ number }) => number);
  const inBoth = (numbers: number[], others: number[]) => {
    const known = new Set(others);
    return numbers.filter((number) => known.has(number)).join();
  };
  return inBoth(order, own) === inBoth(own, order) ? undefined : order;
}

/**
 * Returns what is stored of the rows of a form, by their numbers. After an automatic save, the numbers of moved rows are
 * no longer those of the stored rows, so stored rows with the same text come first.
 */
function sourcesOf(
  fields: readonly EditorField[],
  stored: readonly { stored: JsonObject }[],
  rows: readonly OrderedRow[],
  texts: PartTexts,
): Map<number, JsonObject> {
  const keyOf = (textIn: (field: EditorField) => string) =>
    fields.map((field) => asSubmitted(field, textIn(field))).join('\0');
  const free = new Map(
    stored.map((row, index) => [
      index,
      { node: row.stored, key: keyOf((field) => textOf(field, valueAt(row.stored, field.path))) },
    ]),
  );
  const keys = new Map(rows.map(({ number }) => [number, keyOf((field) => texts[`${nameOf(field)}.${number}`] ?? '')]));
  const sources = new Map<number, JsonObject>();
  const find = (indexFor: (number: number, key: string) => number | undefined) => {
    for (const [number, key] of keys) {
      const index = sources.has(number) ? undefined : indexFor(number, key);
      const source = index === undefined ? undefined : free.get(index);
      if (index === undefined || !source) continue;
      sources.set(number, source.node);
      free.delete(index);
    }
  };
  find((number, key) => (free.get(number)?.key === key ? number : undefined));
  const indexes = new Map<string, number[]>();
  for (const [index, { key }] of free) {
    const same = indexes.get(key) ?? [];
    same.push(index);
    indexes.set(key, same);
  }
  find((_number, key) => indexes.get(key)?.shift());
  const isOld = (number: number) => number < Number(texts.rows ?? 0);
  find((number) => (isOld(number) ? number : undefined));
  find((number) => (isOld(number) ? free.keys().next().value : undefined));
  return sources;
}

/**
 * Returns the stored texts of a part with the numbers that its rows have in a form, and their order. Rows that the form
 * does not have take other numbers.
 */
export function storedTexts(section: SectionName, stored: JsonObject, texts: PartTexts): PartTexts {
  const { fields, rows } = sectionOf(section);
  if (!rows) return textsOf(section, stored);
  const below = rowsOf(rows, stored);
  const numbers = new Map<JsonObject, number>();
  for (const [number, node] of sourcesOf(rowFields[rows], below, keptRows(rows, texts), texts))
    numbers.set(node, number);
  const taken = new Set(numbers.values());
  let next = 0;
  const nextNumber = () => {
    while (taken.has(next)) next += 1;
    taken.add(next);
    return next;
  };
  const order: number[] = [];
  const shown = below.map(({ stored: node, depth }) => {
    const number = numbers.get(node) ?? nextNumber();
    order.push(number);
    return { ...fieldTexts(rowFields[rows], node, `.${number}`), [`depth.${number}`]: String(depth) };
  });
  return Object.assign(fieldTexts(fields, stored), ...shown, {
    order: order.join(),
    rows: String(Math.max(-1, ...taken) + 1),
  });
}

function withTexts(fields: readonly EditorField[], stored: JsonObject, texts: PartTexts, suffix = ''): JsonObject {
  return fields.reduce((part, field) => {
    const before = valueAt(part, field.path);
    // A checkbox that is not checked is not submitted.
    const text = texts[nameOf(field) + suffix] ?? (field.kind === 'licence' ? '' : undefined);
    const value = text === undefined ? before : submittedValue(field, text, before);
    return value === before ? part : withValueAt(part, field.path, value);
  }, stored);
}

function depthOf(text = '1'): number {
  return Math.min(Math.max(Math.trunc(Number(text)) || 1, 1), maxDepth);
}

const newNode = (fields: readonly EditorField[]): JsonObject =>
  Object.fromEntries(fields.map((field) => [nameOf(field), field.kind === 'level' ? null : '']));

function isBlank(fields: readonly EditorField[], texts: PartTexts, index: number): boolean {
  return fields.every((field) => !texts[`${nameOf(field)}.${index}`]?.trim());
}

/** The index of the item that was added last. New items precede the others where the newest comes first. */
export function addedIndex(cv: JsonObject, section: SectionName): number {
  return sectionOf(section).list?.newestFirst ? 0 : itemsOf(cv, section).length - 1;
}

/** Returns a CV with a changed part. A new item precedes the others where the newest comes first. */
export function withPart(cv: JsonObject, { section, item }: PartAddress, index: number, part: JsonObject): JsonObject {
  const list = sectionOf(section).list;
  if (!list) return part;
  const items = itemsOf(cv, section);
  if (item !== 'new' && index >= 0) return withItems(cv, section, items.with(index, part));
  return withItems(cv, section, list.newestFirst ? [part, ...items] : [...items, part]);
}
