/** The usual width of letters, digits and spaces beside ideographs, as a multiple of the type size. */
const LETTER_WIDTH = 0.56;
const SPACE_WIDTH = 0.22;
/** The characters above are ideographs, kana or hangul. */
const LAST_NARROW = 0x10ff;

/** Estimates the width of a text of any script as a multiple of the type size. Ideographs are as wide as high. */
export function estimatedWidth(text: string): number {
  return Array.from(text, (character) => {
    if (/\s/.test(character)) return SPACE_WIDTH;
    return (character.codePointAt(0) ?? 0) > LAST_NARROW ? 1 : LETTER_WIDTH;
  }).reduce((sum, width) => sum + width, 0);
}
