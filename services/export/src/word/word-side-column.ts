import { paperSize } from '@vitae/document/templates/measures';
import { isSideSection } from '@vitae/document/templates/template';
import {
  BorderStyle,
  HorizontalPositionRelativeFrom,
  type IBorderOptions,
  ImageRun,
  type ITableCellOptions,
  LineRuleType,
  Paragraph,
  ShadingType,
  Table,
  TableCell,
  TableLayoutType,
  TableRow,
  VerticalPositionRelativeFrom,
  WidthType,
} from 'docx';
import { hex, type Theme, twips } from './theme.ts';
import { headerBlocks } from './word-header.ts';
import { inPixels } from './word-picture.ts';
import { type KeptParagraphs, keptParagraphs, sectionBlocks } from './word-sections.ts';

const none: IBorderOptions = { style: BorderStyle.NONE, size: 0, color: 'auto' };
const borders = { top: none, left: none, right: none, bottom: none };

/**
 * A layout table: the side column, merged over all rows, beside the other sections. LibreOffice does not keep paragraphs
 * of a cell together, so paragraphs that must stay together share a row that cannot split. Rows have no minimum height:
 * with one, LibreOffice never finishes the layout of some rows of several pages.
 */
export function withSideColumn(theme: Theme): (Paragraph | Table)[] {
  const { model, template, measures, palette } = theme;
  const { margins, grid } = measures;
  const { width } = paperSize[model.paper];
  const half = grid.gutter / 2;
  const columns = [sideWidth(theme), width - sideWidth(theme)];
  const [inSide, others] = [true, false].map((side) =>
    model.sections.filter(({ kind }) => isSideSection(template, kind) === side),
  );
  // Dates do not fit beside the titles.
  const narrow: Theme = {
    ...theme,
    template: { ...template, entry: { ...template.entry, dates: 'text' } },
    grid: { width: grid.column, start: 0, end: grid.column },
    inSideColumn: true,
  };
  const ground =
    palette.side === null || theme.modern
      ? {}
      : { shading: { type: ShadingType.CLEAR, color: 'auto', fill: hex(palette.side) } };
  // The last row is split between pages if the side column is longer than the other one.
  const end: KeptParagraphs = { paragraphs: [thinParagraph()], splits: true };
  const main = [...keptParagraphs(others ?? [], theme, { atTop: true }), end];
  const side = cell(
    [...headerBlocks(theme), ...sectionBlocks(inSide ?? [], narrow)],
    columns[0] ?? 0,
    [margins.side, half],
    theme,
    { ...ground, rowSpan: main.length },
  );
  const rows = main.map(({ paragraphs, splits }, index) => {
    const beside = cell(paragraphs, columns[1] ?? 0, [half, margins.side], theme);
    return new TableRow({ cantSplit: !splits, children: index === 0 ? [side, beside] : [beside] });
  });
  const table = new Table({
    layout: TableLayoutType.FIXED,
    visuallyRightToLeft: theme.rtl,
    width: { size: twips(width), type: WidthType.DXA },
    indent: { size: -twips(margins.side), type: WidthType.DXA },
    columnWidths: columns.map(twips),
    borders: { ...borders, insideHorizontal: none, insideVertical: none },
    rows,
  });
  return [table, thinParagraph()];
}

/** A table must be followed by a paragraph, and a cell must end with one. */
const thinParagraph = () => new Paragraph({ spacing: { line: 20, lineRule: LineRuleType.EXACT } });

/** `padding` is the space before and after the text. */
function cell(
  children: (Paragraph | Table)[],
  width: number,
  [before, after]: [before: number, after: number],
  { rtl }: Theme,
  options: Pick<ITableCellOptions, 'shading' | 'rowSpan'> = {},
): TableCell {
  return new TableCell({
    children,
    borders,
    width: { size: twips(width), type: WidthType.DXA },
    margins: {
      marginUnitType: WidthType.DXA,
      top: 0,
      bottom: 0,
      left: twips(rtl ? after : before),
      right: twips(rtl ? before : after),
    },
    ...options,
  });
}

/**
 * The background of the side column on every page: a picture of one pixel, as high as the page. Word 97 files, which have
 * no such picture, have the background of the table cell instead.
 */
export function sideBackground(theme: Theme): ImageRun {
  const { model, palette, rtl } = theme;
  const paper = paperSize[model.paper];
  const width = sideWidth(theme);
  return new ImageRun({
    type: 'gif',
    data: onePixel(hex(palette.side ?? '#ffffff')),
    transformation: inPixels({ width, height: paper.height }),
    altText: { name: 'background', description: '', title: '' },
    floating: {
      behindDocument: true,
      horizontalPosition: {
        relative: HorizontalPositionRelativeFrom.PAGE,
        offset: emus(rtl ? paper.width - width : 0),
      },
      verticalPosition: { relative: VerticalPositionRelativeFrom.PAGE, offset: 0 },
    },
  });
}

/** From the edge of the page to the middle of the gutter. */
function sideWidth({ measures: { margins, grid } }: Theme): number {
  return margins.side + grid.column + grid.gutter / 2;
}

const EMUS_PER_MM = 36_000;
const emus = (mm: number) => Math.round(mm * EMUS_PER_MM);

/** Returns a GIF file with one pixel. `color` has six hexadecimal digits. */
function onePixel(color: string): Buffer {
  return Buffer.from(`47494638396101000100800000${color}0000002c00000000010001000002024401003b`, 'hex');
}
