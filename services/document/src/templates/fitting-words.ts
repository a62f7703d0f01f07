import type { DocumentLanguage } from '@vitae/proto/display';
import type { DocumentModel, Entry, Group, Section } from '../document-model.ts';
import { breakWideWords } from '../typography/soft-hyphens.ts';
import { allWords } from '../words/all-words.ts';
import { POINTS_PER_MM, paperSize } from './measures.ts';
import { isSideSection, type Template } from './template.ts';
import { templateById } from './templates.ts';
import { textWidth } from './text-widths.ts';

/** Kerning and bold type make a text wider than the sum of its letters. */
const SLACK = { normal: 1.03, bold: { sans: 1.08, serif: 1.12 } };

/** Returns the model with soft hyphens in words that are wider than their column. Addresses and links stay unchanged. */
export function withFittingWords(model: DocumentModel): DocumentModel {
  const [language = ''] = model.language.split('-');
  if (!Object.hasOwn(allWords, language)) return model;
  const template = templateById(model.template);
  const { grid, margins, type } = template.measures;
  const area = paperSize[model.paper].width - 2 * margins.side;
  const before = template.side !== null || template.heading === 'margin' || template.entry.dates === 'start';
  const main = before ? area - grid.column - grid.gutter : area;
  const setterOf =
    (column: number): Setter =>
    (text, size, { beside = 0, bold = false } = {}) => {
      const { text: typeface } = template.typefaces;
      const slack = bold ? SLACK.bold[typeface] : SLACK.normal;
      const available = Math.min((column - beside) * POINTS_PER_MM, grid.text * size);
      const fits = (part: string) => (textWidth(part, typeface) ?? 0) * slack * size <= available;
      return breakWideWords(text, language as DocumentLanguage, fits);
    };
  const [inSide, inMain] = [setterOf(grid.column), setterOf(main)];
  const isSide = ({ kind }: Section) => isSideSection(template, kind);
  const title = model.header.title && (template.side === null ? inMain : inSide)(model.header.title, type.title);
  const sections = model.sections.map((section) => setSection(section, isSide(section) ? inSide : inMain, template));
  return { ...model, header: { ...model.header, title }, sections };
}

/** Sets a text of a type size. `beside`: the width of what stands beside it in millimeters. */
type Setter = (text: string, size: number, options?: { beside?: number; bold?: boolean }) => string;

function setSection(section: Section, set: Setter, template: Template): Section {
  const { type } = template.measures;
  const body = (text: string) => set(text, type.body);
  switch (section.content) {
    case 'text':
      return { ...section, paragraphs: section.paragraphs.map(body) };
    case 'entries':
      return {
        ...section,
        entries: section.entries.map((entry) => setEntry(entry, isSideSection(template, section.kind), set, template)),
      };
    case 'groups':
      return { ...section, groups: section.groups.map((group) => setGroup(group, set, template)) };
    case 'quotes':
      return {
        ...section,
        quotes: section.quotes.map((quote) => ({ ...quote, paragraphs: quote.paragraphs.map(body) })),
      };
  }
}

function setEntry(
  entry: Entry,
  isSide: boolean,
  set: Setter,
  { entry: layout, measures: { type, grid, indent, logo } }: Template,
): Entry {
  const beside = (layout.dates === 'end' ? grid.dates : 0) + (entry.logo ? logo.width : 0);
  const body = (text: string) => set(text, type.body);
  const { title, organisation } = entry;
  return {
    ...entry,
    title: { ...title, text: set(title.text, type.entry, { beside: isSide ? 0 : beside, bold: true }) },
    organisation: organisation && { ...organisation, text: body(organisation.text) },
    note: entry.note && body(entry.note),
    paragraphs: entry.paragraphs.map(body),
    points: entry.points.map((point) => set(point, type.body, { beside: indent })),
    keywords: entry.keywords.map((keyword) => set(keyword, type.small)),
  };
}

function setGroup(group: Group, set: Setter, { measures: { type } }: Template): Group {
  const body = (text: string) => set(text, type.body);
  return {
    ...group,
    title: set(group.title, type.body, { bold: true }),
    items: group.items.map(body),
    details: group.details.map(body),
  };
}
