import type { Typeface } from './typefaces.ts';

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
const LAST_IN_TABLE = 0x7e;
/** Characters that are one em wide at most. */
const ONE_EM = /^[\u00a0-\u024f\u2010-\u203b\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\uff00-\uffee]$/u;

/** Estimates the width of a text in Noto CJK, as a multiple of the type size. */
export function estimatedWidth(text: string, typeface: Typeface): number {
  return sumOf(text, (code) => tableWidth(code, typeface) ?? (code > LAST_NARROW ? UNITS_PER_EM : LETTER_WIDTH));
}

/** Returns an upper bound of the width of a text in Noto CJK, as a multiple of the type size. Infinity if it is unknown. */
export function maxIdeographicWidth(text: string, typeface: Typeface): number {
  return sumOf(
    text,
    (code, character) =>
      tableWidth(code, typeface) ?? (ONE_EM.test(character) ? UNITS_PER_EM : Number.POSITIVE_INFINITY),
  );
}

const IDEOGRAPHS =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\u3000-\u303f\uff00-\uff60\uffe0-\uffe6]/gu;

/** Returns the length of a text in columns: ideographs and other full-width characters take two. */
export function columnsOf(text: string): number {
  return text.length + (text.match(IDEOGRAPHS)?.length ?? 0);
}

function tableWidth(code: number, typeface: Typeface): number | undefined {
  if (code < FIRST || code > LAST_IN_TABLE) return undefined;
  const at = (code - FIRST) * DIGITS;
  return Number.parseInt(widths[typeface].slice(at, at + DIGITS), RADIX);
}

function sumOf(text: string, unitsOf: (code: number, character: string) => number): number {
  let units = 0;
  for (const character of text) units += unitsOf(character.codePointAt(0) ?? 0, character);
  return units / UNITS_PER_EM;
}
