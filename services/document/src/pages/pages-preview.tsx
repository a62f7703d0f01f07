import type { DocumentModel } from '../document-model.ts';
import { SHEET_GAP_MM as GAP_MM, pageColumns } from '../fitting/page-columns.ts';
import type { Sliced } from '../slices.ts';
import type { AddressOf } from '../templates/blocks.tsx';
import { densitySteps, splittingRules } from '../templates/density.ts';
import { paperSize } from '../templates/measures.ts';
import { styleSheetOf } from '../templates/style-sheet.ts';
import { templateOf } from '../templates/templates.ts';
import { printPageInSlices } from './print-page.tsx';

export type PagesPreviewOptions = {
  addressOf: AddressOf;
  /** The address of a style sheet with the fonts. */
  fonts?: string | undefined;
  /** The density step. By default, the page has step 0 and what a script needs to choose the step (`Fitting`). */
  step?: number | undefined;
  /** The owner's maximum number of pages. */
  maxPages?: number | undefined;
};

/** The content of `<meta name="fitting">`. */
type Fitting = {
  /** The style sheet of each density step as its lines. A line that is the same at step 0 is 0. */
  sheets: Record<number, (string | 0)[]>;
  maxPages?: number | undefined;
};

/**
 * Renders the page that the export browser prints so that other browsers show its sheets of paper. It loads its pictures
 * from their addresses, and its only inline style sheet is `styles`.
 */
export function* renderPagesPreview(
  model: DocumentModel,
  { addressOf, fonts, step, maxPages }: PagesPreviewOptions,
): Sliced<{ html: string; styles: string }> {
  const stylesOf = (density: number) => previewStyles({ ...model, density }, density);
  const styles = stylesOf(step ?? 0);
  const head = (
    <>
      {fonts !== undefined && <link rel="stylesheet" href={fonts} />}
      {step === undefined && <meta name="fitting" content={JSON.stringify(fittingOf(stylesOf, maxPages))} />}
    </>
  );
  return { html: yield* printPageInSlices(model, { styles, addressOf, head, policy: null }), styles };
}

function fittingOf(stylesOf: (step: number) => string, maxPages: number | undefined): Fitting {
  const base = stylesOf(0).split('\n');
  const changesOf = (step: number) =>
    stylesOf(step)
      .split('\n')
      .map((line, index) => (line === base[index] ? 0 : line));
  return { sheets: Object.fromEntries(densitySteps.map((step) => [step, changesOf(step)])), maxPages };
}

/** The rules that a step adds are at the end, so that the other lines have the same numbers at all steps. */
function previewStyles(model: DocumentModel, step: number): string {
  return `${styleSheetOf(model)}${sheetStyles(model)}${splittingRules(step)}`;
}

/**
 * Lays the body out in columns, one for each page. The background draws the sheets. The layout has the size of the paper,
 * so that lines break at the same words, and is then scaled to the width of the window. In wide windows, the height of the
 * window limits the scale, but a sheet is never smaller than the paper. WebKit divides lengths in vw and vh incorrectly, so
 * the size of the window is in registered properties, which browsers compute first.
 */
function sheetStyles(model: DocumentModel): string {
  const { width, height } = paperSize[model.paper];
  const { side } = templateOf(model).measures.margins;
  const start = model.direction === 'rtl' ? 'right' : 'left';
  const end = start === 'left' ? 'right' : 'left';
  const fitted = (extent: 'width' | 'height', mm: number) =>
    `tan(atan2(var(--window-${extent}), ${mm + 2 * GAP_MM}mm))`;
  const scaled = (mm: number) => `calc(${mm}mm * var(--scale))`;
  return `
@property --window-width { syntax: "<length>"; inherits: true; initial-value: 0px; }
@property --window-height { syntax: "<length>"; inherits: true; initial-value: 0px; }
@media screen {
:root { --window-width: 100vw; --window-height: 100vh;
  --scale: min(${fitted('width', width)}, max(1, ${fitted('height', height)})); height: ${scaled(height + 2 * GAP_MM)}; overflow: auto;
  background: linear-gradient(to ${end}, #fff ${scaled(width)}, transparent 0) ${start} ${scaled(GAP_MM)} top ${scaled(GAP_MM)} / ${scaled(width + 2 * GAP_MM)} ${scaled(height)} repeat-x #d8dadd; }
body { position: absolute; top: ${scaled(GAP_MM)}; ${start}: ${scaled(GAP_MM)}; ${pageColumns(model)}
  transform: scale(var(--scale)); transform-origin: top ${start}; }
main::after { content: ""; display: block; height: 1px; margin-bottom: -1px; width: calc(100% + ${side + GAP_MM}mm); break-before: avoid; }
}`;
}
