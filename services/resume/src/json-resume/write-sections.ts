import { maxSectionItems, type ResumeSections } from '@vitae/proto/export-source';
import { asList } from '@vitae/proto/json-resume-items';
import { assign, differs } from './merge-list.ts';
import { isObject, type JsonObject } from './report.ts';
import { resumeSections, sectionNames } from './sections.ts';

type Entry = Record<string, string | string[]>;

/** Returns a document with changed sections. Fields and entries that documents do not show are kept. */
export function withSections(document: JsonObject, sections: ResumeSections): JsonObject {
  const before = resumeSections(document);
  const changed = { ...document };
  for (const name of sectionNames)
    if (differs(before[name], sections[name])) assign(changed, name, writeEntries(name, document, sections[name]));
  return changed;
}

function writeEntries(name: keyof ResumeSections, document: JsonObject, entries: readonly Entry[]): unknown[] {
  const shownOf = (item: unknown): Entry | undefined => resumeSections({ [name]: [item] })[name][0];
  const originals = asList(document[name]);
  const isShown = (item: unknown, index: number) => index < maxSectionItems && shownOf(item) !== undefined;
  const shown = originals.filter(isShown);
  const others = originals.filter((item, index) => !isShown(item, index));
  return [...mergeEntries(entries, shown, shownOf), ...others];
}

function mergeEntries(
  entries: readonly Entry[],
  originals: readonly unknown[],
  shownOf: (item: unknown) => Entry | undefined,
): unknown[] {
  const unused = new Set(originals);
  const unchanged = entries.map((entry) => {
    const original = [...unused].find((item) => !differs(shownOf(item), entry));
    unused.delete(original);
    return original;
  });
  // One entry was edited. If several differ, nothing tells which of the originals they come from.
  const isEdit = unused.size === 1 && unchanged.filter((original) => original === undefined).length === 1;
  const [edited] = isEdit ? unused : [];
  return entries.map((entry, index) => unchanged[index] ?? writeEntry(entry, edited, shownOf(edited)));
}

/** Changes the fields that differ from what documents show of the original. */
function writeEntry(entry: Entry, original: unknown, shown: Entry | undefined): JsonObject {
  const written: JsonObject = isObject(original) ? { ...original } : {};
  for (const [field, value] of Object.entries(entry))
    if (!isObject(original) || differs(shown?.[field], value)) assign(written, field, value);
  return written;
}
