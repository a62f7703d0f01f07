import { contentTokens, objectsWith, type PageContents, streamContent } from './pdf-objects.ts';

type GlyphTexts = ReadonlyMap<string, string>;

/**
 * Returns the text of a PDF that the browser printed, in the order of its page contents. Lines and words are not
 * separated reliably, so compare it without white space.
 */
export function pdfText(pdf: string, contents: PageContents): string {
  const fonts = glyphTextsOfFonts(pdf);
  return Array.from(contents.values(), (content) => textOf(content, fonts)).join('\n');
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
function textOfCodes(codes: string, font: GlyphTexts | undefined): string {
  if (!font) return '';
  const length = font.keys().next().value?.length;
  const single = codes.match(length === 2 ? /../g : /.{4}/g) ?? [];
  return single.map((code) => font.get(code) ?? '').join('');
}

function textOf(content: string, fonts: ReadonlyMap<number, GlyphTexts>): string {
  let text = '';
  let inReplaced = false;
  for (const token of contentTokens(content)) {
    if ('replacement' in token) {
      text += utf16(token.replacement);
      inReplaced = true;
    } else if ('mark' in token) inReplaced &&= token.mark !== 'EMC';
    else if (!inReplaced) text += textOfCodes(token.codes, fonts.get(token.font));
  }
  return text;
}
