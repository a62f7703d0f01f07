import type { SectionKind } from '../headings.ts';
import { classic } from './classic.ts';
import { compact } from './compact.ts';
import type { Measures } from './measures.ts';
import { modern } from './modern.ts';
import type { Typeface } from './typefaces.ts';

/** The layout of a printed CV as data. PDF and word processor formats are both derived from it. */
export type Template = {
  id: TemplateId;
  typeface: Typeface;
  /** Every kind of section, in reading order. */
  order: readonly SectionKind[];
  /**
   * `ruled`: name, title and contacts stacked above a line; centered without a photo.
   * `panel`: the same in white on the accent color.
   * `line`: name and title on one line, and a line under the contacts.
   */
  header: 'ruled' | 'panel' | 'line';
  /** A thin line under each heading, an accent bar beside it, or a tinted background. */
  heading: 'underlined' | 'barred' | 'tinted';
  /** Dates and place of an entry: on a separate line or after the title. */
  facts: 'below' | 'beside';
  organisation: 'upright' | 'italic';
  measures: Measures;
};

export type TemplateId = 'classic' | 'modern' | 'compact';

export const templates: Record<TemplateId, Template> = { classic, modern, compact };
export const templateIds = Object.keys(templates) as TemplateId[];

/** Returns the template with this id, or the classic template for an unknown id. */
export function templateById(id: string): Template {
  return Object.hasOwn(templates, id) ? templates[id as TemplateId] : classic;
}

export function templateOf(model: { template: TemplateId }): Template {
  return templates[model.template];
}
