import { MM_PER_POINT, PHOTO_GAP_MM } from '@vitae/document/templates/measures';
import { isDevanagari } from '@vitae/document/templates/typefaces';
import type { IIndentAttributesProperties, TabStopDefinition } from 'docx';
import { TabStopType } from 'docx';
import { type Theme, twips } from './theme.ts';

/** Word processors set Devanagari wider than browsers do. */
const DEVANAGARI_MM = 1;

/** The indent of running text. */
export function textIndent({ grid, model }: Theme): IIndentAttributesProperties {
  const wider = isDevanagari(model) ? DEVANAGARI_MM : 0;
  return { start: twips(grid.start), end: twips(grid.width - grid.end - wider) };
}

/** The space before a logo on the printed page. */
const LOGO_GAP_MM = 4;

/** The width of an entry's title on the printed page, which has dates and a logo at its end. */
export function titleWidth({ grid, template, measures }: Theme, hasLogo: boolean): number {
  const dates = template.entry.dates === 'end' ? measures.grid.dates : 0;
  const logo = hasLogo ? LOGO_GAP_MM + measures.logo.width : 0;
  return Math.min(grid.end, grid.width - dates - logo) - grid.start;
}

/** The width of the header's text, beside a photo if there is one. */
export function headerWidth({ grid, measures, model }: Theme): number {
  return grid.width - (model.header.photo === null ? 0 : measures.photo.width + PHOTO_GAP_MM);
}

/** The width of the contacts: as wide as running text. */
export function contactWidth(theme: Theme): number {
  const { grid, type } = theme.measures;
  return Math.min(headerWidth(theme), grid.text * type.small * MM_PER_POINT);
}

/** The indent of the contacts, which are centered if the header is. */
export function contactIndent(theme: Theme): IIndentAttributesProperties {
  return headerIndent(contactWidth(theme), theme);
}

/** The width of the title: as wide as running text of its size. */
export function personTitleWidth(theme: Theme): number {
  const { grid, type } = theme.measures;
  if (theme.template.side !== null) return grid.column;
  return Math.min(headerWidth(theme), grid.text * type.title * MM_PER_POINT);
}

/** The indent of the title. */
export function personTitleIndent(theme: Theme): IIndentAttributesProperties {
  return headerIndent(personTitleWidth(theme), theme);
}

function headerIndent(width: number, theme: Theme): IIndentAttributesProperties {
  const { template, model } = theme;
  if (template.side !== null) return {};
  const rest = twips(headerWidth(theme) - width);
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
