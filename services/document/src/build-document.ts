import type { ExportSource } from '@vitae/proto/export-source';
import { cultureOf, languageTag } from './culture.ts';
import type { DocumentModel, Header, Section } from './document-model.ts';
import { fileNameOf } from './file-name.ts';
import { headerOf } from './header.ts';
import { plainLine } from './plain-text.ts';
import { readableColor } from './readable-color.ts';
import { sectionsOf } from './sections.ts';
import { directionOf, ideographsOf } from './writing-system.ts';

/** The document of a CV. `now` (milliseconds) is for the age alone. */
export function buildDocument(source: ExportSource, now: number): DocumentModel {
  const culture = cultureOf(source.culture);
  const header = headerOf(source, culture, now);
  const sections = sectionsOf(source, culture);
  const text = documentTexts({ header, sections }).join('\n');
  return {
    language: languageTag(culture),
    direction: directionOf(text),
    ideographs: ideographsOf(text),
    title: header.title === null ? header.name : `${header.name} – ${header.title}`,
    author: plainLine(source.displayName) || null,
    fileName: fileNameOf(plainLine(source.displayName), source.cv.id),
    accent: readableColor(source.printDisplay.color),
    template: source.printDisplay.id,
    paper: 'A4',
    header,
    sections,
  };
}

/** Every text of a document in the order in which it is read. */
export function documentTexts({ header, sections }: { header: Header; sections: Section[] }): string[] {
  const { name, title, contacts, facts } = header;
  return [name, title ?? '', ...contacts.map((one) => one.text), ...facts, ...sections.flatMap(sectionTexts)].filter(
    (text) => text !== '',
  );
}

function sectionTexts(section: Section): string[] {
  switch (section.content) {
    case 'text':
      return [section.heading, ...section.paragraphs];
    case 'entries':
      return [
        section.heading,
        ...section.entries.flatMap(({ title, organisation, period, place, note, paragraphs, points, keywords }) => [
          ...[title.text, organisation?.text ?? '', period ?? '', place ?? '', note ?? ''],
          ...[...paragraphs, ...points, ...keywords],
        ]),
      ];
    case 'groups':
      return [
        section.heading,
        ...section.groups.flatMap((group) => [group.title, group.level ?? '', ...group.items, ...group.details]),
      ];
    case 'quotes':
      return [section.heading, ...section.quotes.flatMap((quote) => [quote.author, ...quote.paragraphs])];
  }
}
