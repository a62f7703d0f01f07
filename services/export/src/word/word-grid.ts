import { PHOTO_GAP_MM } from '@vitae/document/templates/measures';
import type { IIndentAttributesProperties, TabStopDefinition } from 'docx';
import { TabStopType } from 'docx';
import { MM_PER_POINT, type Theme, twips } from './theme.ts';

/** The indent of running text. */
export function textIndent({ grid }: Theme): IIndentAttributesProperties {
  return { start: twips(grid.start), end: twips(grid.width - grid.end) };
}

/** The width of the header's text, beside a photo if there is one. */
function headerWidth({ grid, measures, model }: Theme): number {
  return grid.width - (model.header.photo === null ? 0 : measures.photo.width + PHOTO_GAP_MM);
}

/** The width of the contacts: as wide as running text. */
export function contactWidth(theme: Theme): number {
  const { grid, type } = theme.measures;
  return Math.min(headerWidth(theme), grid.text * type.small * MM_PER_POINT);
}

/** The indent of the contacts, which are centered if the header is. */
export function contactIndent(theme: Theme): IIndentAttributesProperties {
  const { template, model } = theme;
  if (template.side !== null) return {};
  const rest = twips(headerWidth(theme) - contactWidth(theme));
  const isCentered = template.header === 'centered' && model.header.photo === null;
  return isCentered ? { start: rest / 2, end: rest / 2 } : { end: rest };
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
