import type { DocumentModel } from '../document-model.ts';
import { SHEET_GAP_MM as GAP_MM, pageColumns } from '../fitting/page-columns.ts';
import type { Sliced } from '../slices.ts';
import type { AddressOf } from '../templates/blocks.tsx';
import { paperSize } from '../templates/measures.ts';
import { styleSheetOf } from '../templates/style-sheet.ts';
import { templateOf } from '../templates/templates.ts';
import { printPageInSlices } from './print-page.tsx';

/**
 * Renders the page that the export browser prints so that other browsers show its sheets of paper. It loads its pictures
 * from their addresses, and its only style sheet is `styles`.
 */
export function* renderPagesPreview(
  model: DocumentModel,
  addressOf: AddressOf,
): Sliced<{ html: string; styles: string }> {
  const styles = `${styleSheetOf(model)}${sheetStyles(model)}`;
  return { html: yield* printPageInSlices(model, { styles, addressOf, policy: null }), styles };
}

/**
 * Lays the body out in columns, one for each page. The background draws the sheets. The layout has the size of the paper,
 * so that lines break at the same words, and is then scaled so that one sheet fills the window.
 */
function sheetStyles(model: DocumentModel): string {
  const { width, height } = paperSize[model.paper];
  const { side } = templateOf(model).measures.margins;
  const start = model.direction === 'rtl' ? 'right' : 'left';
  const end = start === 'left' ? 'right' : 'left';
  const scaled = (mm: number) => `calc(${mm}mm * var(--scale))`;
  return `
@media screen {
:root { --scale: tan(atan2(100vw, ${width + 2 * GAP_MM}mm)); height: ${scaled(height + 2 * GAP_MM)}; overflow: auto;
  background: linear-gradient(to ${end}, #fff ${scaled(width)}, transparent 0) ${start} ${scaled(GAP_MM)} top ${scaled(GAP_MM)} / ${scaled(width + 2 * GAP_MM)} ${scaled(height)} repeat-x #d8dadd; }
body { position: absolute; top: ${scaled(GAP_MM)}; ${start}: ${scaled(GAP_MM)}; ${pageColumns(model)}
  transform: scale(var(--scale)); transform-origin: top ${start}; }
main::after { content: ""; display: block; height: 1px; margin-bottom: -1px; width: calc(100% + ${side + GAP_MM}mm); break-before: avoid; }
}`;
}
