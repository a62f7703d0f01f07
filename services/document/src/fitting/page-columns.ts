import type { DocumentModel } from '../document-model.ts';
import { paperSize } from '../templates/measures.ts';
import { templateOf } from '../templates/templates.ts';

/** The distance between two sheets in millimetres. */
export const SHEET_GAP_MM = 6;

/**
 * Returns the declarations that lay a body out in columns, each with the size of a page without its margins: browsers
 * break columns as they break pages.
 */
export function pageColumns(model: DocumentModel): string {
  const { width, height } = paperSize[model.paper];
  const { top, side, bottom } = templateOf(model).measures.margins;
  const column = width - 2 * side;
  // WebKit creates no further columns if only their number is set.
  return `padding: ${top}mm ${side}mm ${bottom}mm; width: ${column}mm; height: ${height - top - bottom}mm;
  columns: ${column}mm 1; column-gap: ${2 * (side + SHEET_GAP_MM)}mm; column-fill: auto; text-rendering: geometricPrecision;`;
}

/**
 * Returns the styles with which a screen shows the pages of a document side by side, so that they can be measured. Screen
 * and paper share the rendering of text, so that printing reuses the lines that were shaped for measuring.
 */
export function measuringStyles(model: DocumentModel): string {
  return `body { text-rendering: geometricPrecision; }
@media screen { body { position: absolute; top: 0; ${model.direction === 'rtl' ? 'right' : 'left'}: 0; ${pageColumns(model)} } }`;
}
