import type { DocumentModel } from '../document-model.ts';
import { leadings, POINTS_PER_MM } from './measures.ts';
import { shownWidth } from './shown-width.ts';
import type { Template } from './template.ts';
import { isIdeographic } from './typefaces.ts';

const MIN_SIZE = 13;
/** Bold type and kerning make a text wider than the sum of its letters. */
const SLACK = 1.17;

/** Scripts with marks both above and below their letters, which would touch those of the next line. */
const TALL = /[\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}\p{Script=Tibetan}]/u;
const TALL_LEADING = 1.5;

/** Returns the line height of the name as a multiple of its size. */
export function nameLeading({ header: { name } }: { header: Pick<DocumentModel['header'], 'name'> }): number {
  return TALL.test(name) ? TALL_LEADING : leadings.name;
}

/** Returns the template with a smaller name if a word of the name is wider than the side column. */
export function withFittedName(template: Template, model: Pick<DocumentModel, 'header' | 'language'>): Template {
  const { side, measures, typefaces } = template;
  if (side === null) return template;
  const words = model.header.name.replace(/[-–]/g, '$& ').split(/\s+/);
  const widest = Math.max(...words.map((word) => shownWidth(word, typefaces.headings, isIdeographic(model)))) * SLACK;
  const fitting = Math.floor((measures.grid.column * POINTS_PER_MM * 2) / widest) / 2;
  const name = Math.max(MIN_SIZE, Math.min(measures.type.name, fitting));
  return { ...template, measures: { ...measures, type: { ...measures.type, name } } };
}
