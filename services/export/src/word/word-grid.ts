import type { IIndentAttributesProperties, TabStopDefinition } from 'docx';
import { TabStopType } from 'docx';
import { MM_PER_POINT, type Theme, twips } from './theme.ts';

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
