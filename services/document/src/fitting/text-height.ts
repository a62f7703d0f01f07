import { maxIdeographicWidth } from '../templates/ideographic-widths.ts';
import { lineHeight } from '../templates/measures.ts';
import { textWidth } from '../templates/text-widths.ts';
import type { Typeface } from '../templates/typefaces.ts';

/** A line of running text. `size` and the available `width` are in points. */
export type Line = {
  size: number;
  leading: number;
  width: number;
  typeface: Typeface;
  /** Whether the language is written with ideographs. */
  ideographic: boolean;
  bold?: boolean;
};

/** Upper bounds of the factor by which kerning and bold type widen a text. */
const SLACK = { normal: 1.03, bold: { sans: 1.08, serif: 1.17 } };

/** Returns an upper bound of the height of a text in points. Infinity if it has letters of unknown width. */
export function heightOfText(text: string, line: Line): number {
  return text === '' ? 0 : heightOfParts(partsOf(text, line), line);
}

/** Returns the parts of a text between which a line can break. */
export function partsOf(text: string, { ideographic }: Line): string[] {
  return text.split(ideographic ? BETWEEN_IDEOGRAPHS : AFTER_SPACE);
}

const AFTER_SPACE = /(?<=[^\S\u00a0])/;
/** Where Chinese and Japanese can break whatever the style. Small kana and signs stay with the character before them. */
const BETWEEN_IDEOGRAPHS =
  /(?<=\s)|(?<=[\p{Script=Han}あ-んア-ン])(?=(?![々〻])[\p{Script=Han}あいうえおか-ぢつ-もやゆよら-ろわ-んアイウエオカ-ヂツ-モヤユヨラ-ロワ-ン])/u;

/** Returns the same bound for parts that are not broken unless they are wider than a line. */
export function heightOfParts(parts: string[], line: Line): number {
  const { size, leading, width } = line;
  let [lines, end] = [0, width];
  for (const part of parts) {
    // Browsers ignore the space at the end of a line.
    const own = widthOf(part.trimEnd(), line);
    if (own > width) {
      lines += linesOfBroken(part, line);
      end = width;
      continue;
    }
    if (end + own > width) [lines, end] = [lines + 1, 0];
    end += widthOf(part, line);
  }
  return lineHeight(size, leading) * lines;
}

/** A line with a broken word is at most this much shorter than the width, as a multiple of the type size. */
const MAX_REST = 4;

/** Returns how many lines a part takes if each of its words starts a line. */
function linesOfBroken(part: string, line: Line): number {
  const words = part.split(/(?<=[^\p{L}\p{N}])|(?=[^\p{L}\p{N}])/u);
  const broken = words.map((word) => Math.ceil(widthOf(word, line) / (line.width - MAX_REST * line.size)));
  return broken.reduce((sum, lines) => sum + lines, 0);
}

function widthOf(text: string, { size, typeface, ideographic, bold = false }: Line): number {
  const width = ideographic ? maxIdeographicWidth(text, typeface) : textWidth(text, typeface);
  return (width ?? Number.POSITIVE_INFINITY) * size * (bold ? SLACK.bold[typeface] : SLACK.normal);
}
