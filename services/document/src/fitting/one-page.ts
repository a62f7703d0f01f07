import {
  type DocumentModel,
  type Entry,
  type Group,
  type GroupSection,
  isPlain,
  type Section,
} from '../document-model.ts';
import { levelPlace } from '../templates/level-place.ts';
import { leadings, lineHeight, PHOTO_GAP_MM, POINTS_PER_MM, paperSize } from '../templates/measures.ts';
import { nameLeading, withFittedName } from '../templates/name-size.ts';
import { LEVEL_DASH } from '../templates/punctuation.ts';
import { isSideSection, type Template } from '../templates/template.ts';
import { templateOf } from '../templates/templates.ts';
import { isIdeographic } from '../templates/typefaces.ts';
import { isUnbroken } from '../templates/unbroken-items.ts';
import { heightOfParts, heightOfText, type Line, partsOf } from './text-height.ts';

// All heights are upper bounds. Sizes, widths and heights are in points.

/** Padding, borders and rounding of the header or a heading. */
const EXTRA = 4;
/** Rounding of the lines of an entry, and how far its title and period move until their baselines are one line. */
const ENTRY_EXTRA = 1;
/** As wide as the space between two contacts. */
const CONTACT_GAP = '      ';
/** The space between two contacts in a side column. */
const CONTACT_GAP_MM = 0.4;

/**
 * Returns whether a document certainly fits on one page at step 0, which is then its layout. Returns false if
 * unsure, for example for right-to-left scripts, and for Greek and Cyrillic in the serif typeface.
 */
export function surelyFitsOnePage(model: DocumentModel): boolean {
  const template = withFittedName(templateOf(model), model);
  const { margins } = template.measures;
  const top = template.header === 'panel' ? 0 : margins.top;
  return contentHeight(model, template) <= points(paperSize[model.paper].height - top - margins.bottom);
}

function contentHeight(model: DocumentModel, template: Template): number {
  const { grid } = template.measures;
  const area = points(paperSize[model.paper].width - 2 * template.measures.margins.side);
  const before = points(grid.column + grid.gutter);
  const hasColumn = template.side !== null || template.heading === 'margin' || template.entry.dates === 'start';
  const ideographic = isIdeographic(model);
  const main: Column = { template, width: hasColumn ? area - before : area, isSide: false, ideographic };
  const side: Column = { template, width: points(grid.column), isSide: true, ideographic };
  const [inSide, others] = [true, false].map((wanted) =>
    model.sections.filter(({ kind }) => isSideSection(template, kind) === wanted),
  );
  const header = headerHeight(model, template.side === null ? { ...main, width: area } : side);
  const [sideHeight, mainHeight] = [sectionsHeight(inSide ?? [], side), sectionsHeight(others ?? [], main)];
  return template.side === null ? header + mainHeight : Math.max(header + sideHeight, mainHeight);
}

/** A column of sections. */
type Column = { template: Template; width: number; isSide: boolean; ideographic: boolean };

function headerHeight({ header }: DocumentModel, { template, width, isSide, ideographic }: Column): number {
  const { measures, typefaces } = template;
  const { type, header: gaps, photo, grid } = measures;
  const photoHeight = header.photo === null ? 0 : points(photo.height);
  const area = header.photo === null || isSide ? width : width - points(photo.width + PHOTO_GAP_MM);
  const lineOf = (size: number, leading: number): Line => ({
    size,
    leading,
    width: Math.min(area, grid.text * size),
    typeface: typefaces.text,
    ideographic,
  });
  const name = { ...lineOf(type.name, nameLeading({ header })), width: area, typeface: typefaces.headings, bold: true };
  const contacts = [...header.contacts.map(({ text }) => text), ...header.facts];
  const contactLine = lineOf(type.small, leadings.contacts);
  const texts =
    heightOfText(header.name, name) +
    heightOfText(header.title ?? '', lineOf(type.title, leadings.title)) +
    (isSide
      ? sum(contacts, (text) => points(CONTACT_GAP_MM) + heightOfText(text, contactLine))
      : heightOfParts(
          contacts.map((text) => text + CONTACT_GAP),
          contactLine,
        ));
  const spaces = points(gaps.above + gaps.title + gaps.contacts + gaps.below) + EXTRA;
  return spaces + (isSide ? points(gaps.contacts) + photoHeight + texts : Math.max(texts, photoHeight));
}

function sectionsHeight(sections: Section[], column: Column): number {
  return sum(sections, (section) => sectionHeight(section, column));
}

