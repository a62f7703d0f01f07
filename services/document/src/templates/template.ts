import type { SectionKind } from '../headings.ts';
import { classic } from './classic.ts';
import { compact } from './compact.ts';
import type { Measures } from './measures.ts';
import { modern } from './modern.ts';
import type { Typeface } from './typefaces.ts';

/** One look of a CV, as data: the page and the word processors' files are both made of it. */
export type Template = {
  id: TemplateId;
  typeface: Typeface;
  /** Every kind of section, in the order of reading. */
  order: readonly SectionKind[];
  /**
   * `ruled`: name, title and contacts below each other, a line under them; centred where there is no photo.
   * `panel`: the same in white on a ground of the accent.
   * `line`: name and title in one line, a line under the contacts.
   */
  header: 'ruled' | 'panel' | 'line';
  /** A thin line under each heading, a bar of the accent beside it, or a light ground behind it. */
  heading: 'underlined' | 'barred' | 'tinted';
  /** Dates and place of an entry: on a line of their own, or after the title in its line. */
  facts: 'below' | 'beside';
  organisation: 'upright' | 'italic';
  measures: Measures;
};

export type TemplateId = 'classic' | 'modern' | 'compact';

export const templates: Record<TemplateId, Template> = { classic, modern, compact };
export const templateIds = Object.keys(templates) as TemplateId[];

/** The template of an id that a print display names; what is not known prints as the classic one. */
export function templateNamed(id: string): Template {
  return Object.hasOwn(templates, id) ? templates[id as TemplateId] : classic;
}

export function templateOf(model: { template: TemplateId }): Template {
  return templates[model.template];
}
