import type { Linked } from '@vitae/document/document-model';
import { SOFT_HYPHEN } from '@vitae/document/typography/soft-hyphens';
import { directionalRuns, directionOfPhrase, splitByMatch } from '@vitae/document/writing-system';
import { ExternalHyperlink, type IRunPropertiesOptions, type ParagraphChild, SoftHyphen, TextRun } from 'docx';
import { halfPoints, hex, type Theme } from './theme.ts';

/**
 * An outline font, because LibreOffice before 7.5 leaves emoji of color fonts blank in PDF files. Systems without this
 * font, or for characters that it lacks, use their own emoji font.
 */
const EMOJI_FONT = 'Symbola';
/** UTS #51, "RGI emoji set". */
const EMOJIS = /\p{RGI_Emoji}+/gv;

// Left-to-right and right-to-left mark (UAX #9).
const LRM = '\u200e';
const RLM = '\u200f';

const HAS_LETTER_FIRST = /^\p{L}/u;
/** Digits, signs and punctuation. Fonts of Hebrew have none, and fonts of Arabic lack most. */
const SIGNS = /[!-~\u00a1-\u024f\u2010-\u2027\u2030-\u205e\u20a0-\u20c0]+/g;

/** Returns the runs of a text. Word needs the direction of each run and does not detect it. */
export function runs(text: string, theme: Theme, format: IRunPropertiesOptions = {}): ParagraphChild[] {
  const parts = directionalRuns(keepOrder(text, theme));
  return parts.flatMap((part) =>
    splitByMatch(part.text, EMOJIS).flatMap(({ text, matches: isEmoji }) => {
      if (isEmoji) return new TextRun({ ...format, text, font: EMOJI_FONT, bold: false, italics: false });
      if (part.direction === 'rtl') return rightToLeftRuns(text, theme, format);
      const isBesideRightToLeft = parts.length > 1 || (theme.rtl && !HAS_LETTER_FIRST.test(text));
      return new TextRun({ ...format, ...hyphenated(text), ...(isBesideRightToLeft ? { font: theme.signFont } : {}) });
    }),
  );
}

/** Word shows the character of a soft hyphen as a hyphen, so it is an element. */
function hyphenated(text: string): IRunPropertiesOptions & { text?: string; children?: (string | SoftHyphen)[] } {
  if (!text.includes(SOFT_HYPHEN)) return { text };
  const parts = text.split(SOFT_HYPHEN);
  return { children: parts.flatMap((part, index) => (index === 0 ? [part] : [new SoftHyphen(), part])) };
}

/** LibreOffice draws signs beside right-to-left letters in the font of these letters, or not at all. */
function rightToLeftRuns(text: string, { signFont }: Theme, format: IRunPropertiesOptions): TextRun[] {
  return splitByMatch(text, SIGNS).map(
    ({ text, matches }) => new TextRun({ ...format, text, rightToLeft: true, ...(matches ? { font: signFont } : {}) }),
  );
}

/**
 * Returns the runs of a text that may be a link. `mark` is the color of the line under links. Links without a line say so,
 * because Word 97 files show them with a blue one otherwise. `lines` are the lines of the text, if it is broken.
 */
export function linkedRuns(
  { text, href }: Linked,
  theme: Theme,
  { mark, ...format }: IRunPropertiesOptions & { mark?: string },
  lines: readonly string[] = [text],
): ParagraphChild[] {
  const runsOfLines = (own: IRunPropertiesOptions) =>
    lines.flatMap((line, index) => [...(index === 0 ? [] : [new TextRun({ break: 1 })]), ...runs(line, theme, own)]);
  if (href === null) return runsOfLines(format);
  const underline = mark === undefined ? { type: 'none' as const } : { type: 'single' as const, color: hex(mark) };
  return [new ExternalHyperlink({ link: href, children: runsOfLines({ ...format, underline }) })];
}

/** Keeps a left-to-right text that starts with a digit, or starts or ends with a sign, in order beside right-to-left texts. */
function keepOrder(text: string, { rtl }: Theme): string {
  if (!rtl || text === '' || directionOfPhrase(text) !== 'ltr') return text;
  return `${HAS_LETTER_FIRST.test(text) ? '' : LRM}${text}${/[\p{L}\p{N}]$/u.test(text) ? '' : LRM}`;
}

/**
 * Returns a tiny space before a left-to-right phrase in a right-to-left document. Without a space where the line can
 * break, LibreOffice breaks such a phrase anywhere.
 */
export function lineBreakOpportunity(phrase: string, { rtl }: Theme): ParagraphChild[] {
  if (!rtl || directionOfPhrase(phrase) !== 'ltr') return [];
  return [new TextRun({ text: `${LRM} `, size: 2, sizeComplexScript: 2 })];
}

/**
 * Returns a separator between two texts of any direction. In a right-to-left document, marks prevent two left-to-right
 * texts from being joined. The last mark precedes the space, where the line may break.
 */
export function separator(sign: string, { rtl, signFont }: Theme, format: IRunPropertiesOptions = {}): TextRun {
  const text = rtl ? `${RLM}${sign.trimEnd()}${RLM} ` : sign;
  return new TextRun({ ...format, text, ...(rtl ? { rightToLeft: true, font: signFont } : {}) });
}

/** Returns the runs of a list. In a right-to-left document, the separators keep left-to-right items in their order. */
export function listRuns(items: readonly string[], theme: Theme, format: IRunPropertiesOptions = {}): ParagraphChild[] {
  const { list } = theme.signs;
  if (!theme.rtl) return runs(items.join(list), theme, format);
  return items.flatMap((item, index) => [
    ...(index === 0 ? [] : [separator(list, theme, format)]),
    ...runs(item, theme, format),
  ]);
}

/** Returns a bracket between two texts of any direction. */
export function bracket(sign: string, { rtl, signFont }: Theme, format: IRunPropertiesOptions): TextRun {
  const text = rtl ? `${RLM}${sign}${RLM}` : sign;
  return new TextRun({ ...format, text, ...(rtl ? { rightToLeft: true, font: signFont } : {}) });
}

// Text extractors read a wider gap as the start of a column.
const NARROW = '\u00a0\u00a0 ';
const WIDE = '\u00a0\u00a0\u00a0\u00a0 ';

/** The space between two contacts, where the line may break. */
export function space(theme: Theme): TextRun {
  return gapRun(theme.template.entry.dates === 'text' ? NARROW : WIDE, theme);
}

/** The space between the name and the title on its line. */
export function titleSpace(theme: Theme): TextRun {
  return gapRun(NARROW, theme, { size: halfPoints(theme.measures.type.title) });
}

function gapRun(gap: string, { rtl, signFont }: Theme, format: IRunPropertiesOptions = {}): TextRun {
  const text = rtl ? `${RLM}${gap.slice(0, -1)}${RLM} ` : gap;
  return new TextRun({ ...format, text, ...(rtl ? { rightToLeft: true, font: signFont } : {}) });
}
