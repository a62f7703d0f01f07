import type { Typeface } from '@vitae/document/templates/typefaces';

const FIRST = 0x20;
const UNITS_PER_EM = 1000;
const DIGITS = 2;
const RADIX = 36;
/** The widths of U+0020 to U+007E in Noto Sans CJK and Noto Serif CJK, encoded like the widths in `text-widths.ts`. */
const widths: Record<Typeface, string> = {
  sans: '688zd6ffffpliw7q9e9eczff7q9n7qawffffffffffffffffffff7q7qffffffd6qagwi9hqj4gdfcj5k885evhyf3mkk3kmhlkmhngkgnk1fzoefxergr9eaw9efffjgufnh6e6h8fe91fogv7n7nfc7wpqgyguh8h8asd0ahgvehmaduehd79e7i9eff',
  serif:
    '748kagfyfapnln5ga4a4dag4939m939sfhd3fifhfffifif9fifm9393g4g4g4c0pcjyimj7lei4hhklnpb9b6kbhdr3m4lbhtlbjvfribm5jut9jgj3gt9k9s9kg4fnc3fhhqeyhhf6asfqif988ngv9ar2idgkhqgvcud5a7i5f8nafofcduae8saeg4',
};
/** The usual width of other narrow letters. */
const LETTER_WIDTH = 560;
/** The last character before Hangul, kana and ideographs, which are one em wide. */
const LAST_NARROW = 0x10ff;

/** Estimates the width of a text in Noto CJK, as a multiple of the type size. */
export function estimatedWidth(text: string, typeface: Typeface): number {
  return Array.from(text, (character) => {
    const code = character.codePointAt(0) ?? 0;
    const at = (code - FIRST) * DIGITS;
    const width = at < 0 ? '' : widths[typeface].slice(at, at + DIGITS);
    if (width !== '') return Number.parseInt(width, RADIX);
    return code > LAST_NARROW ? UNITS_PER_EM : LETTER_WIDTH;
  }).reduce((sum, width) => sum + width / UNITS_PER_EM, 0);
}
