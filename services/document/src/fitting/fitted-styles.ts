import type { DocumentModel } from '../document-model.ts';
import { splittingRules } from '../templates/density.ts';
import { styleSheetOf } from '../templates/style-sheet.ts';
import { measuringStyles } from './page-columns.ts';

/** Returns the style sheet of a printed page at a density step, with which its pages can also be measured on a screen. */
export function fittedStyles(model: DocumentModel, step: number): string {
  const dense = { ...model, density: step };
  return [styleSheetOf(dense), splittingRules(step), measuringStyles(dense)].join('\n');
}
