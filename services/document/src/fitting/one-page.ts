import { type DocumentModel, type Entry, type Group, isPlain, type Section } from '../document-model.ts';
import { leadings, lineHeight, PHOTO_GAP_MM, paperSize } from '../templates/measures.ts';
import type { Template } from '../templates/template.ts';
import { templateOf } from '../templates/templates.ts';
import { textWidth } from '../templates/text-widths.ts';
import type { Typeface } from '../templates/typefaces.ts';

// All heights are upper bounds. Sizes, widths and heights are in points.

const POINTS_PER_MM = 72 / 25.4;
/** Padding, borders and rounding of the header, a heading or an entry. */
const EXTRA = 4;
/** Upper bounds of the factor by which kerning and bold type widen a text. */
const SLACK = { normal: 1.03, bold: 1.12 };
/** As wide as the space between two contacts. */
const CONTACT_GAP = '      ';

/**
 * Returns whether a document certainly fits on one page at step 0, which is then its layout. Returns false if
 * unsure, which includes scripts other than Latin, logos and side columns.
 */
export function surelyFitsOnePage(model: DocumentModel): boolean {
  const template = templateOf(model);
  if (template.side !== null) return false;
  const { margins } = template.measures;
  const top = template.header === 'panel' ? 0 : margins.top;
  const page = points(paperSize[model.paper].height - top - margins.bottom);
  return headerHeight(model, template) + sum(model.sections, (section) => sectionHeight(section, model)) <= page;
}

/** A line of running text. `width` is the available width. */
type Line = { size: number; leading: number; width: number; typeface: Typeface; bold?: boolean };

/** Returns the height of parts that are not broken. Infinity if one is wider than a line or has unknown letters. */
function heightOfParts(parts: string[], { size, leading, width, typeface, bold = false }: Line): number {
  const slack = bold ? SLACK.bold : SLACK.normal;
  const widths = parts.map((part) => (textWidth(part, typeface) ?? Number.POSITIVE_INFINITY) * size * slack);
  const [all, longest] = [sum(widths, (one) => one), Math.max(0, ...widths)];
  if (longest > width) return Number.POSITIVE_INFINITY;
  // A part starts a new line only if it does not fit on the line before it.
  const lines = all <= width ? 1 : longest < width ? Math.ceil(all / (width - longest)) : parts.length;
  return lineHeight(size, leading) * Math.min(lines, parts.length);
}

const heightOfText = (text: string, line: Line) => (text === '' ? 0 : heightOfParts(text.split(/(?<=\s)/), line));

function headerHeight({ header, paper }: DocumentModel, { measures, typefaces }: Template): number {
  const { type, header: gaps, photo, margins, grid } = measures;
  const beside = header.photo === null ? 0 : photo.width + PHOTO_GAP_MM;
  const area = points(paperSize[paper].width - 2 * margins.side - beside);
  const lineOf = (size: number, leading: number): Line => ({
    size,
    leading,
    width: Math.min(area, grid.text * size),
    typeface: typefaces.text,
  });
  const name = { ...lineOf(type.name, leadings.name), width: area, typeface: typefaces.headings, bold: true };
  const contacts = [...header.contacts.map(({ text }) => text), ...header.facts].map((text) => text + CONTACT_GAP);
  const texts =
    heightOfText(header.name, name) +
    heightOfText(header.title ?? '', lineOf(type.title, leadings.title)) +
    heightOfParts(contacts, lineOf(type.small, leadings.contacts));
  const spaces = points(gaps.above + gaps.title + gaps.contacts + gaps.below);
  return Math.max(texts, header.photo === null ? 0 : points(photo.height)) + spaces + EXTRA;
}

