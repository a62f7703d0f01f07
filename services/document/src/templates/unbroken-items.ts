const MAX_LENGTH = 30;
const wide = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\uff00-\uff60]/gu;

/**
 * Returns whether an item of a list, such as a keyword, must not break at the end of a line: it is at most 30 letters long,
 * or 15 ideographs.
 */
export function isUnbroken(item: string): boolean {
  return item.length <= MAX_LENGTH && item.length + (item.match(wide)?.length ?? 0) <= MAX_LENGTH;
}

/** Returns an item with no-break spaces if it must not break, for formats that have no other way to keep it together. */
export function withNoBreakSpaces(item: string): string {
  return isUnbroken(item) ? item.replaceAll(' ', '\u00a0') : item;
}
