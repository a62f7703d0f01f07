import { pageContentIds, streamContent } from './pdf-objects.ts';

type GlyphTexts = ReadonlyMap<string, string>;

/**
 * Returns the text of a PDF that the browser printed, in the order of its page contents. Lines and words are not
 * separated reliably, so compare it without white space.
 */
export function pdfText(pdf: string): string {
  const fonts = glyphTextsOfFonts(pdf);
  return pageContentIds(pdf)
    .map((id) => textOf(streamContent(pdf, id) ?? '', fonts))
    .join('\n');
}

/** Returns the names of the embedded fonts. */
export function pdfFonts(pdf: string): string[] {
  const names = [...pdf.matchAll(/\/FontName \/([\w+.,-]{1,200})\n/g)].map(([, name = '']) =>
    name.replace(/^[A-Z]{6}\+/, ''),
  );
  return [...new Set(names)].sort();
}

// A font is named after the number of its object.
function glyphTextsOfFonts(pdf: string): Map<string, GlyphTexts> {
  const fonts = new Map<string, GlyphTexts>();
  for (const [object, id = ''] of pdf.matchAll(/\n(\d+) 0 obj\n<<\/Type \/Font\n[\s\S]*?\nendobj\n/g)) {
    const map = /\/ToUnicode (\d{1,9}) 0 R/.exec(object)?.[1];
    if (map !== undefined) fonts.set(id, glyphTexts(streamContent(pdf, Number(map)) ?? ''));
  }
  return fonts;
}

function glyphTexts(map: string): GlyphTexts {
  const texts = new Map<string, string>();
  for (const [, body = ''] of map.matchAll(/beginbfchar\n([\s\S]*?)endbfchar/g))
    for (const [, code = '', text = ''] of body.matchAll(/<([0-9A-F]+)> <([0-9A-F]+)>/g)) texts.set(code, utf16(text));
  for (const [, body = ''] of map.matchAll(/beginbfrange\n([\s\S]*?)endbfrange/g))
    for (const [, first = '', last = '', text = ''] of body.matchAll(/<([0-9A-F]+)> <([0-9A-F]+)> <([0-9A-F]+)>/g))
      for (let code = Number.parseInt(first, 16), offset = 0; code <= Number.parseInt(last, 16); code += 1, offset += 1)
        texts.set(hex(code, first.length), utf16(hex(Number.parseInt(text, 16) + offset, text.length)));
  return texts;
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

const TOKENS =
  /\/F(\d+) [\d.]+ Tf\n|\/ActualText <FEFF([0-9A-F]*)>|\b(EMC|BDC)\n|<([0-9A-F]+)>(?= Tj|[^\]<>]*(?:<[0-9A-F]+>[^\]<>]*)*\] ?TJ)/g;

function textOf(content: string, fonts: ReadonlyMap<string, GlyphTexts>): string {
  let text = '';
  let font: GlyphTexts | undefined;
  let inReplaced = false;
  for (const [, name, replacement, mark, codes] of content.matchAll(TOKENS)) {
    if (name !== undefined) font = fonts.get(name);
    else if (replacement !== undefined) {
      text += utf16(replacement);
      inReplaced = true;
    } else if (mark === 'EMC') inReplaced = false;
    else if (codes !== undefined && !inReplaced) text += textOfCodes(codes, font);
  }
  return text;
}
