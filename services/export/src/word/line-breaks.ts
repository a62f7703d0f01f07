import { MM_PER_POINT } from '@vitae/document/templates/measures';
import { shownWidth } from '@vitae/document/templates/shown-width';
import { textWidth } from '@vitae/document/templates/text-widths';
import type { Typeface } from '@vitae/document/templates/typefaces';
import { SOFT_HYPHEN } from '@vitae/document/typography/soft-hyphens';
import type { Theme } from './theme.ts';
import { contactWidth, headerWidth } from './word-grid.ts';

/** The space beside a contact and between contacts on the printed page, as a multiple of the type size. */
const ITEM_MARGIN = { narrow: 0.42, wide: 0.95 };

/**
 * Returns the contacts that start a line on the printed page, which breaks only inside a contact that is wider than a line,
 * and whose lines are about equally long: word processors would break addresses and telephone numbers at hyphens. Returns
 * undefined if the widths are unknown.
 */
export function lineStarts(contacts: readonly string[], theme: Theme): Set<number> | undefined {
  const { template, measures } = theme;
  const limit = contactWidth(theme) / (measures.type.small * MM_PER_POINT);
  const gap = widthOf(' ', regularText(theme)) ?? 0;
  const margin = template.entry.dates === 'text' ? ITEM_MARGIN.narrow : ITEM_MARGIN.wide;
  const widths: number[] = [];
  for (const text of contacts) {
    const width = widthOf(text, regularText(theme));
    if (theme.rtl || width === undefined) return undefined;
    // A contact that is wider than a line has its own lines.
    widths.push(Math.min(width + margin, limit));
  }
  return balanced(widths, gap, limit);
}

/** Precision of the width of balanced lines, as a multiple of the type size. */
const PRECISION = 0.05;

/** Returns the items that start a line in the narrowest text that has no more lines than one of the maximum width. */
function balanced(widths: number[], gap: number, limit: number): Set<number> {
  let starts = startsOfLines(widths, gap, limit);
  let [tooNarrow, wide] = [Math.max(0, ...widths), limit];
  while (wide - tooNarrow > PRECISION) {
    const middle = (tooNarrow + wide) / 2;
    const narrower = startsOfLines(widths, gap, middle);
    if (narrower.size > starts.size) tooNarrow = middle;
    else [starts, wide] = [narrower, middle];
  }
  return starts;
}

function startsOfLines(widths: number[], gap: number, limit: number): Set<number> {
  const starts = new Set<number>();
  let end = 0;
  for (const [index, width] of widths.entries()) {
    const startsLine = index > 0 && end + gap + width > limit;
    if (startsLine) starts.add(index);
    end = (startsLine || index === 0 ? 0 : end + gap) + width;
  }
  return starts;
}

/** Kerning and ligatures make a text narrower than the sum of its letters. */
const KERNING = 0.993;
/** Bold letters are wider than regular ones. */
const BOLD: Record<Typeface, number> = { sans: 1.022, serif: 1.097 };

type Font = { typeface: Typeface; bold: boolean; ideographic: boolean };

const regularText = ({ template, ideographic }: Theme): Font => ({
  typeface: template.typefaces.text,
  bold: false,
  ideographic,
});

/** Returns the width of a text as a multiple of the type size. Undefined if it is unknown. */
function widthOf(original: string, { typeface, bold, ideographic }: Font): number | undefined {
  const text = original.replaceAll(SOFT_HYPHEN, '');
  if (ideographic) return shownWidth(text, typeface, ideographic);
  const width = textWidth(text, typeface);
  return width === undefined ? undefined : width * KERNING * (bold ? BOLD[typeface] : 1);
}

/** Where lines break: after a space, a slash or a hyphen. */
const PART = /[^ /-]+[ /-]*|[ /-]+/g;
const partsOf = (text: string) => text.match(PART) ?? [];

/** Computed widths can be too small by up to this fraction. */
const DEVIATION = 0.002;

/** Returns the lines of a contact in the side column, and whether all of them fit into it. */
export function linesInColumn(contact: string, theme: Theme): { lines: string[]; fit: boolean } {
  const { grid, type } = theme.measures;
  const limit = grid.column / (type.small * MM_PER_POINT);
  const lines = balancedLines(contact, limit, regularText(theme), theme);
  const widest = Math.max(...lines.map((line) => widthOf(line, regularText(theme)) ?? Number.POSITIVE_INFINITY));
  return { lines, fit: widest <= (1 - DEVIATION) * limit };
}

/** Returns the lines of the name. */
export function nameLines(theme: Theme): string[] {
  const { model, measures, template, ideographic } = theme;
  const width = template.side === null ? headerWidth(theme) : measures.grid.column;
  const font = { typeface: template.typefaces.headings, bold: true, ideographic };
  return balancedLines(model.header.name, width / (measures.type.name * MM_PER_POINT), font, theme);
}

/**
 * Returns lines that are about equally long, as on the printed page. Returns one line if the widths are unknown, or if a
 * word must be broken.
 */
