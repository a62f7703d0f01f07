import type { Entry, Group, Header, Linked, Section } from '../document-model.ts';
import type { Locale } from '../locale.ts';
import { mapInSlices, type Sliced } from '../slices.ts';
import { type TypesetOptions, typeset, typesetName } from './typeset.ts';

type Content = { header: Header; sections: Section[] };
type Set = (text: string) => string;

/**
 * Sets the texts of a document, except contacts and periods. Places and names get only apostrophes. Yields before each
 * block.
 */
export function* typesetDocument(
  { header, sections }: Content,
  { language }: Locale,
  options?: TypesetOptions,
): Sliced<Content> {
  const set: Set = (text) => typeset(text, language, options);
  const done: Section[] = [];
  for (const section of sections) done.push(yield* setSection(section, set));
  const title = header.title && set(header.title);
  return { header: { ...header, name: typesetName(header.name), title }, sections: done };
}

function* setSection(section: Section, set: Set): Sliced<Section> {
  switch (section.content) {
    case 'text':
      return { ...section, paragraphs: yield* mapInSlices(section.paragraphs, set) };
    case 'entries': {
      const entries: Entry[] = [];
      for (const entry of section.entries) entries.push(yield* setEntry(entry, set));
      return { ...section, entries };
    }
    case 'groups': {
      const groups: Group[] = [];
      for (const group of section.groups) groups.push(yield* setGroup(group, set));
      return { ...section, groups };
    }
    case 'quotes': {
      const quotes = yield* mapInSlices(section.quotes, (quote) => ({
        author: typesetName(quote.author),
        paragraphs: quote.paragraphs.map(set),
      }));
      return { ...section, quotes };
    }
  }
}

const setLinked = (linked: Linked, set: Set): Linked => ({ ...linked, text: set(linked.text) });

function* setEntry(entry: Entry, set: Set): Sliced<Entry> {
  return {
    ...entry,
    title: setLinked(entry.title, set),
    organisation: entry.organisation && setLinked(entry.organisation, set),
    place: entry.place && typesetName(entry.place),
    note: entry.note && set(entry.note),
    paragraphs: yield* mapInSlices(entry.paragraphs, set),
    points: yield* mapInSlices(entry.points, set),
    keywords: yield* mapInSlices(entry.keywords, set),
  };
}

function* setGroup(group: Group, set: Set): Sliced<Group> {
  return {
    ...group,
    title: set(group.title),
    level: group.level && set(group.level),
    items: yield* mapInSlices(group.items, set),
    details: yield* mapInSlices(group.details, set),
  };
}
