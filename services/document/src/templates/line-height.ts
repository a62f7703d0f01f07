const TWIPS_PER_POINT = 20;

/**
 * Returns the line height in points for a type size, rounded to twips as word processors do, so that a page has the
 * same number of lines in every format.
 */
export function lineHeight(size: number, leading: number): number {
  return Math.round(size * leading * TWIPS_PER_POINT) / TWIPS_PER_POINT;
}

/** Leading of the elements that do not use the leading of the body text. */
export const leadings = { name: 1.22, title: 1.3, contacts: 1.5, section: 1.25, entry: 1.35 } as const;
