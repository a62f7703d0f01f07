import type { DocumentModel } from '../document-model.ts';
import { MM_PER_POINT, paperSize } from './measures.ts';
import { shownWidth } from './shown-width.ts';
import type { Template } from './template.ts';
import { isIdeographic } from './typefaces.ts';

/** The space after the name in a footer. */
export const FOOTER_END_MM = 2;
/** The space for the number of the page. */
const NUMBER_MM = 20;
const MIN_SIZE = 6.5;
/** Kerning and estimated letters make a text wider than the sum of its letters. */
const SLACK = 1.04;

type FooterModel = Pick<DocumentModel, 'paper' | 'language'> & { header: Pick<DocumentModel['header'], 'name'> };

/**
 * Returns the name in the footer on one line, and its size in points: smaller if it is wide, and without its last words if
 * it is still too wide. In a side column, it is as wide as the column and its margin.
 */
export function footerName(model: FooterModel, template: Template): { text: string; size: number } {
  const { name } = model.header;
  const { grid, margins, type } = template.measures;
  const width =
    template.side === null
      ? paperSize[model.paper].width - 2 * margins.side - NUMBER_MM
      : grid.column + grid.gutter / 2 - FOOTER_END_MM;
  const widthOf = (text: string) =>
    shownWidth(text, template.typefaces.text, isIdeographic(model)) * SLACK * MM_PER_POINT;
  const size = Math.min(type.footer, Math.floor((width / widthOf(name)) * 10) / 10);
  if (size >= MIN_SIZE) return { text: name, size };
  const fits = (text: string) => widthOf(text) * MIN_SIZE <= width;
  const parts = name.split(/(?<=[\s-])/);
  const count = parts.findIndex(
    (_, index) =>
      !fits(
        `${parts
          .slice(0, index + 1)
          .join('')
          .trimEnd()}…`,
      ),
  );
  const shown =
    count > 0
      ? parts.slice(0, count).join('').trimEnd()
      : name.slice(0, Math.floor(((width / widthOf(name)) * name.length) / MIN_SIZE) - 1);
  return { text: `${shown}…`, size: MIN_SIZE };
}
