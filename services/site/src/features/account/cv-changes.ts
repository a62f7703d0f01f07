import { itemsOf } from './editor/cv-part.ts';
import { type JsonObject, valueAt } from './editor/field-text.ts';
import type { EditedCvData } from './editor/resume-sections.ts';
import { nameOf, type SectionName, sectionNames, sectionOf } from './editor/sections.ts';

/** `names` has the names of fields or, for a section with items, what identifies the items to the owner. */
export type Change = { kind: 'added' | 'changed' | 'removed' | 'reordered'; names: string[] };
export type SectionChanges = { section: SectionName; changes: Change[] };

/** Returns what changes in each section if the first CV is replaced by the second. */
export function changesBetween(before: EditedCvData, after: EditedCvData): SectionChanges[] {
  const [earlier, later] = [before, after].map((cv) => cv as unknown as JsonObject) as [JsonObject, JsonObject];
  return sectionNames
    .map((section) => {
      const changes = sectionOf(section).list
        ? changesOfItems(itemsByKey(section, earlier), itemsByKey(section, later))
        : changesOfFields(section, earlier, later);
      return { section, changes };
    })
    .filter(({ changes }) => changes.length > 0);
}

function changesOfFields(section: SectionName, before: JsonObject, after: JsonObject): Change[] {
  const { fields } = sectionOf(section);
  const changed = fields.filter(({ path }) => !isSame(valueAt(before, path), valueAt(after, path)));
  return withNames([{ kind: 'changed', names: changed.map(nameOf) }]);
}

type Items = Map<string, JsonObject>;

function changesOfItems(before: Items, after: Items): Change[] {
  const namesOf = (items: Items, isIncluded: (key: string) => boolean) =>
    [...items].filter(([key]) => isIncluded(key)).map(([, item]) => itemName(item));
  const isChanged = (key: string) => before.has(key) && !isSame(before.get(key), after.get(key));
  const commonKeys = (items: Items, others: Items) => [...items.keys()].filter((key) => others.has(key));
  const isReordered = !isSame(commonKeys(before, after), commonKeys(after, before));
  return [
    ...withNames([
      { kind: 'added', names: namesOf(after, (key) => !before.has(key)) },
      { kind: 'changed', names: namesOf(after, isChanged) },
      { kind: 'removed', names: namesOf(before, (key) => !after.has(key)) },
    ]),
    ...(isReordered ? [{ kind: 'reordered' as const, names: [] }] : []),
  ];
}

const withNames = (changes: Change[]) => changes.filter(({ names }) => names.length > 0);

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
