import type { DocumentModel, Entry, Group, Quote, Section } from '@vitae/document/document-model';
import type { Format } from './format.ts';

/** Plain text in UTF-8, for example to paste into a form or an email. */
export const txt: Format = {
  id: 'txt',
  contentType: 'text/plain; charset=utf-8',
  extension: 'txt',
  render: async ({ model }) => Buffer.from(plainDocument(model)),
};

export function plainDocument({ header, sections }: DocumentModel): string {
  const contacts = header.contacts.map(({ text }) => text);
  const head = [header.name, header.title, [...contacts, ...header.facts].join(' · ')];
  const blocks = [lines(head), ...sections.map(plainSection)];
  return `${blocks.filter(Boolean).join('\n\n\n')}\n`;
}

function plainSection(section: Section): string {
  const underline = '='.repeat(Math.min(Array.from(section.heading).length, 60));
  return [`${section.heading}\n${underline}`, ...plainContent(section)].join('\n\n');
}

function plainContent(section: Section): string[] {
  switch (section.content) {
    case 'text':
      return section.paragraphs;
    case 'entries':
      return section.entries.map(plainEntry);
    case 'groups':
      return [lines(section.groups.map(plainGroup))];
    case 'quotes':
      return section.quotes.map(plainQuote);
  }
}

function plainEntry({ title, organisation, period, place, note, paragraphs, points, keywords }: Entry): string {
  return lines([
    [title.text, period].filter(Boolean).join(' · '),
    [organisation?.text, place, note].filter(Boolean).join(' · '),
    title.href,
    ...paragraphs,
    ...points.map((point) => `- ${point}`),
    keywords.join(' · '),
  ]);
}

function plainGroup({ title, level, items, details }: Group): string {
  const head = level === null ? title : `${title} – ${level}`;
  return lines([items.length === 0 ? head : `${head}: ${items.join(', ')}`, ...details]);
}

function plainQuote({ author, paragraphs }: Quote): string {
  return lines([author, ...paragraphs]);
}

function lines(texts: (string | null | undefined)[]): string {
  return texts.filter(Boolean).join('\n');
}
