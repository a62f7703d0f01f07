const TWIPS_PER_POINT = 20;

/**
 * Height of a line in points for type of a size: a whole number of twips, which word processors count in, so
 * that a page holds as many lines in every format.
 */
export function lineHeight(size: number, leading: number): number {
  return Math.round(size * leading * TWIPS_PER_POINT) / TWIPS_PER_POINT;
}

/** The leading of what does not have that of the text. */
export const leadings = { name: 1.22, title: 1.3, contacts: 1.5, section: 1.25, entry: 1.35 } as const;