function sectionHeight(section: Section, model: DocumentModel): number {
  const template = templateOf(model);
  const { measures, typefaces, heading } = template;
  const { type, gaps, grid } = measures;
  const content = contentHeight(section, model);
  if (heading === 'margin')
    return points(gaps.section) + Math.max(content, 2 * lineHeight(type.entry, leadings.entry)) + EXTRA;
  const line: Line = {
    size: type.section,
    leading: leadings.section,
    width: areaWidth(model) - points(grid.gutter),
    typeface: typefaces.headings,
    bold: true,
  };
  return points(gaps.section + gaps.heading) + heightOfText(section.heading, line) + EXTRA + content;
}

/** The width of the column that contains the text of sections. */
function areaWidth(model: DocumentModel): number {
  const { heading, entry, measures } = templateOf(model);
  const { margins, grid } = measures;
  const column = heading === 'margin' || entry.dates === 'start' ? grid.column + grid.gutter : 0;
  return points(paperSize[model.paper].width - 2 * margins.side - column);
}

function contentHeight(section: Section, model: DocumentModel): number {
  const template = templateOf(model);
  const { type, gaps, grid } = template.measures;
  const width = Math.min(areaWidth(model), grid.text * type.body);
  const body: Line = { size: type.body, leading: type.leading, width, typeface: template.typefaces.text };
  switch (section.content) {
    case 'text':
      return heightOfTexts(section.paragraphs, gaps.paragraph, body);
    case 'entries':
      return sum(section.entries, (entry) => entryHeight(entry, template, body) + EXTRA);
    case 'groups':
      return groupsHeight(section.groups, template, body);
    case 'quotes':
      return sum(section.quotes, ({ author, paragraphs }) => {
        const name = heightOfText(author, { ...body, bold: true });
        const indented = { ...body, width: width - points(QUOTE_INDENT_MM) };
        return points(gaps.entry) + name + heightOfTexts(paragraphs, gaps.paragraph, indented);
      });
  }
}

const QUOTE_INDENT_MM = 4;

function heightOfTexts(texts: string[], gap: number, line: Line): number {
  return sum(texts, (text) => points(gap) + heightOfText(text, line));
}

function entryHeight(entry: Entry, { entry: layout, measures }: Template, body: Line): number {
  if (entry.logo !== null) return Number.POSITIVE_INFINITY;
  const { type, gaps, grid, indent } = measures;
  const top = { ...body, width: body.width - (layout.dates === 'end' ? points(grid.dates) : 0) };
  const title = { ...top, size: type.entry, leading: leadings.entry, bold: true };
  const small = { ...body, size: type.small };
  const facts = [entry.organisation?.text, entry.place, entry.note].filter((fact) => typeof fact === 'string');
  const texts =
    layout.organisation === 'beside'
      ? heightOfText([entry.title.text, ...facts].join(', '), title)
      : heightOfText(entry.title.text, title) +
        heightOfParts(
          facts.map((fact) => `${fact}, `),
          top,
        );
  const inText = layout.dates === 'text';
  const period = heightOfText(entry.period ?? '', inText ? small : { ...small, width: points(grid.dates) });
  return (
    points(gaps.entry) +
    (inText ? texts + period : Math.max(texts, period)) +
    heightOfTexts(entry.paragraphs, gaps.paragraph, body) +
    points(gaps.points) +
    heightOfTexts(entry.points, gaps.point, { ...body, width: body.width - points(indent) }) +
    points(gaps.keywords) +
    heightOfText(entry.keywords.join(', '), small)
  );
}

function groupsHeight(groups: Group[], { measures: { gaps } }: Template, body: Line): number {
  const line = { ...body, bold: true };
  const textOf = ({ title, level, items }: Group) => `${title} – ${level ?? ''}: ${items.join(', ')}, `;
  if (groups.every(isPlain)) return heightOfParts(groups.map(textOf), line);
  return sum(
    groups,
    (group) => points(gaps.group) + heightOfText(textOf(group), line) + heightOfTexts(group.details, gaps.prose, body),
  );
}

const points = (mm: number) => mm * POINTS_PER_MM;

function sum<Item>(items: readonly Item[], amountOf: (item: Item) => number): number {
  return items.reduce((total, item) => total + amountOf(item), 0);
}
