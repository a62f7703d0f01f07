import { columnTexts } from '@vitae/document/build-document';
import type { DocumentModel } from '@vitae/document/document-model';
import { directionOfPhrase } from '@vitae/document/writing-system';
import type { PageContents } from './formats/pdf-objects.ts';
import { pdfLines, pdfText } from './formats/pdf-text.ts';

/** `firstDifference` is the first text that is missing or misplaced. */
export type ReadingOrder = { matches: boolean; firstDifference: string | null };

/** Compares the order of the texts of a PDF, as the browser printed it, with that of the CV. */
export function readingOrder(model: DocumentModel, pdf: string, contents: PageContents): ReadingOrder {
  const columns = columnTexts(model);
  const splits = columns.length > 1;
  const difference = columns.some((texts) => texts.some((text) => directionOfPhrase(text) === 'auto'))
    ? differenceOfLines(columns, linesOfWords(pdf, contents))
    : differenceOfText(columns, normalized(pdfText(pdf, contents)), splits);
  return { matches: difference === undefined, firstDifference: difference?.slice(0, MAX_DIFFERENCE_LENGTH) ?? null };
}

const MAX_DIFFERENCE_LENGTH = 200;

/** Searches each text of a column after the previous one. Returns the first text that is not found. */
function differenceOfText(columns: string[][], text: string, splits: boolean): string | undefined {
  for (const texts of columns) {
    let from = 0;
    for (const part of texts) {
      const end = endOf(normalized(part), text, from, splits);
      if (end === -1) return part;
      from = end;
    }
  }
  return undefined;
}

/** At least two lines of a text are on each page. */
const MIN_SPLIT_LENGTH = 20;

/** Returns the position after a text, or -1. `splits`: between its pages, the text of another column can follow. */
function endOf(part: string, text: string, from: number, splits: boolean): number {
  const at = text.indexOf(part, from);
  if (at !== -1) return at + part.length;
  if (!splits) return -1;
  // The longest start of the text that is found.
  let [found, missing] = [0, part.length];
  while (missing - found > 1) {
    const middle = Math.floor((found + missing) / 2);
    if (text.includes(part.slice(0, middle), from)) found = middle;
    else missing = middle;
  }
  if (found < MIN_SPLIT_LENGTH || part.length - found < MIN_SPLIT_LENGTH) return -1;
  return endOf(part.slice(found), text, text.indexOf(part.slice(0, found), from) + found, splits);
}

/** Removes white space, separators, hyphens at the ends of lines and direction marks. */
const normalized = (text: string) =>
  text
    .normalize('NFKC')
    // A font without U+2010 has a hyphen-minus after the soft hyphen.
    .replace(/\u00ad\s*-?/g, '')
    .replace(/[\s\u2010·•\u200b\u200c\u200e\u200f\u202a-\u202e]/g, '');

// With right-to-left letters, a PDF has the glyphs of a line as they are drawn, from left to right. The order in which its
// words are read follows from their directions (UAX #9), but a PDF lacks the isolated phrases of the page, which determine
// it. So the words of a line are compared in any order, but each word must have its letters in their order, and be in the
// line in which it is expected.

const RIGHT_TO_LEFT = '\\p{Script=Hebrew}\\p{Script=Arabic}\\p{Script=Syriac}\\p{Script=Thaana}\\p{Script=Nko}';
const WORD = new RegExp(
  `[${RIGHT_TO_LEFT}][${RIGHT_TO_LEFT}\\p{M}]*|(?:(?![${RIGHT_TO_LEFT}])[\\p{L}\\p{M}\\p{N}])+`,
  'gu',
);
const STARTS_RIGHT_TO_LEFT = new RegExp(`^[${RIGHT_TO_LEFT}]`, 'u');
const isRightToLeft = (text: string) => STARTS_RIGHT_TO_LEFT.test(text);
const isInWord = (text: string) => /^[\p{L}\p{M}\p{N}]/u.test(text);
const SIGNS = /[^\p{L}\p{M}\p{N}]/gu;
/** Some signs, such as ™, have letters in their normal form, but not the direction of letters. */
const SYMBOLS = /\p{So}/gu;
const lettersOf = (text: string) => text.replace(SYMBOLS, ' ').normalize('NFKC').replace(INVISIBLE, '');
const INVISIBLE = /[\u00ad\u0640\u200b-\u200f\u202a-\u202e\u2066-\u2069]/g;

