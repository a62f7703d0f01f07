import { estimatedWidth } from './ideographic-widths.ts';
import { textWidth } from './text-widths.ts';
import type { Typeface } from './typefaces.ts';

/**
 * Estimates the width of a text on the page, as a multiple of the type size, also if its font is unknown. `ideographic`:
 * whether the document has the font of ideographs, which also draws letters and digits.
 */
export function shownWidth(text: string, typeface: Typeface, ideographic = false): number {
  return (ideographic ? undefined : textWidth(text, typeface)) ?? estimatedWidth(text, typeface);
}