function balancedLines(text: string, limit: number, font: Font, { rtl }: Theme): string[] {
  const parts = partsOf(text);
  const widths: number[] = [];
  for (const part of parts) {
    const width = widthOf(part.trimEnd(), font);
    if (rtl || width === undefined || width > limit) return [text];
    widths.push(widthOf(part, font) ?? width);
  }
  const starts = balanced(widths, 0, limit);
  const lines: string[] = [];
  for (const [index, part] of parts.entries()) {
    if (index === 0 || starts.has(index)) lines.push(part);
    else lines.push(`${lines.pop()}${part}`);
  }
  return trimmed(lines);
}

/** Removes the spaces at line breaks, which would be underlined. */
const trimmed = (lines: string[]) => lines.map((line, index) => (index === lines.length - 1 ? line : line.trimEnd()));

/** Browsers avoid a last line with one word that is narrower than this part of the line (`text-wrap: pretty`). */
const SHORT_LINE = 1 / 3;
/** Factors by which the computed width of a line can deviate. A word must not stand alone with any of them. */
const LINE_WIDTHS = [0.985, 1, 1.015] as const;

/**
 * Returns a text of `size` points with a no-break space before its last word if that word would stand alone on the last line,
 * as on the printed page. `width` is that of the lines in millimeters. Applicant tracking systems may not read no-break spaces.
 */
export function withoutLoneWord(text: string, { width, size }: { width: number; size: number }, theme: Theme): string {
  const lastSpace = text.lastIndexOf(' ');
  if (lastSpace < 0 || theme.rtl || theme.ideographic || theme.template.id === 'plain') return text;
  const limit = width / (size * MM_PER_POINT);
  const lastWord = widthOf(text.slice(lastSpace + 1), regularText(theme));
  if (lastWord === undefined || lastWord > SHORT_LINE * limit) return text;
  const lastTwo = widthOf(text.slice(text.lastIndexOf(' ', lastSpace - 1) + 1), regularText(theme));
  if (lastTwo === undefined || lastTwo > LINE_WIDTHS[0] * limit) return text;
  const parts = partsOf(text).map((part) => ({
    length: part.length,
    width: widthOf(part.trimEnd(), regularText(theme)) ?? Number.NaN,
    widthWithSpace: widthOf(part, regularText(theme)) ?? Number.NaN,
  }));
  if (parts.some(({ width, widthWithSpace }) => Number.isNaN(width + widthWithSpace))) return text;
  const isAlone = LINE_WIDTHS.some((factor) => lastLineStart(parts, factor * limit) > lastSpace);
  return isAlone ? `${text.slice(0, lastSpace)}\u00a0${text.slice(lastSpace + 1)}` : text;
}

type Part = { length: number; width: number; widthWithSpace: number };

/** Returns where the last line of a text starts. */
function lastLineStart(parts: readonly Part[], limit: number): number {
  let [start, at, end] = [0, 0, 0];
  for (const { length, width, widthWithSpace } of parts) {
    if (end > 0 && end + width > limit) [start, end] = [at, 0];
    end += widthWithSpace;
    at += length;
  }
  return start;
}

/** Whether the title of the person is below the name: it is too wide for the rest of its line, or always there. */
export function hasTitleLine(theme: Theme): boolean {
  const { model, template, measures, ideographic } = theme;
  const { name, title } = model.header;
  if (title === null || template.header !== 'line') return title !== null;
  const widthInMm = (text: string, size: number, font: Font) =>
    (widthOf(text, font) ?? shownWidth(text, font.typeface)) * size * MM_PER_POINT;
  const bold = { typeface: template.typefaces.headings, bold: true, ideographic };
  const nameWidth = widthInMm(name, measures.type.name, bold);
  return nameWidth + TITLE_GAP_MM + widthInMm(title, measures.type.title, regularText(theme)) > headerWidth(theme);
}

const TITLE_GAP_MM = 3;

/** A text on the line of an entry's title. `size` is in points. */
export type TitleText = { text: string; size: number; bold: boolean };

/**
 * Returns the lines of each text on the line of a title that is `width` millimeters wide. The texts follow each other, so
 * the first line of a text is empty if it starts a line. Each text has one line if the widths are unknown, or if a word must
 * be broken.
 */
export function titleLines(texts: readonly TitleText[], width: number, theme: Theme): string[][] {
  const unbroken = texts.map(({ text }) => [text]);
  if (theme.rtl) return unbroken;
  let end = 0;
  const broken: string[][] = [];
  for (const { text, size, bold } of texts) {
    const lines = [''];
    for (const part of partsOf(text)) {
      const inMm = (shown: string) => widthOf(shown, { ...regularText(theme), bold });
      const [own, withSpace] = [inMm(part.trimEnd()), inMm(part)];
      if (own === undefined || withSpace === undefined) return unbroken;
      const scale = size * MM_PER_POINT;
      if (own * scale > width) return unbroken;
      if (end > 0 && end + own * scale > width) {
        lines.push('');
        end = 0;
      }
      lines.push(`${lines.pop()}${part}`);
      end += withSpace * scale;
    }
    broken.push(trimmed(lines));
  }
  return broken;
}