/** Returns the words of a text. A word has letters of one direction. */
function wordsOf(text: string): string[] {
  return lettersOf(text).replace(SIGNS, ' ').match(WORD) ?? [];
}

/** Returns the words of each line that has words. */
function linesOfWords(pdf: string, contents: PageContents): string[][] {
  return pdfLines(pdf, contents)
    .map(wordsOfLine)
    .filter((words) => words.length > 0);
}

/** Returns the words of a line of glyphs. */
function wordsOfLine(glyphs: readonly string[]): string[] {
  const parts: string[][] = [];
  let previous: boolean | undefined;
  for (const glyph of glyphs) {
    const letters = lettersOf(glyph);
    if (letters === '') continue;
    const isRtl = isInWord(letters) ? isRightToLeft(letters) : undefined;
    if (isRtl === undefined) parts.push([' ']);
    else if (isRtl === previous) parts.at(-1)?.push(letters);
    else parts.push([letters]);
    previous = isRtl;
  }
  return parts.flatMap((part) => wordsOf((isRightToLeft(part[0] ?? '') ? part.toReversed() : part).join('')));
}

/** Searches each text of a column in the lines after the previous one. Returns the first text that is not found. */
export function differenceOfLines(columns: string[][], lines: readonly string[][]): string | undefined {
  for (const texts of columns) {
    let place: Place = { line: 0, rest: lines[0] ?? [] };
    for (const text of texts) {
      const end = placeAfter(wordsOf(text), lines, place);
      if (!end) return text;
      place = end;
    }
  }
  return undefined;
}

/** A line, and its words that are not found yet. */
type Place = { line: number; rest: readonly string[] };

/** The words from `at` on, which are expected on a line. `first` replaces the first of them. */
type Attempt = Place & {
  at: number;
  first: string;
  /** Whether the words may also start on a later line. */
  scans: boolean;
};

/** Prevents a missing text whose words are on many lines from taking long. */
const MAX_ATTEMPTS = 20_000;

/** Returns the place after words that are on consecutive lines, or undefined. Their first word is searched in all lines. */
function placeAfter(words: readonly string[], lines: readonly string[][], from: Place): Place | undefined {
  if (words.length === 0) return from;
  const attempts: Attempt[] = [{ ...from, at: 0, first: words[0] ?? '', scans: true }];
  const known = new Set<string>();
  const isNew = (key: string) => known.size < known.add(key).size;
  for (let count = 0; count < MAX_ATTEMPTS + lines.length; count += 1) {
    const attempt = attempts.pop();
    if (!attempt) return undefined;
    const { at, first, line, scans } = attempt;
    const next = lines[line + 1];
    const onNext = { line: line + 1, rest: next ?? [] };
    if (scans && next && isNew(`${line} ${at} scan`)) attempts.push({ ...attempt, ...onNext });
    if (!isNew(`${line} ${at} ${first}`)) continue;
    const { end, rest } = takeWords(words, attempt);
    if (end === words.length) return { line, rest };
    if (!next) continue;
    const missing = words[end] ?? '';
    const broken = restOfBrokenWord(end === at ? first : missing, rest, next);
    if (end === at && broken === undefined) continue;
    // The text continues on the next page, after its footer and texts of another column.
    const isLong = words.slice(at, end).join('').length >= MIN_SPLIT_LENGTH;
    if (isLong) attempts.push({ ...onNext, at: end, first: missing, scans: true });
    attempts.push({ ...onNext, at: end, first: broken ?? missing, scans: false });
  }
  return undefined;
}

/** Takes the words that a line has, up to the first one that it has not. `end` is the position of this one. */
function takeWords(words: readonly string[], { at, first, rest: line }: Attempt): { end: number; rest: string[] } {
  const rest = [...line];
  for (let end = at; end < words.length; end += 1) {
    const found = rest.indexOf(end === at ? first : (words[end] ?? ''));
    if (found === -1) return { end, rest };
    rest.splice(found, 1);
  }
  return { end: words.length, rest };
}

/** Whether a line starts with the rest of a word, or has only a part of it. */
const isStartOf = (line: readonly string[], rest: string) =>
  line.includes(rest) || (line.length === 1 && rest.startsWith(line[0] ?? rest));

/** Returns the end of a word that is broken between two lines, such as a long address. */
function restOfBrokenWord(word: string, line: readonly string[], next: readonly string[]): string | undefined {
  const start = line.find((part) => word.startsWith(part) && isStartOf(next, word.slice(part.length)));
  return start === undefined ? undefined : word.slice(start.length);
}
