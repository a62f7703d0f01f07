import { contentTokens, objectsWith, type PageContents, streamContent } from './pdf-objects.ts';

type GlyphTexts = ReadonlyMap<string, string>;

/**
 * Returns the text of a PDF that the browser printed, in the order of its page contents. Lines and words are not
 * separated reliably, so compare it without white space.
 */
export function pdfText(pdf: string, contents: PageContents): string {
  return pdfLines(pdf, contents)
    .map((line) => line.join(''))
    .join('\n');
}

/**
 * Returns the texts of the glyphs of each line, without footers, in the order of the page contents: from left to right, also
 * if the text is written from right to left. A glyph can have several letters, which are in the order in which they are read.
 * Texts at different places of a line are separated by a space.
 */
export function pdfLines(pdf: string, contents: PageContents): string[][] {
  const fonts = glyphTextsOfFonts(pdf);
  return Array.from(contents.values()).flatMap((content) => linesOf(withoutFooter(content), fonts));
}

/** The browser writes the footer before the first tagged text of a page. */
function withoutFooter(content: string): string {
  return content.slice(Math.max(0, content.indexOf('/MCID ')));
}

/** Returns the names of the embedded fonts. */
export function pdfFonts(pdf: string): string[] {
  const names = [...pdf.matchAll(/\/FontName \/([\w+.,-]{1,200})\n/g)].map(([, name = '']) =>
    name.replace(/^[A-Z]{6}\+/, ''),
  );
  return [...new Set(names)].sort();
}

// A font is named after the number of its object.
function glyphTextsOfFonts(pdf: string): Map<number, GlyphTexts> {
  const fonts = new Map<number, GlyphTexts>();
  for (const [id, object] of objectsWith(pdf, '/Type /Font\n')) {
    const map = /\/ToUnicode (\d{1,9}) 0 R/.exec(object)?.[1];
    if (map !== undefined) fonts.set(id, glyphTexts(streamContent(pdf, Number(map)) ?? ''));
  }
  return fonts;
}

function glyphTexts(map: string): GlyphTexts {
  const texts = new Map<string, string>();
  for (const body of blocksOf(map, 'bfchar'))
    for (const [, code = '', text = ''] of body.matchAll(/<([0-9A-F]+)> <([0-9A-F]+)>/g)) texts.set(code, utf16(text));
  for (const body of blocksOf(map, 'bfrange'))
    for (const [, first = '', last = '', text = ''] of body.matchAll(/<([0-9A-F]+)> <([0-9A-F]+)> <([0-9A-F]+)>/g))
      for (let code = Number.parseInt(first, 16), offset = 0; code <= Number.parseInt(last, 16); code += 1, offset += 1)
        texts.set(hex(code, first.length), utf16(hex(Number.parseInt(text, 16) + offset, text.length)));
  return texts;
}

function blocksOf(map: string, operator: string): string[] {
  const [, ...blocks] = map.split(`begin${operator}\n`);
  return blocks.map((block) => block.slice(0, block.indexOf(`end${operator}`)));
}

const hex = (value: number, digits: number) => value.toString(16).toUpperCase().padStart(digits, '0');
const utf16 = (digits: string) => Buffer.from(digits, 'hex').swap16().toString('utf16le');

/** Codes have one or two bytes, depending on the font. */
function textsOfCodes(codes: string, font: GlyphTexts | undefined): string[] {
  if (!font) return [];
  const length = font.keys().next().value?.length;
  const single = codes.match(length === 2 ? /../g : /.{4}/g) ?? [];
  return single.map((code) => font.get(code) ?? '');
}

function linesOf(content: string, fonts: ReadonlyMap<number, GlyphTexts>): string[][] {
  const lines: string[][] = [[]];
  let position = { x: '', y: '' };
  let inReplaced = false;
  // A replacement precedes the position of its glyphs.
  let replacement = '';
  for (const token of contentTokens(content)) {
    if ('x' in token) {
      if (token.y !== position.y) lines.push([]);
      else if (token.x !== position.x) lines.at(-1)?.push(' ');
      position = token;
    } else if ('replacement' in token) {
      replacement = token.replacement;
      inReplaced = true;
    } else if (!inReplaced) {
      if ('codes' in token) lines.at(-1)?.push(...textsOfCodes(token.codes, fonts.get(token.font)));
    } else if ('codes' in token || token.mark === 'EMC') {
      if (replacement !== '') lines.at(-1)?.push(replacement);
      replacement = '';
      inReplaced = 'codes' in token;
    }
  }
  return lines;
}
