import { itemsOf } from './editor/cv-part.ts';
import { isShown, type JsonObject, textOf, valueAt } from './editor/field-text.ts';
import { rowsOf } from './editor/outline.ts';
import type { EditedCvData } from './editor/resume-sections.ts';
import {
  type EditorField,
  type RowKind,
  rowFields,
  type SectionName,
  sectionNames,
  sectionOf,
} from './editor/sections.ts';

/** The texts of a field, or of all rows of an entry (`rows`). A value that is no text, for example a picture, has none. */
export type FieldChange = { field: EditorField | RowKind; before?: string; after?: string };
/** An entry, by what identifies it to the owner, or the fields of a section without entries. */
export type ChangedEntry = { name: string | undefined; fields: FieldChange[] };
/** `names` has what identifies the entries to the owner. */
export type Change =
  | { kind: 'changed'; entries: ChangedEntry[] }
  | { kind: 'added' | 'removed' | 'reordered'; names: string[] };
export type SectionChanges = { section: SectionName; changes: Change[] };

/** Returns what changes in each section if the first CV is replaced by the second. */
export function changesBetween(before: EditedCvData, after: EditedCvData): SectionChanges[] {
  const [earlier, later] = [before, after].map((cv) => cv as unknown as JsonObject) as [JsonObject, JsonObject];
  return sectionNames
    .map((section) => {
      const changes = sectionOf(section).list
        ? changesOfItems(section, itemsByKey(section, earlier), itemsByKey(section, later))
        : changesOfFields(section, earlier, later);
      return { section, changes };
    })
    .filter(({ changes }) => changes.length > 0);
}

function changesOfFields(section: SectionName, before: JsonObject, after: JsonObject): Change[] {
  const fields = changedFields(section, before, after);
  return fields.length > 0 ? [{ kind: 'changed', entries: [{ name: undefined, fields }] }] : [];
}

function changedFields(section: SectionName, before: JsonObject, after: JsonObject): FieldChange[] {
  const { fields, rows } = sectionOf(section);
  const changed = fields.flatMap((field): FieldChange[] => {
    const [earlier, later] = [valueAt(before, field.path), valueAt(after, field.path)];
    if (isSame(earlier, later)) return [];
    const areTexts = isShown(field, earlier) && isShown(field, later);
    return [{ field, ...(areTexts && { before: textOf(field, earlier), after: textOf(field, later) }) }];
  });
  if (!rows) return changed;
  const [earlier, later] = [rowsText(rows, before), rowsText(rows, after)];
  return earlier === later ? changed : [...changed, { field: rows, before: earlier, after: later }];
}

/** The rows of an entry, one per line, indented by their depth. */
function rowsText(kind: RowKind, item: JsonObject): string {
  const lines = rowsOf(kind, item).map(({ depth, stored }) => {
    const texts = rowFields[kind].map((field) => textOf(field, valueAt(stored, field.path)));
    return '\u2003'.repeat(depth - 1) + texts.filter((text) => text.trim() !== '').join(', ');
  });
  return lines.join('\n');
}

type Items = Map<string, JsonObject>;

function changesOfItems(section: SectionName, before: Items, after: Items): Change[] {
  const missingIn = (items: Items, others: Items) =>
    [...items].flatMap(([key, item]) => (others.has(key) ? [] : [itemName(item)]));
  const entries = [...after].flatMap(([key, item]): ChangedEntry[] => {
    const earlier = before.get(key);
    if (!earlier || isSame(earlier, item)) return [];
    return [{ name: itemName(item), fields: changedFields(section, earlier, item) }];
  });
  const commonKeys = (items: Items, others: Items) => [...items.keys()].filter((key) => others.has(key));
  const [added, removed] = [missingIn(after, before), missingIn(before, after)];
  return [
    ...(added.length > 0 ? [{ kind: 'added' as const, names: added }] : []),
    ...(entries.length > 0 ? [{ kind: 'changed' as const, entries }] : []),
    ...(removed.length > 0 ? [{ kind: 'removed' as const, names: removed }] : []),
    ...(isSame(commonKeys(before, after), commonKeys(after, before))
      ? []
      : [{ kind: 'reordered' as const, names: [] }]),
  ];
}

/** Items in their order, by what identifies them in both CVs: their id or their name, which is numbered if repeated. */
function itemsByKey(section: SectionName, cv: JsonObject): Items {
  const counts = new Map<string, number>();
  const keyed = itemsOf(cv, section).map((item) => {
    const key = sectionOf(section).list?.stable ? String(item.id) : itemName(item);
    const count = (counts.get(key) ?? 0) + 1;
    counts.set(key, count);
    return [`${count} ${key}`, item] as const;
  });
  return new Map(keyed);
}

const NAMES = [
  'title',
  'degree',
  'value',
  'name',
  'language',
  'position',
  'url',
  'company',
  'school',
  'organization',
] as const;

/** The first text of an item that identifies it, "" if it has none. */
function itemName(item: JsonObject): string {
  const texts = NAMES.map((name) => item[name]).filter((text) => typeof text === 'string');
  return texts.map((text) => text.trim()).find((text) => text !== '') ?? '';
}

/** Compares values in the order of the public JSON. */
function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}
