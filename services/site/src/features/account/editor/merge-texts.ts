import { hash } from 'node:crypto';
import { digestOf, keptRows, type PartTexts, storedTexts, textsOf } from './cv-part.ts';
import { type JsonObject, submittedValue, textOf } from './field-text.ts';
import { type EditorField, nameOf, type RowKind, rowFields, type SectionName, sectionOf } from './sections.ts';

/** A submitted form that is compared with what is stored. `digest` and `loaded` describe what the form was based on. */
export type FormTexts = { texts: PartTexts; digest: string; loaded: string; use?: string };

/** A form after the changes of other requests were added. */
export type MergedTexts = {
  /** The texts of the form. Fields that the form did not change have their stored text. */
  texts: PartTexts;
  /** The stored texts, in the form's numbers of rows. They differ from `texts` where both changed the same field. */
  stored: PartTexts;
  /** The names of the fields that both changed; `order` stands for all rows. */
  conflicts: ReadonlySet<string>;
  /** Whether the form must not replace what is stored before the owner decided. */
  isConflict: boolean;
  /** The stored texts of fields that only other requests changed. */
  adopted: PartTexts;
  /** Whether the rows were replaced by stored rows, which may have other numbers. */
  areRowsAdopted: boolean;
};

/** Whether the merged form has texts that the submitted form did not show. */
export const hasAdopted = (merged: MergedTexts): boolean =>
  merged.areRowsAdopted || Object.keys(merged.adopted).length > 0;

/**
 * Describes the fields of a form: `name:digest` for each field, and `order:digest` for all rows. A page with a conflict
 * marks the conflicting fields with `!`.
 */
export function loadedOf(section: SectionName, texts: PartTexts, conflicts: ReadonlySet<string> = new Set()): string {
  const { fields, rows } = sectionOf(section);
  const entry = (name: string, digest: string) => `${name}:${digest}${conflicts.has(name) ? '!' : ''}`;
  const entries = fields.map((field) => entry(nameOf(field), textDigest(field, texts[nameOf(field)])));
  return [...entries, ...(rows ? [entry('order', rowsDigest(rows, texts))] : [])].join(' ');
}

type Loaded = { digests: ReadonlyMap<string, string>; conflicts: ReadonlySet<string> };

/** Exceeds what `loadedOf` returns for any section. */
const MAX_LOADED_LENGTH = 1_000;

function parseLoaded(loaded: string): Loaded | undefined {
  if (loaded.length > MAX_LOADED_LENGTH) return undefined;
  const digests = new Map<string, string>();
  const conflicts = new Set<string>();
  for (const entry of loaded.split(' ')) {
    const [, name, digest, mark] = /^([a-zA-Z]{1,40}):([\w-]{8})(!?)$/.exec(entry) ?? [];
    if (name === undefined || digest === undefined || digests.has(name)) return undefined;
    digests.set(name, digest);
    if (mark) conflicts.add(name);
  }
  return { digests, conflicts };
}

/**
 * Merges a form with what other requests stored since it was shown. All differences are conflicts if `loaded` is empty,
 * or if the item has no id: another item may be at its place. Rows have no ids either, so they are merged as one field.
 */
export function mergeTexts(section: SectionName, part: JsonObject, form: FormTexts): MergedTexts {
  const { texts } = form;
  const { fields, rows, list } = sectionOf(section);
  const stored = storedTexts(section, part, texts);
  const isCurrent = digestOf(section, part) === form.digest;
  const loaded = form.digest === '' ? undefined : parseLoaded(form.loaded);
  if (!loaded || !(isCurrent || !list || list.stable)) {
    const conflicts = new Set(Object.keys(stored));
    return { texts, stored, conflicts, isConflict: !isCurrent, adopted: {}, areRowsAdopted: false };
  }
  const merged: PartTexts = { ...texts };
  const shown: PartTexts = { ...stored };
  const adopted: PartTexts = {};
  const conflicts = new Set<string>();
  /** Which text a field gets. If nothing was stored since the form was shown, all differences are its own changes. */
  const choiceOf = (name: string, own: string, now: string, isRemoved = false) => {
    const before = loaded.digests.get(name);
    if (own === now) return 'same';
    if (own === before && (!isCurrent || isRemoved)) return 'stored';
    const isOpen = form.use !== undefined && loaded.conflicts.has(name);
    return (isCurrent || now === before) && !isOpen ? 'own' : 'conflict';
  };
  for (const field of fields) {
    const name = nameOf(field);
    const own = texts[name];
    // A checkbox that is not checked is not submitted.
    if (own === stored[name] || (own === undefined && field.kind !== 'licence')) continue;
    const isState = field.kind === 'state';
    // The first save of a form with another country removed the state. The form still shows it, for the way back.
    const isRemoved = isState && merged.country !== 'USA';
    const isRestored = isState && !isRemoved && stored.country !== 'USA' && !conflicts.has('country');
    const digests = [textDigest(field, own), textDigest(field, stored[name])] as const;
    const choice = isRestored ? 'own' : choiceOf(name, ...digests, isRemoved);
    if (choice === 'stored') {
      merged[name] = stored[name] ?? '';
      if (!isRemoved || texts.country === 'USA') adopted[name] = merged[name];
    } else if (choice === 'own') shown[name] = own ?? '';
    else if (choice === 'conflict') conflicts.add(name);
  }
  let areRowsAdopted = false;
  if (rows) {
    const storedRows = textsOf(section, part);
    const choice = choiceOf('order', rowsDigest(rows, texts), rowsDigest(rows, storedRows));
    areRowsAdopted = choice === 'stored';
    if (choice === 'stored') for (const target of [merged, shown]) replaceRows(target, storedRows);
    else if (choice === 'conflict') conflicts.add('order');
    else replaceRows(shown, texts);
  }
  return { texts: merged, stored: shown, conflicts, isConflict: conflicts.size > 0, adopted, areRowsAdopted };
}

const isOfRows = (name: string) => name === 'order' || name === 'rows' || name.includes('.');

function replaceRows(texts: PartTexts, source: PartTexts): void {
  for (const name of Object.keys(texts)) if (isOfRows(name)) delete texts[name];
  for (const [name, text] of Object.entries(source)) if (isOfRows(name)) texts[name] = text;
}

/** Identifies the rows in their order, whatever their numbers are. */
const rowsDigest = (kind: RowKind, texts: PartTexts) =>
  shortDigest(
    keptRows(kind, texts)
      .map(({ number, depth }) =>
        [depth, ...rowFields[kind].map((field) => textDigest(field, texts[`${nameOf(field)}.${number}`]))].join(),
      )
      .join(' '),
  );

/** Identifies what is stored for a text: spaces around it do not count. */
const textDigest = (field: EditorField, text = ''): string =>
  shortDigest(textOf(field, submittedValue(field, text, undefined)));

const shortDigest = (text: string) => hash('sha256', text, 'base64url').slice(0, 8);
