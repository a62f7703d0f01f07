import type { ExportSource } from '@vitae/proto/export-source';
import { cultureOf, languageTag } from './culture.ts';
import type { DocumentModel, Header, Section } from './document-model.ts';
import { fileNameOf } from './file-name.ts';
import { headerOf } from './header.ts';
import type { SectionKind } from './headings.ts';
import { paperOf } from './paper.ts';
import { plainLine } from './plain-text.ts';
import { readableColor } from './readable-color.ts';
import { sectionsOf } from './sections.ts';
import { templateById } from './templates/template.ts';
import { directionOf, ideographsOf } from './writing-system.ts';

/** Builds the document model of a CV. `now` (milliseconds) is used only to compute the age. */
export function buildDocument(source: ExportSource, now: number): DocumentModel {
  const culture = cultureOf(source.culture);
  const header = headerOf(source, culture, now);
  const template = templateById(source.printDisplay.id);
  const sections = inOrder(sectionsOf(source, culture), template.order);
  const text = documentTexts({ header, sections }).join('\n');
  return {
    language: languageTag(culture),
    direction: directionOf(text),
    ideographs: ideographsOf(text),
    title: header.title === null ? header.name : `${header.name} – ${header.title}`,
    author: plainLine(source.displayName) || null,
    fileName: fileNameOf(plainLine(source.displayName), source.cv.id),
    accent: readableColor(source.printDisplay.color),
    template: template.id,
    paper: paperOf(source, culture),
    header,
    sections,
  };
}

function inOrder(sections: Section[], order: readonly SectionKind[]): Section[] {
  return sections.toSorted((one, other) => order.indexOf(one.kind) - order.indexOf(other.kind));
}

/** Returns every text of a document in reading order. */
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
