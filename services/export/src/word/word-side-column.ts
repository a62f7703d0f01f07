import { documentTexts } from '@vitae/document/build-document';
import { paperSize } from '@vitae/document/templates/measures';
import { isSideSection } from '@vitae/document/templates/template';
import {
  BorderStyle,
  HeightRule,
  type IBorderOptions,
  LineRuleType,
  Paragraph,
  ShadingType,
  Table,
  TableCell,
  TableLayoutType,
  TableRow,
  WidthType,
} from 'docx';
import { hex, type Theme, twips } from './theme.ts';
import { headerBlocks } from './word-header.ts';
import { sectionBlocks } from './word-sections.ts';

/**
 * More characters than a page holds. Such a row needs no minimum height, with which LibreOffice lays out some rows of many
 * pages without end.
 */
const MAX_PAGE_CHARACTERS = 8_000;
// Space on the first page for the paragraph that must follow a table.
const END_MM = 2;
const none: IBorderOptions = { style: BorderStyle.NONE, size: 0, color: 'auto' };
const borders = { top: none, left: none, right: none, bottom: none };

/** A layout table with one row: the side column, which reaches the edge of the page, and the other sections. */
export function withSideColumn(theme: Theme): (Paragraph | Table)[] {
  const { model, template, measures, palette } = theme;
  const { margins, grid } = measures;
  const { width, height } = paperSize[model.paper];
  const half = grid.gutter / 2;
  const columns = [margins.side + grid.column + half, width - margins.side - grid.column - half];
  const [inSide, others] = [true, false].map((side) =>
    model.sections.filter(({ kind }) => isSideSection(template, kind) === side),
  );
  // Dates do not fit beside the titles.
  const narrow: Theme = {
    ...theme,
    template: { ...template, entry: { ...template.entry, dates: 'text' } },
    grid: { width: grid.column, start: 0, end: grid.column },
  };
  const ground =
    palette.side === null ? {} : { shading: { type: ShadingType.CLEAR, color: 'auto', fill: hex(palette.side) } };
  const cells = [
    cell(
      [...headerBlocks(theme), ...sectionBlocks(inSide ?? [], narrow)],
      columns[0] ?? 0,
      [margins.side, half],
      theme,
      ground,
    ),
    cell(sectionBlocks(others ?? [], theme, { atTop: true }), columns[1] ?? 0, [half, margins.side], theme),
  ];
  const minHeight = height - (theme.bleedsAtTop ? 0 : margins.top) - margins.bottom - END_MM;
  const isLong = documentTexts(model).reduce((sum, text) => sum + text.length, 0) > MAX_PAGE_CHARACTERS;
  const table = new Table({
    layout: TableLayoutType.FIXED,
    visuallyRightToLeft: theme.rtl,
    width: { size: twips(width), type: WidthType.DXA },
    indent: { size: -twips(margins.side), type: WidthType.DXA },
    columnWidths: columns.map(twips),
    borders: { ...borders, insideHorizontal: none, insideVertical: none },
    rows: [
      new TableRow({
        ...(isLong ? {} : { height: { value: twips(minHeight), rule: HeightRule.ATLEAST } }),
        children: cells,
      }),
    ],
  });
  return [table, new Paragraph({ spacing: { line: 20, lineRule: LineRuleType.EXACT } })];
}

/** `padding` is the space before and after the text. A cell must contain a paragraph. */
function cell(
  children: (Paragraph | Table)[],
  width: number,
  [before, after]: [before: number, after: number],
  { rtl, bleedsAtTop, measures }: Theme,
  ground: Pick<ConstructorParameters<typeof TableCell>[0], 'shading'> = {},
): TableCell {
  const top = bleedsAtTop ? measures.margins.top : 0;
  return new TableCell({
    children: children.length === 0 ? [new Paragraph({})] : children,
    borders,
    width: { size: twips(width), type: WidthType.DXA },
    margins: {
      marginUnitType: WidthType.DXA,
      top: twips(top),
      bottom: 0,
      left: twips(rtl ? after : before),
      right: twips(rtl ? before : after),
    },
    ...ground,
  });
}