function sectionHeight(section: Section, column: Column): number {
  const { measures, typefaces, heading } = column.template;
  const { type, gaps, grid } = measures;
  const content = blocksHeight(section, column);
  if (heading === 'margin')
    return points(gaps.section) + Math.max(content, 2 * lineHeight(type.entry, leadings.entry)) + EXTRA;
  const line: Line = {
    size: type.section,
    leading: leadings.section,
    width: column.isSide ? column.width : column.width - points(grid.gutter),
    typeface: typefaces.headings,
    ideographic: column.ideographic,
    bold: true,
  };
  return points(gaps.section + gaps.heading) + heightOfText(section.heading, line) + EXTRA + content;
}

function blocksHeight(section: Section, column: Column): number {
  const { measures, typefaces } = column.template;
  const { type, gaps, grid } = measures;
  const width = Math.min(column.width, grid.text * type.body);
  const { ideographic } = column;
  const body: Line = { size: type.body, leading: type.leading, width, typeface: typefaces.text, ideographic };
  switch (section.content) {
    case 'text':
      return heightOfTexts(section.paragraphs, gaps.paragraph, body);
    case 'entries':
      return sum(
        section.entries,
        (entry, index) => (index === 0 ? 0 : points(gaps.entry)) + entryHeight(entry, column, body),
      );
    case 'groups':
      return groupsHeight(section, column, body);
    case 'quotes':
      return sum(section.quotes, ({ author, paragraphs }, index) => {
        const above = index === 0 ? 0 : points(gaps.entry);
        const name = heightOfText(author, { ...body, bold: true });
        const indented = { ...body, width: width - points(QUOTE_INDENT_MM) };
        return above + name + heightOfTexts(paragraphs, gaps.paragraph, indented);
      });
  }
}

const QUOTE_INDENT_MM = 4;
const LOGO_GAP_MM = 4;

function heightOfTexts(texts: string[], gap: number, line: Line): number {
  return sum(texts, (text) => points(gap) + heightOfText(text, line));
}

function entryHeight(entry: Entry, { template, isSide }: Column, body: Line): number {
  const { entry: layout, measures } = template;
  const { type, gaps, grid, indent, logo } = measures;
  const beside = isSide ? 0 : (layout.dates === 'end' ? grid.dates : 0) + (entry.logo ? logo.width + LOGO_GAP_MM : 0);
  const top = { ...body, width: body.width - points(beside) };
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
  const isBelow = isSide || layout.dates === 'text';
  const period = heightOfText(entry.period ?? '', isBelow ? small : { ...small, width: points(grid.dates) });
  return (
    ENTRY_EXTRA +
    Math.max(isBelow ? texts + period : Math.max(texts, period), entry.logo ? points(logo.height) : 0) +
    heightOfTexts(entry.paragraphs, gaps.paragraph, body) +
    (entry.points.length > 0 ? points(gaps.points) : 0) +
    heightOfTexts(entry.points, gaps.point, { ...body, width: body.width - points(indent) }) +
    (entry.keywords.length > 0 ? points(gaps.keywords) : 0) +
    heightOfParts(partsOfItems(entry.keywords, small), small)
  );
}

function groupsHeight(section: GroupSection, { template }: Column, body: Line): number {
  const { groups } = section;
  const { gaps } = template.measures;
  const line = { ...body, bold: true };
  // The widest punctuation that a language can have here.
  const [before, after] = body.ideographic ? ['（', '）：'] : [LEVEL_DASH, ': '];
  const place = levelPlace(section, template);
  const headOf = ({ title, level }: Group) => `${title}${place === 'column' ? '' : `${before}${level ?? ''}`}${after}`;
  // A short level stays beside the last word of its title.
  const partsOfHead = (group: Group) => {
    if (group.level === null || place === 'column' || !isUnbroken(group.level)) return partsOf(headOf(group), line);
    const words = partsOf(group.title, line);
    return [...words.slice(0, -1), `${words.at(-1) ?? ''}${before}${group.level}${after}`];
  };
  if (place === 'text' && groups.every(isPlain))
    return heightOfParts(
      groups.map((group) => `${headOf(group)}, `),
      line,
    );
  return sum(
    groups,
    (group) =>
      points(gaps.group) +
      heightOfParts([...partsOfHead(group), ...partsOfItems(group.items, line)], line) +
      heightOfTexts(group.details, gaps.prose, body),
  );
}

function partsOfItems(items: string[], line: Line): string[] {
  return items.flatMap((item) => (isUnbroken(item) ? [`${item}, `] : partsOf(`${item}, `, line)));
}

const points = (mm: number) => mm * POINTS_PER_MM;

function sum<Item>(items: readonly Item[], amountOf: (item: Item, index: number) => number): number {
  return items.reduce((total, item, index) => total + amountOf(item, index), 0);
}
