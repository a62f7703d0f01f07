import { columnsOf } from './ideographic-widths.ts';

const MAX_LENGTH = 30;
/** The maximum for contacts, facts and groups, which are most of a line. */
export const MAX_PHRASE_LENGTH = 60;
/** The maximum for levels in a side column. */
export const MAX_LEVEL_LENGTH = 20;

/**
 * Returns whether an item of a list, such as a keyword, must not break at the end of a line: it is at most 30 letters long,
 * or 15 ideographs.
 */
export function isUnbroken(item: string, maxLength = MAX_LENGTH): boolean {
  return item.length <= maxLength && columnsOf(item) <= maxLength;
}

/** Returns an item with no-break spaces if it must not break, for formats that have no other way to keep it together. */
export function withNoBreakSpaces(item: string, maxLength = MAX_LENGTH): string {
  return isUnbroken(item, maxLength) ? noBreak(item) : item;
}

export const noBreak = (text: string): string => text.replaceAll(' ', '\u00a0');
