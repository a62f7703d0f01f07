import type { SectionKind } from '../../headings.ts';
import { classicStyles } from './classic.ts';
import { compactStyles } from './compact.ts';
import { modernStyles } from './modern.ts';

export type LookId = 'classic' | 'modern' | 'compact';

/** How a CV looks on the web. */
export type Look = {
  id: LookId;
  /** Beyond what every look has. */
  styles: string;
  /** Sections that stand in a second column where there is room, and after the others where there is none. */
  beside: readonly SectionKind[];
};

const looks: Record<LookId, Look> = {
  classic: { id: 'classic', styles: classicStyles, beside: [] },
  modern: {
    id: 'modern',
    styles: modernStyles,
    beside: ['skills', 'languages', 'certificates', 'interests', 'awards'],
  },
  compact: { id: 'compact', styles: compactStyles, beside: [] },
};

/** The look that a web display names; what is not known looks classic. */
export function lookNamed(id: string): Look {
  return Object.hasOwn(looks, id) ? looks[id as LookId] : looks.classic;
}
