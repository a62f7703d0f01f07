import type { Linked } from '@vitae/document/document-model';
import { directionalRuns, directionOf, directionOfPhrase } from '@vitae/document/writing-system';
import { ExternalHyperlink, type IRunPropertiesOptions, type ParagraphChild, TextRun } from 'docx';
import { EMOJI_FONT, emojiParts } from './emoji.ts';
import type { Theme } from './theme.ts';

/**
 * Text as runs; what is written from the right is marked so, because Word does not find out by itself,
 * and emoji have a font of their own.
 */
export function runs(text: string, look: IRunPropertiesOptions = {}): ParagraphChild[] {
  return directionalRuns(text).flatMap((part) =>
    emojiParts(part.text).map(
      ({ text, emoji }) =>
        new TextRun({
          ...look,
          text,
          ...(part.direction === 'rtl' && !emoji ? { rightToLeft: true } : {}),
          ...(emoji ? { font: EMOJI_FONT, bold: false, italics: false } : {}),
        }),
    ),
  );
}

/**
 * A text that is a link where it leads somewhere; it looks like the text around it, and says so itself:
 * otherwise Word 97 files show every link in blue.
 */
export function linkedRuns({ text, href }: Linked, look: IRunPropertiesOptions): ParagraphChild[] {
  if (href === null) return runs(text, look);
  return [new ExternalHyperlink({ link: href, children: runs(text, { ...look, underline: { type: 'none' } }) })];
}

// A mark from the left (LRM, UAX #9): a number stays before what follows it among words from the right.
const FROM_THE_LEFT = '\u200e';

/** A text without a letter from the right stays in the order in which it was written, as on the page. */
export function inOwnOrder(text: string, { rtl: fromTheRight }: Theme): string {
  return fromTheRight && /^[^\p{L}]/u.test(text) && directionOfPhrase(text) === 'ltr'
    ? `${FROM_THE_LEFT}${text}`
    : text;
}

/**
 * Before a phrase from the left among words from the right: a space of a point that belongs to it. LibreOffice
 * cuts such a phrase anywhere when it holds no space at which the line could end.
 */
export function placeToBreak(phrase: string, { rtl: fromTheRight }: Theme): ParagraphChild[] {
  if (!fromTheRight || directionOfPhrase(phrase) !== 'ltr') return [];
  return [new TextRun({ text: `${FROM_THE_LEFT} `, size: 2, sizeComplexScript: 2 })];
}

// A mark from the right (RLM, UAX #9): what stands between two texts from the left would join them into one.
const FROM_THE_RIGHT = '\u200f';

/** What stands between two texts, each of which may read in its own direction. */
export function between(sign: string, { rtl: fromTheRight }: Theme, run: IRunPropertiesOptions = {}): TextRun {
  // The mark stands before a last space, at which a line may end.
  const text = fromTheRight ? `${FROM_THE_RIGHT}${sign.trimEnd()}${FROM_THE_RIGHT} ` : sign;
  return new TextRun({ ...run, text, ...(fromTheRight ? { rightToLeft: true } : {}) });
}

/** Facts in a row, with dots between them that stay at the end of a line. */
export function dotted(
  facts: ParagraphChild[][],
  look: Theme,
  style: 'Separator' | 'HeaderSeparator' = 'Separator',
): ParagraphChild[] {
  return facts.flatMap((fact, index) => (index === 0 ? fact : [between('\u00a0· ', look, { style }), ...fact]));
}

export function isRightToLeft(text: string): boolean {
  return directionOf(text) === 'rtl';
}
