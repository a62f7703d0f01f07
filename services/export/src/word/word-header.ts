import type { Linked } from '@vitae/document/document-model';
import { staysTogether } from '@vitae/document/page-breaks';
import { PHOTO_GAP_MM, paperSize } from '@vitae/document/templates/measures';
import { MAX_PHRASE_LENGTH, noBreak } from '@vitae/document/templates/unbroken-items';
import {
  AlignmentType,
  BorderStyle,
  HeadingLevel,
  type IBorderOptions,
  type ImageRun,
  type IParagraphOptions,
  LineRuleType,
  Paragraph,
  type ParagraphChild,
  ShadingType,
  Table,
  TableCell,
  TableLayoutType,
  TableRow,
  TextRun,
  VerticalAlignTable,
  WidthType,
} from 'docx';
import { hasTitleLine, lineStarts, linesInColumn, nameLines, withoutLoneWord } from './line-breaks.ts';
import { border, hex, type Theme, twips } from './theme.ts';
import { personTitleWidth } from './word-grid.ts';
import { photoRun } from './word-picture.ts';
import { lineBreakOpportunity, linkedRuns, runs, space, titleSpace } from './word-text.ts';

/** Name, title, contacts and photo: above a line, or on a background in the accent color. */
export function headerBlocks(theme: Theme): (Paragraph | Table)[] {
  const { model, template, measures, palette } = theme;
  const picture = model.header.photo ? photoRun(model.header.photo, measures.photo) : undefined;
  const parts = headerParts(theme);
  if (template.side !== null)
    return [
      ...(picture
        ? [photoParagraph(picture, { bidirectional: theme.rtl, spacing: { after: twips(measures.header.contacts) } })]
        : []),
      ...parts.map((part) => headerParagraph(part, theme)),
    ];
  const isFramed = template.header === 'centered' || template.heading === 'margin';
  if (picture || isFramed || palette.header.background !== null) return [frame(parts, picture, theme)];
  return [...parts.map((part) => headerParagraph(part, theme)), rule(theme)];
}

/** In twips. */
const RULE_LINE = 20;

/** A paragraph of its own for the line below the header, which is as wide as the page: the contacts are narrower. */
function rule({ measures, palette, drops }: Theme): Paragraph {
  const before = twips(measures.header.below + drops.contacts) - RULE_LINE;
  return new Paragraph({
    border: { bottom: border(palette.header.rule, 8, 0) },
    spacing: { before: Math.max(0, before), line: RULE_LINE, lineRule: LineRuleType.EXACT },
  });
}

function headerParts(theme: Theme): IParagraphOptions[] {
  const { template } = theme;
  const { header } = theme.model;
  const contacts = template.side === null ? contactLine(theme) : contactList(theme);
  const name = { heading: HeadingLevel.TITLE, ...(staysTogether([header.name]) ? {} : { keepNext: false }) };
  const nameRuns = linkedRuns({ text: header.name, href: null }, theme, {}, nameLines(theme));
  if (header.title === null) return [{ ...name, children: nameRuns }, ...contacts];
  if (hasTitleLine(theme)) {
    const line = { width: personTitleWidth(theme), size: theme.measures.type.title };
    const title = runs(withoutLoneWord(header.title, line, theme), theme);
    return [{ ...name, children: nameRuns }, { style: 'PersonTitle', children: title }, ...contacts];
  }
  const inLine = { style: 'PersonTitleInLine', bold: false };
  return [
    { ...name, children: [...runs(header.name, theme), titleSpace(theme), ...runs(header.title, theme, inLine)] },
    ...contacts,
  ];
}

function contactsOf({ model: { header } }: Theme): Linked[] {
  return [...header.contacts, ...header.facts.map((text) => ({ text, href: null }))];
}

/** The contacts are separated by space: a visible separator would be left over at the end of a line. */
function contactLine(theme: Theme): IParagraphOptions[] {
  const color = hex(theme.palette.header.contacts);
  const items = contactsOf(theme);
  const starts = lineStarts(
    items.map(({ text }) => text),
    theme,
  );
  const children = items.flatMap((item, index) => [
    ...(index > 0 ? contactGap(item, starts?.has(index) ?? false, theme) : []),
    ...linkedRuns(unbroken(item), theme, { color }),
  ]);
  return children.length === 0 ? [] : [{ style: 'Contacts', children }];
}

function contactGap({ text }: Linked, startsLine: boolean, theme: Theme): ParagraphChild[] {
  return startsLine ? [new TextRun({ break: 1 })] : [space(theme), ...lineBreakOpportunity(text, theme)];
}

/** How far lines that fit into the side column may extend beyond it: word processors set some lines wider than browsers do. */
const COLUMN_SLACK_MM = 1;

