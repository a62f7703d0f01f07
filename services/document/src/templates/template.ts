import type { TemplateId } from '../document-model.ts';
import type { SectionKind } from '../words/words.ts';
import type { Measures } from './measures.ts';
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

// Every template ends with these sections.
const lastSections = ['publications', 'awards', 'volunteer', 'portfolios', 'interests', 'references'] as const;

/** Conservative: serif type, a centered header and a hairline under each heading. */
const classic: Template = {
  id: 'classic',
  typeface: 'serif',
  order: [
    'presentation',
    'experiences',
    'educations',
    'skills',
    'languages',
    'projects',
    'certificates',
    ...lastSections,
  ],
  header: 'ruled',
  heading: 'underlined',
  facts: 'below',
  organisation: 'italic',
  measures: {
    margins: { top: 15, side: 20, bottom: 17.8 },
    type: { body: 9.5, leading: 1.34211, name: 24, title: 12.5, section: 12.5, entry: 10, small: 9, footer: 8 },
    header: { title: 1, contacts: 2.4, below: 3.6, outset: 0, above: 0 },
    photo: { width: 29, height: 36 },
    logo: { width: 18, height: 9 },
    gaps: {
      section: 4.4,
      heading: 1.6,
      entry: 2.6,
      bare: 1.6,
      prose: 0.5,
      paragraph: 0.9,
      points: 0.7,
      point: 0.25,
      keywords: 0.8,
      group: 0.8,
    },
    indent: 5,
  },
};

/** Skills before experience; a header on the accent color and a bar beside each heading. */
const modern: Template = {
  id: 'modern',
  typeface: 'sans',
  order: [
    'presentation',
    'skills',
    'experiences',
    'projects',
    'educations',
    'certificates',
    'languages',
    ...lastSections,
  ],
  header: 'panel',
  heading: 'barred',
  facts: 'below',
  organisation: 'upright',
  measures: {
    margins: { top: 12, side: 19, bottom: 16 },
    type: { body: 10, leading: 1.3, name: 26, title: 13.5, section: 13, entry: 11, small: 9.5, footer: 8.5 },
    header: { title: 0.6, contacts: 2.4, below: 5.5, outset: 7, above: 5.5 },
    photo: { width: 29, height: 34 },
    logo: { width: 18, height: 9 },
    gaps: {
      section: 4.8,
      heading: 1.5,
      entry: 2.8,
      bare: 1.8,
      prose: 0.5,
      paragraph: 0.9,
      points: 0.8,
      point: 0.3,
      keywords: 0.9,
      group: 0.9,
    },
    indent: 4.6,
  },
};

/** For long careers: small type, narrow margins and dates beside the title. */
const compact: Template = {
  id: 'compact',
  typeface: 'sans',
  order: [
    'presentation',
    'experiences',
    'projects',
    'educations',
    'certificates',
    'skills',
    'languages',
    ...lastSections,
  ],
  header: 'line',
  heading: 'tinted',
  facts: 'beside',
  organisation: 'upright',
  measures: {
    margins: { top: 11, side: 14, bottom: 14 },
    type: { body: 9.5, leading: 1.22, name: 18, title: 12, section: 10.5, entry: 9.5, small: 9, footer: 8 },
    header: { title: 0, contacts: 0.8, below: 1.8, outset: 0, above: 0 },
    photo: { width: 19, height: 23 },
    logo: { width: 12, height: 6 },
    gaps: {
      section: 2.6,
      heading: 1,
      entry: 1.5,
      bare: 0.6,
      prose: 0.2,
      paragraph: 0.5,
      points: 0.2,
      point: 0.1,
      keywords: 0.2,
      group: 0.3,
    },
    indent: 3.8,
  },
};

export const templates: Record<TemplateId, Template> = { classic, modern, compact };
export const templateIds = Object.keys(templates) as TemplateId[];

/** Returns the template with this id, or the classic template for an unknown id. */
export function templateById(id: string): Template {
  return Object.hasOwn(templates, id) ? templates[id as TemplateId] : classic;
}

export function templateOf(model: { template: TemplateId }): Template {
  return templates[model.template];
}
