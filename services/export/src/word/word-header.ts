import type { Linked } from '@vitae/document/document-model';
import { paperSize } from '@vitae/document/paper';
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
import { border } from './heading-look.ts';
import { hex, points, type Theme, twips } from './theme.ts';
import { photoRun } from './word-picture.ts';
import { between, dotted, inOwnOrder, linkedRuns, placeToBreak, runs } from './word-text.ts';

const BESIDE_PHOTO = 8;

/** Name, title and contacts, with the photo beside them: above a line, or on a ground of the accent. */
export function headerBlocks(look: Theme): (Paragraph | Table)[] {
  const { model, measures, palette } = look;
  const picture = model.header.photo ? photoRun(model.header.photo, measures.photo) : undefined;
  const parts = headerParts(look);
  if (picture || palette.header.background !== null) return [frame(parts, picture, look)];
  const rule = border(palette.header.rule, 8, Math.min(31, points(measures.header.below)));
  return parts.map((part, index) =>
    headerParagraph({ ...part, ...(index === parts.length - 1 ? { border: { bottom: rule } } : {}) }, look),
  );
}

function headerParts(look: Theme): IParagraphOptions[] {
  const { template, palette } = look;
  const { header } = look.model;
  const color = hex(palette.header.contacts);
  const items = [...header.contacts, ...header.facts.map((text) => ({ text, href: null }))];
  const contacts =
    items.length === 0
      ? []
      : [
          {
            style: 'Contacts',
            children: dotted(
              items.map((item, index) => [
                ...(index > 0 ? placeToBreak(item.text, look) : []),
                ...linkedRuns(unbroken(item, look), { color }),
              ]),
              look,
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
  const dot = between(' · ', look, { ...inLine, color: hex(palette.separator) });
  return [
    { heading: HeadingLevel.TITLE, children: [...runs(header.name), dot, ...runs(header.title, inLine)] },
    ...contacts,
  ];
}

const LONGEST_UNBROKEN = 60;

/** A contact that fits into a line stays in one, as on the page. */
function unbroken({ text, href }: Linked, look: Theme): Linked {
  const whole = text.length > LONGEST_UNBROKEN ? text : text.replaceAll(' ', '\u00a0');
  return { text: inOwnOrder(whole, look), href };
}

function headerParagraph(part: IParagraphOptions, { rtl: fromTheRight }: Theme): Paragraph {
  return new Paragraph({ ...part, bidirectional: fromTheRight });
}

/** A table of one row: the text, and the photo if there is one. */
function frame(parts: IParagraphOptions[], picture: ImageRun | undefined, look: Theme): Table {
  const { model, measures, palette, rtl: fromTheRight } = look;
  const { outset, above, below } = measures.header;
  const width = paperSize[model.paper].width - 2 * measures.margins.side + 2 * outset;
  const beside = picture ? measures.photo.width + BESIDE_PHOTO + outset : 0;
  const none: IBorderOptions = { style: BorderStyle.NONE, size: 0, color: 'auto' };
  const rule = palette.header.rule === null ? none : border(palette.header.rule, 8, 0);
  const borders = { top: none, left: none, right: none, bottom: rule };
  const cell = (children: Paragraph[], millimetres: number) =>
    new TableCell({
      children,
      borders,
      verticalAlign: VerticalAlignTable.TOP,
      width: { size: twips(millimetres), type: WidthType.DXA },
      margins: {
        marginUnitType: WidthType.DXA,
        top: twips(above),
        bottom: twips(below),
        left: twips(outset),
        right: twips(outset),
      },
      ...(palette.header.background === null
        ? {}
        : { shading: { type: ShadingType.CLEAR, color: 'auto', fill: hex(palette.header.background) } }),
    });
  const cells = [
    cell(
      parts.map((part) => headerParagraph(part, look)),
      width - beside,
    ),
    ...(picture
      ? [
          cell(
            [
              new Paragraph({
                alignment: fromTheRight ? AlignmentType.LEFT : AlignmentType.RIGHT,
                children: [picture],
              }),
            ],
            beside,
          ),
        ]
      : []),
  ];
  return new Table({
    layout: TableLayoutType.FIXED,
    visuallyRightToLeft: fromTheRight,
    width: { size: twips(width), type: WidthType.DXA },
    indent: { size: -twips(outset), type: WidthType.DXA },
    columnWidths: picture ? [twips(width - beside), twips(beside)] : [twips(width)],
    borders: { ...borders, insideHorizontal: none, insideVertical: none },
    rows: [new TableRow({ cantSplit: true, children: cells })],
  });
}
