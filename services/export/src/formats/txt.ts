import type { DocumentModel, Entry, Group, Quote, Section } from '@vitae/document/document-model';
import { type LevelPlace, levelPlace } from '@vitae/document/templates/level-place';
import { periodComesFirst, type Template } from '@vitae/document/templates/template';
import { templateOf } from '@vitae/document/templates/templates';
import type { Format } from './format.ts';

/** Plain text in UTF-8, for example to paste into a form or an email. */
export const txt: Format = {
  id: 'txt',
  contentType: 'text/plain; charset=utf-8',
  extension: 'txt',
  render: async ({ model }) => Buffer.from(plainDocument(model)),
};

export function plainDocument(model: DocumentModel): string {
  const { header, sections } = model;
  const template = templateOf(model);
  const contacts = header.contacts.map(({ text }) => text);
  const head = [header.name, header.title, inLine([...contacts, ...header.facts])];
  const blocks = [lines(head), ...sections.map((section) => plainSection(section, template))];
  return `${blocks.filter(Boolean).join('\n\n\n')}\n`;
}

function plainSection(section: Section, template: Template): string {
  const underline = '='.repeat(Math.min(Array.from(section.heading).length, 60));
  return [`${section.heading}\n${underline}`, ...plainContent(section, template)].join('\n\n');
}

function plainContent(section: Section, template: Template): string[] {
  switch (section.content) {
    case 'text':
      return section.paragraphs;
    case 'entries':
      return section.entries.map((entry) => plainEntry(entry, template));
    case 'groups':
      return [lines(section.groups.map((group) => plainGroup(group, levelPlace(section, template))))];
    case 'quotes':
      return section.quotes.map(plainQuote);
  }
}

function plainEntry(entry: Entry, template: Template): string {
  const { title, organisation, period, place, note, paragraphs, points, keywords } = entry;
  const facts = [organisation?.text, place, note];
  const periodFirst = periodComesFirst(template);
  return lines([
    inLine(periodFirst ? [title.text, period] : [title.text]),
    inLine(periodFirst ? facts : [...facts, period]),
    title.href,
    ...paragraphs,
    ...points.map((point) => `- ${point}`),
    keywords.join(' · '),
  ]);
}

function plainGroup({ title, level, items, details }: Group, place: LevelPlace): string {
  const head = place === 'column' ? inLine([level, title]) : level === null ? title : `${title} – ${level}`;
  return lines([items.length === 0 ? head : `${head}: ${items.join(', ')}`, ...details]);
}

function plainQuote({ author, paragraphs }: Quote): string {
  return lines([author, ...paragraphs]);
}

type Texts = (string | null | undefined)[];

function lines(texts: Texts): string {
  return texts.filter(Boolean).join('\n');
}

function inLine(texts: Texts): string {
  return texts.filter(Boolean).join(' · ');
}
