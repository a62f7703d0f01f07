import { execFileSync } from 'node:child_process';
import { countMissingGlyphs, pageContents } from '@vitae/export/formats/pdf-objects';
import { readPgm } from './page-similarity.ts';

const MM_PER_INCH = 25.4;
/** A line of `pdfimages -list`: page, number, type, size in pixels, color, object, and pixels per inch. */
const IMAGE = /^\s*\d+\s+\d+\s+image\s+(\d+)\s+(\d+)(?:\s+\S+){7}\s+([\d.]+)\s+([\d.]+)/gm;

/** Inspects a PDF with poppler's programs. */
export function readPdf(file: Buffer) {
  const run = (program: string, ...options: string[]) =>
    execFileSync(program, options, { input: file, maxBuffer: 64 * 1024 * 1024 });
  const read = (program: string, ...options: string[]) => run(program, ...options).toString();
  return {
    text: (...options: string[]) => read('pdftotext', ...options, '-', '-'),
    info: (...options: string[]) => read('pdfinfo', ...options, '-'),
    /** The text of the tags in their order, which screen readers follow. */
    taggedText: () =>
      [...read('pdfinfo', '-struct-text', '-').matchAll(/^ +"(.*)"$/gm)].map(([, text]) => text).join('\n'),
    fonts: () => read('pdffonts', '-').split('\n').slice(2).filter(Boolean),
    /** A page in shades of gray. */
    page: (number: number, dpi: number) =>
      readPgm(run('pdftoppm', '-r', String(dpi), '-gray', '-f', String(number), '-singlefile', '-')),
    /** The size of each image on paper in millimetres. The browser embeds only the visible part of an image. */
    images: () =>
      [...read('pdfimages', '-list', '-').matchAll(IMAGE)].map(([, width, height, xPpi, yPpi]) => ({
        width: (Number(width) / Number(xPpi)) * MM_PER_INCH,
        height: (Number(height) / Number(yPpi)) * MM_PER_INCH,
      })),
  };
}

/** Counts the missing glyphs in a PDF that the browser printed. */
export function missingGlyphs(file: Buffer): number {
  const text = file.toString('latin1');
  return countMissingGlyphs(text, pageContents(text));
}

/** Returns the lines of each page without the footer. */
export function pageLines(file: Buffer, footer: string, ...options: string[]): string[][] {
  const pages = readPdf(file)
    .text(...options)
    .split('\f')
    .slice(0, -1);
  // The words of right-to-left lines are in visual order.
  const inAnyOrder = (line: string) => Array.from(normalized(line)).sort().join('');
  const isFooter = (line: string) => inAnyOrder(line) === inAnyOrder(footer) || /^\d{1,3} ?\/ ?\d{1,3}$/.test(line);
  return pages.map((page, index) =>
    page
      .split('\n')
      .map((line) => line.replace(DIRECTION_MARKS, '').trim())
      .filter((line) => line !== '' && (index === 0 || !isFooter(line))),
  );
}

/** Throws if a part does not follow the previous one in the text. Compares normalized texts. */
export function expectInOrder(text: string, parts: string[], normalize = normalized): void {
  const rest = normalize(text);
  let from = 0;
  const misplaced = parts.find((part) => {
    const at = rest.indexOf(normalize(part), from);
    if (at >= 0) from = at + normalize(part).length;
    return at < 0;
  });
  expect({ misplaced, after: misplaced && rest.slice(Math.max(0, from - 60), from) }).toEqual({});
}

const DIRECTION_MARKS = /[\u200e\u200f\u202a-\u202e]/g;

/** Removes white space, dots, hyphens at the ends of lines, and direction marks. */
export const normalized = (text: string) =>
  text
    .normalize('NFKC')
    // A font without U+2010 has a hyphen-minus after the soft hyphen.
    .replace(/\u00ad\s*-?/g, '')
    .replace(/[\s\u2010·•\u200e\u200f\u202a-\u202e]/g, '');
