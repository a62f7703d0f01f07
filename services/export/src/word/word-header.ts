import type { Linked } from '@vitae/document/document-model';
import { paperSize } from '@vitae/document/templates/measures';
import {
  AlignmentType,
  BorderStyle,
  HeadingLevel,
  type IBorderOptions,
  type ImageRun,
  type IParagraphOptions,
  Paragraph,
  ShadingType,
  Table,
  TableCell,
  TableLayoutType,
  TableRow,
  VerticalAlignTable,
  WidthType,
} from 'docx';
import { border, hex, points, type Theme, twips } from './theme.ts';
import { photoRun } from './word-picture.ts';
import { dotSeparated, keepOrder, lineBreakOpportunity, linkedRuns, runs, separator } from './word-text.ts';

const PHOTO_GAP = 8;

/** Name, title, contacts and photo: above a line, or on a background in the accent color. */
export function headerBlocks(theme: Theme): (Paragraph | Table)[] {
  const { model, measures, palette } = theme;
  const picture = model.header.photo ? photoRun(model.header.photo, measures.photo) : undefined;
  const parts = headerParts(theme);
  if (picture || palette.header.background !== null) return [frame(parts, picture, theme)];
  const rule = border(palette.header.rule, 8, Math.min(31, points(measures.header.below)));
  return parts.map((part, index) =>
    headerParagraph({ ...part, ...(index === parts.length - 1 ? { border: { bottom: rule } } : {}) }, theme),
  );
}

function headerParts(theme: Theme): IParagraphOptions[] {
  const { template, palette } = theme;
  const { header } = theme.model;
  const color = hex(palette.header.contacts);
  const items = [...header.contacts, ...header.facts.map((text) => ({ text, href: null }))];
  const contacts =
    items.length === 0
      ? []
      : [
          {
            style: 'Contacts',
            children: dotSeparated(
              items.map((item, index) => [
                ...(index > 0 ? lineBreakOpportunity(item.text, theme) : []),
                ...linkedRuns(unbroken(item, theme), { color }),
              ]),
              theme,
              'HeaderSeparator',
            ),
          },
        ];
  if (header.title === null) return [{ heading: HeadingLevel.TITLE, children: runs(header.name) }, ...contacts];
  if (template.header !== 'line')
    return [
      { heading: HeadingLevel.TITLE, children: runs(header.name) },
      { style: 'PersonTitle', children: runs(header.title) },
      ...contacts,
    ];
  const inLine = { style: 'PersonTitleInLine', bold: false };
  const dot = separator(' · ', theme, { ...inLine, color: hex(palette.separator) });
  return [
    { heading: HeadingLevel.TITLE, children: [...runs(header.name), dot, ...runs(header.title, inLine)] },
    ...contacts,
  ];
}

const MAX_UNBROKEN_LENGTH = 60;

/** Prevents a line break in a contact that fits into a line, as on the printed page. */
function unbroken({ text, href }: Linked, theme: Theme): Linked {
  const whole = text.length > MAX_UNBROKEN_LENGTH ? text : text.replaceAll(' ', '\u00a0');
  return { text: keepOrder(whole, theme), href };
}

function headerParagraph(part: IParagraphOptions, { rtl }: Theme): Paragraph {
  return new Paragraph({ ...part, bidirectional: rtl });
}

/** A table with one row: the text, and the photo if there is one. */
function frame(parts: IParagraphOptions[], photo: ImageRun | undefined, theme: Theme): Table {
  const { model, measures, palette, rtl } = theme;
  const { outset } = measures.header;
  const width = paperSize[model.paper].width - 2 * measures.margins.side + 2 * outset;
  const photoWidth = photo ? measures.photo.width + PHOTO_GAP + outset : 0;
  const textWidth = width - photoWidth;
  const none: IBorderOptions = { style: BorderStyle.NONE, size: 0, color: 'auto' };
  const rule = palette.header.rule === null ? none : border(palette.header.rule, 8, 0);
  const borders = { top: none, left: none, right: none, bottom: rule };
  const cells = [
    frameCell(
      parts.map((part) => headerParagraph(part, theme)),
      { width: textWidth, borders },
      theme,
    ),
  ];
  if (photo) {
    const alignment = rtl ? AlignmentType.LEFT : AlignmentType.RIGHT;
    cells.push(frameCell([new Paragraph({ alignment, children: [photo] })], { width: photoWidth, borders }, theme));
  }
  return new Table({
    layout: TableLayoutType.FIXED,
    visuallyRightToLeft: rtl,
    width: { size: twips(width), type: WidthType.DXA },
    indent: { size: -twips(outset), type: WidthType.DXA },
    columnWidths: photo ? [twips(textWidth), twips(photoWidth)] : [twips(width)],
    borders: { ...borders, insideHorizontal: none, insideVertical: none },
    rows: [new TableRow({ cantSplit: true, children: cells })],
  });
}

function frameCell(
  children: Paragraph[],
  { width, borders }: { width: number; borders: Record<'top' | 'left' | 'right' | 'bottom', IBorderOptions> },
  { measures, palette }: Theme,
): TableCell {
  const { outset, above, below } = measures.header;
  const { background } = palette.header;
  return new TableCell({
    children,
    borders,
    verticalAlign: VerticalAlignTable.TOP,
    width: { size: twips(width), type: WidthType.DXA },
    margins: {
      marginUnitType: WidthType.DXA,
      top: twips(above),
      bottom: twips(below),
      left: twips(outset),
      right: twips(outset),
    },
    ...(background === null ? {} : { shading: { type: ShadingType.CLEAR, color: 'auto', fill: hex(background) } }),
  });
}