function contactList(theme: Theme): IParagraphOptions[] {
  const color = hex(theme.palette.header.contacts);
  return contactsOf(theme).map((contact, index) => {
    const { lines, fit } = linesInColumn(contact.text, theme);
    return {
      style: 'Contacts',
      children: linkedRuns(contact, theme, { color }, lines),
      ...(fit ? { indent: { end: -twips(COLUMN_SLACK_MM) } } : {}),
      ...(index === 0 ? {} : { spacing: { before: twips(0.4) } }),
    };
  });
}

/** Prevents a line break in a contact that fits into a line, as on the printed page. */
function unbroken({ text, href }: Linked): Linked {
  return { text: text.length > MAX_PHRASE_LENGTH ? text : noBreak(text), href };
}

function headerParagraph(part: IParagraphOptions, { rtl }: Theme): Paragraph {
  return new Paragraph({ ...part, bidirectional: rtl });
}

/** A table with one row: the text, and the photo if there is one. */
function frame(parts: IParagraphOptions[], photo: ImageRun | undefined, theme: Theme): Table {
  const { model, measures, palette, rtl, drops } = theme;
  const { outset, above } = measures.header;
  const width = paperSize[model.paper].width - 2 * measures.margins.side + 2 * outset;
  const photoWidth = photo ? measures.photo.width + PHOTO_GAP_MM + outset : 0;
  const ownWidth = width - photoWidth;
  const none: IBorderOptions = { style: BorderStyle.NONE, size: 0, color: 'auto' };
  const rule = palette.header.rule === null ? none : border(palette.header.rule, 8, 0);
  const borders = { top: none, left: none, right: none, bottom: rule };
  const cells = [
    frameCell(
      raised(parts, theme).map((part) => headerParagraph(part, theme)),
      { width: ownWidth, borders, before: outset, after: photo ? 0 : outset, above: above - Math.max(0, drops.name) },
      theme,
    ),
  ];
  if (photo) {
    const alignment = rtl ? AlignmentType.LEFT : AlignmentType.RIGHT;
    cells.push(
      frameCell(
        [photoParagraph(photo, { alignment, spacing: { before: twips(Math.max(0, drops.name)) } })],
        { width: photoWidth, borders, before: PHOTO_GAP_MM, after: outset, above: above - Math.max(0, drops.name) },
        theme,
      ),
    );
  }
  return new Table({
    layout: TableLayoutType.FIXED,
    visuallyRightToLeft: rtl,
    width: { size: twips(width), type: WidthType.DXA },
    indent: { size: -twips(outset), type: WidthType.DXA },
    columnWidths: photo ? [twips(ownWidth), twips(photoWidth)] : [twips(width)],
    borders: { ...borders, insideHorizontal: none, insideVertical: none },
    rows: [new TableRow({ cantSplit: true, children: cells })],
  });
}

/** The photo in a line that is no higher than it. */
function photoParagraph(photo: ImageRun, options: IParagraphOptions): Paragraph {
  const spacing = { ...options.spacing, lineRule: LineRuleType.AT_LEAST };
  return new Paragraph({ ...options, spacing, run: { size: 1 }, children: [photo] });
}

/** The drop of the last line of a header. With a background, the text is centered in the header, whatever its last line. */
function lastDrop(theme: Theme): number {
  const { drops, model, palette } = theme;
  if (contactsOf(theme).length > 0 || palette.header.background !== null) return drops.contacts;
  return model.header.title === null ? drops.name : drops.title;
}

/** Ends the text of a frame as on the printed page, on which it does not hang in its lines. */
function raised(parts: IParagraphOptions[], theme: Theme): IParagraphOptions[] {
  const after = twips(Math.max(0, lastDrop(theme)));
  return parts.map((part, index) => (index < parts.length - 1 ? part : { ...part, spacing: { after } }));
}

type FrameCell = {
  width: number;
  borders: Record<'top' | 'left' | 'right' | 'bottom', IBorderOptions>;
  /** Space before and after the content. */
  before: number;
  after: number;
  /** Space above the content. All cells of a row have the largest. */
  above: number;
};

function frameCell(
  children: Paragraph[],
  { width, borders, before, after, above }: FrameCell,
  { template, measures, palette, rtl }: Theme,
): TableCell {
  const { below } = measures.header;
  const { background } = palette.header;
  return new TableCell({
    children,
    borders,
    verticalAlign: template.header === 'panel' ? VerticalAlignTable.CENTER : VerticalAlignTable.TOP,
    width: { size: twips(width), type: WidthType.DXA },
    margins: {
      marginUnitType: WidthType.DXA,
      top: twips(Math.max(0, above)),
      bottom: twips(below),
      left: twips(rtl ? after : before),
      right: twips(rtl ? before : after),
    },
    ...(background === null ? {} : { shading: { type: ShadingType.CLEAR, color: 'auto', fill: hex(background) } }),
  });
}
