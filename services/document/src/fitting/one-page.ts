import { documentTexts } from '../build-document.ts';
import type { DocumentModel } from '../document-model.ts';
import { templateOf } from '../templates/templates.ts';

// Upper bounds of what a template needs at step 0, in points. All texts are counted as if each had lines of its own.
const HEADER = 100;
const SECTION = 22;
const TEXT = 3;
const LINE = 15;
const CHARACTERS_PER_LINE = 60;
/** The height of the text on US Letter with the widest margins. */
const PAGE = 670;

/**
 * Returns whether a document certainly fits on one page at step 0, which is then its layout. Returns false if that is not
 * certain, as for other scripts than Latin and for narrow columns.
 */
export function surelyFitsOnePage(model: DocumentModel): boolean {
  if (templateOf(model).side !== null) return false;
  let height = HEADER + SECTION * model.sections.length;
  for (const text of documentTexts(model)) {
    if (!/^[\p{Script=Latin}\p{Script=Common}]*$/u.test(text) || /\p{RGI_Emoji}/v.test(text)) return false;
    height += TEXT + LINE * Math.ceil(text.length / CHARACTERS_PER_LINE);
    if (height > PAGE) return false;
  }
  return true;
}
