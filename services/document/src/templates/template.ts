import type { TemplateId } from '../document-model.ts';
import type { SectionKind } from '../words/words.ts';
import type { Measures } from './measures.ts';
import type { Typeface } from './typefaces.ts';

/** The design of a CV as data. The web page, the PDF and the word processor files are derived from it. */
export type Template = {
  id: TemplateId;
  /** The typefaces of name and headings, and of all other text. */
  typefaces: { headings: Typeface; text: Typeface };
  /** Every kind of section, in reading order: first those of the side column. Owners can choose another order. */
  order: readonly SectionKind[];
  /**
   * `centered`: name, title and contacts stacked above a line; aligned to the start beside a photo.
   * `start`: the same, always aligned to the start.
   * `panel`: aligned to the start, in white on the accent color.
   * `line`: name and title on one line, and a line under the contacts.
   * `side`: photo, name, title and contacts at the top of the side column.
   */
  header: 'centered' | 'start' | 'panel' | 'line' | 'side';
  /**
   * `underlined`: a thin line below. `barred`: an accent bar in the column before the text. `tinted`: on a light tint of
   * the accent color. `margin`: in the column before the text, beside the content. `bold`: no decoration.
   */
  heading: 'underlined' | 'barred' | 'tinted' | 'margin' | 'bold';
  entry: {
    /** `start`, `end`: in a column before or after the text, on the line of the title. `text`: among the other facts. */
    dates: 'start' | 'end' | 'text';
    /** Organisation, place and note: on the line below the title, or after the title. */
    organisation: 'below' | 'beside';
    organisationStyle: 'upright' | 'italic';
  };
  /** The column beside the text, with these sections on this background; null without. The other sections follow it. */
  side: { sections: readonly SectionKind[]; ground: 'tinted' | 'paper' } | null;
  /** Whether the accent color is used, apart from name and headings. */
  color: 'accent' | 'restrained';
  measures: Measures;
};

/** Returns whether the period of an entry is read before its organisation, because it stands on the line of the title. */
export function periodComesFirst({ entry }: Template): boolean {
  return entry.dates !== 'text' && entry.organisation === 'below';
}

export function isSideSection({ side }: Template, kind: SectionKind): boolean {
  return side?.sections.includes(kind) ?? false;
}

/**
 * Returns every kind of section in reading order: as the owner chose, then in the order of the template. The sections of
 * the side column always come first.
 */
export function sectionOrderOf(template: Template, chosen: readonly SectionKind[] = []): SectionKind[] {
  const order = [...new Set([...chosen, ...template.order])];
  const isSide = (kind: SectionKind) => isSideSection(template, kind);
  return [...order.filter(isSide), ...order.filter((kind) => !isSide(kind))];
}
