import { paperSize } from '@vitae/document/templates/measures';
import type { IIndentAttributesProperties, TabStopDefinition } from 'docx';
import { TabStopType } from 'docx';
import { type Theme, twips } from './theme.ts';

const MM_PER_POINT = 25.4 / 72;

/** Horizontal positions in millimeters from the start of the page's text area, or of the table cell that has the text. */
export type WordGrid = {
  /** Width of the area. */
  width: number;
  /** Where the text starts. */
  start: number;
  /** Where running text ends. */
  end: number;
};

/** The grid of the printed page. With a side column, it is that of the cell beside it. */
export function gridOf({ model, template, measures }: Pick<Theme, 'model' | 'template' | 'measures'>): WordGrid {
  const { grid, margins, type } = measures;
  const page = paperSize[model.paper].width - 2 * margins.side;
  const column = grid.column + grid.gutter;
  const width = template.side === null ? page : page - column;
  const start = template.heading === 'margin' || template.entry.dates === 'start' ? column : 0;
  return { width, start, end: Math.min(width, start + grid.text * type.body * MM_PER_POINT) };
}

/** The indent of running text. */
export function textIndent({ grid }: Theme): IIndentAttributesProperties {
  return { start: twips(grid.start), end: twips(grid.width - grid.end) };
}

/** The indent of the contacts: as wide as running text, and centered if the header is. */
export function contactIndent({ grid, template, measures, model }: Theme): IIndentAttributesProperties {
  if (model.header.photo !== null || template.side !== null) return {};
  const rest = twips(Math.max(0, grid.width - measures.grid.text * measures.type.small * MM_PER_POINT));
  return template.header === 'centered' ? { start: rest / 2, end: rest / 2 } : { end: rest };
}

/** The tab stops of an entry's title: dates or logo at the end of the line, or the logo beside the dates. */
export function titleTabs({ grid, template, measures }: Theme, hasLogo: boolean): TabStopDefinition[] {
  const end = { type: TabStopType.END, position: twips(grid.width) };
  switch (template.entry.dates) {
    case 'text':
      return [end];
    case 'start':
      return [{ type: TabStopType.START, position: twips(grid.start) }, ...(hasLogo ? [end] : [])];
    case 'end':
      return hasLogo ? [{ type: TabStopType.END, position: twips(grid.width - measures.grid.dates) }, end] : [end];
  }
}
