import type { SectionKind } from '../../headings.ts';
import { classicStyles } from './classic.ts';
import { compactStyles } from './compact.ts';
import { modernStyles } from './modern.ts';

export type DesignId = 'classic' | 'modern' | 'compact';

/** The layout of a CV on the web. */
export type Design = {
  id: DesignId;
  /** Style sheet added to the base styles. */
  styles: string;
  /** Sections in the second column; on narrow screens they follow the other sections. */
  sideSections: readonly SectionKind[];
};

const designs: Record<DesignId, Design> = {
  classic: { id: 'classic', styles: classicStyles, sideSections: [] },
  modern: {
    id: 'modern',
    styles: modernStyles,
    sideSections: ['skills', 'languages', 'certificates', 'interests', 'awards'],
  },
  compact: { id: 'compact', styles: compactStyles, sideSections: [] },
};

/** Returns the design with this id, or the classic design for an unknown id. */
export function designById(id: string): Design {
  return Object.hasOwn(designs, id) ? designs[id as DesignId] : designs.classic;
}
