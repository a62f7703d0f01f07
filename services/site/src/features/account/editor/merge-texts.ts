import { hash } from 'node:crypto';
import { digestOf, keptRows, type PartTexts, storedTexts, textsOf } from './cv-part.ts';
import { type JsonObject, submittedValue, textOf } from './field-text.ts';
import type { OrderedRow } from './row-order.ts';
import { type EditorField, nameOf, type RowKind, rowFields, type SectionName, sectionOf } from './sections.ts';

/** A submitted form that is compared with what is stored. `digest` and `loaded` describe what the form was based on. */
export type FormTexts = { texts: PartTexts; digest: string; loaded: string; use?: string };

/** A form after the changes of others were added. Fields that only one of them changed are no conflicts. */
export type MergedTexts = {
  /** The texts of the form. Fields that the form did not change have their stored text. */
  texts: PartTexts;
  /** The stored texts, in the form's numbers of rows. They differ from `texts` where both changed the same field. */
  stored: PartTexts;
  /** The names of the fields that both changed; `order` stands for all rows. */
  conflicts: ReadonlySet<string>;
  /** Whether the form must not replace what is stored before the owner decided. */
  isConflict: boolean;
  /** The stored texts of unchanged fields, if others changed them. */
  taken: PartTexts;
  /** Whether the rows were replaced by stored rows, which may have other numbers. */
  areRowsTaken: boolean;
};

/**
 * Describes the fields of a form: `name:digest` for each field, `depth.0:2` for each row, and the order of the rows. A
 * page with a conflict marks the conflicting fields with `!`.
 */
export function loadedOf(section: SectionName, texts: PartTexts, conflicts: ReadonlySet<string> = new Set()): string {
  const { fields, rows } = sectionOf(section);
  const entry = (name: string, value: string) => `${name}:${value}${conflicts.has(name) ? '!' : ''}`;
  const entries = fields.map((field) => entry(nameOf(field), textDigest(field, texts[nameOf(field)])));
  if (!rows) return entries.join(' ');
  const kept = keptRows(rows, texts);
  for (const { number, depth } of kept) {
    entries.push(entry(`depth.${number}`, String(depth)));
    for (const field of rowFields[rows]) {
      const name = `${nameOf(field)}.${number}`;
      entries.push(entry(name, textDigest(field, texts[name])));
    }
  }
  return [...entries, entry('order', orderOf(kept))].join(' ');
}

type Loaded = { values: ReadonlyMap<string, string>; conflicts: ReadonlySet<string> };

function parseLoaded(loaded: string): Loaded | undefined {
  const values = new Map<string, string>();
  const conflicts = new Set<string>();
  for (const entry of loaded.split(' ')) {
    const [, name, value, mark] = /^([a-zA-Z]+(?:\.\d{1,4})?):([\w,-]*)(!?)$/.exec(entry) ?? [];
    if (name === undefined || value === undefined) return undefined;
    values.set(name, value);
    if (mark) conflicts.add(name);
  }
  return { values, conflicts };
}

/** Merges a form with what others stored since it was shown. If `loaded` is empty, all differences are conflicts. */
export function mergeTexts(section: SectionName, part: JsonObject, form: FormTexts): MergedTexts {
  const { texts } = form;
  const stored = storedTexts(section, part, texts);
  const isCurrent = digestOf(section, part) === form.digest;
  const loaded = form.digest === '' ? undefined : parseLoaded(form.loaded);
  if (!loaded || !(isCurrent || isSameItem(section, stored, loaded))) {
    const conflicts = new Set(Object.keys(stored));
    return { texts, stored, conflicts, isConflict: !isCurrent, taken: {}, areRowsTaken: false };
  }
  const { fields, rows } = sectionOf(section);
  const merged: PartTexts = { ...texts };
  const shown: PartTexts = { ...stored };
  const taken: PartTexts = {};
  const conflicts = new Set<string>();
  const isOpen = (name: string) => form.use !== undefined && loaded.conflicts.has(name);
  const mergeField = (name: string, digest: (text: string | undefined) => string) => {
    if (texts[name] === stored[name]) return;
    const [before, own, now] = [loaded.values.get(name), digest(texts[name]), digest(stored[name])];
    if (own === now) return;
    if (own === before) {
      merged[name] = stored[name] ?? '';
      taken[name] = merged[name];
    } else if ((now === before || isCurrent) && !isOpen(name)) shown[name] = texts[name] ?? '';
    else conflicts.add(name);
  };
  for (const field of fields) {
    const name = nameOf(field);
    // A checkbox that is not checked is not submitted.
    if (texts[name] !== undefined || field.kind === 'licence') mergeField(name, (text) => textDigest(field, text));
  }
  let areRowsTaken = false;
  if (rows) {
    const own = rowsDigest(rows, texts);
    const now = rowsDigest(rows, textsOf(section, part));
    const before = loadedRows(rows, loaded);
    const order = orderOf(keptRows(rows, texts));
    if (own === before && now !== before) {
      replaceRows(merged, stored);
      areRowsTaken = true;
    } else if (own === now || ((now === before || isCurrent) && !hasOpenRows(form, loaded))) replaceRows(shown, texts);
    else if (order === loaded.values.get('order') && order === stored.order)
      for (const { number } of keptRows(rows, texts)) {
        mergeField(`depth.${number}`, (text = '1') => text);
        for (const field of rowFields[rows])
          mergeField(`${nameOf(field)}.${number}`, (text) => textDigest(field, text));
      }
    else conflicts.add('order');
  }
  return { texts: merged, stored: shown, conflicts, isConflict: conflicts.size > 0, taken, areRowsTaken };
}

const hasOpenRows = ({ use }: FormTexts, { conflicts }: Loaded) =>
  use !== undefined && [...conflicts].some((name) => name === 'order' || name.includes('.'));

/** Items without ids are found by their place. Another one may be there now. */
function isSameItem(section: SectionName, stored: PartTexts, { values }: Loaded): boolean {
  const { list, fields } = sectionOf(section);
  const [first] = fields;
  if (!list || list.stable || !first) return true;
  const text = stored[nameOf(first)] ?? '';
  return text.trim() !== '' && textDigest(first, text) === values.get(nameOf(first));
}

const isOfRows = (name: string) => name === 'order' || name === 'rows' || name.includes('.');

function replaceRows(texts: PartTexts, others: PartTexts): void {
  for (const name of Object.keys(texts)) if (isOfRows(name)) delete texts[name];
  for (const [name, text] of Object.entries(others)) if (isOfRows(name)) texts[name] = text;
}

const orderOf = (rows: readonly OrderedRow[]) => rows.map(({ number }) => number).join();

/** Identifies the rows in their order, whatever their numbers are. */
const rowsDigest = (kind: RowKind, texts: PartTexts) =>
  keptRows(kind, texts)
    .map(({ number, depth }) =>
      [depth, ...rowFields[kind].map((field) => textDigest(field, texts[`${nameOf(field)}.${number}`]))].join(),
    )
    .join(' ');

const loadedRows = (kind: RowKind, { values }: Loaded) =>
  (values.get('order') ?? '')
    .split(',')
    .filter(Boolean)
    .map((number) =>
      [`depth.${number}`, ...rowFields[kind].map((field) => `${nameOf(field)}.${number}`)]
        .map((name) => values.get(name) ?? '')
        .join(),
    )
    .join(' ');

/** Identifies what is stored for a text: spaces around it do not count. */
function textDigest(field: EditorField, text = ''): string {
  const value = textOf(field, submittedValue(field, text, undefined));
  return hash('sha256', value, 'base64url').slice(0, 8);
}
