import type { DocumentModel } from '../document-model.ts';
import { estimatedWidth } from './ideographic-widths.ts';
import { textWidth } from './text-widths.ts';
import { isIdeographic, type Typeface } from './typefaces.ts';

/** Estimates the width of a text in the fonts of a document, as a multiple of the type size. */
export function shownWidth(text: string, model: Pick<DocumentModel, 'language'>, typeface: Typeface): number {
  return (isIdeographic(model) ? undefined : textWidth(text, typeface)) ?? estimatedWidth(text, typeface);
}
