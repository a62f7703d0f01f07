import { type Typeface, wordFonts } from '@vitae/document/templates/typefaces';
import type { Theme } from './theme.ts';

/** Fonts of Windows and macOS with which Word replaces fonts that are missing. Calibri and Cambria are part of Word. */
const ALTERNATIVES: Readonly<Record<string, string>> = {
  'Noto Sans Arabic': 'Arial',
  'Noto Naskh Arabic': 'Times New Roman',
  'Noto Sans Hebrew': 'Arial',
  'Noto Serif Hebrew': 'Times New Roman',
  'Noto Sans Devanagari': 'Nirmala UI',
  'Noto Serif Devanagari': 'Mangal',
  'Noto Sans CJK JP': 'Yu Gothic',
  'Noto Serif CJK JP': 'Yu Mincho',
  'Noto Sans CJK SC': 'Microsoft YaHei',
  'Noto Serif CJK SC': 'SimSun',
  'Noto Sans CJK KR': 'Malgun Gothic',
  'Noto Serif CJK KR': 'Batang',
};
const FAMILIES: Record<Typeface, string> = { serif: 'roman', sans: 'swiss' };
const NAMESPACE = 'http://schemas.openxmlformats.org/wordprocessingml/2006/main';

/** The font table of a Word document (ISO/IEC 29500-1, 17.8.3), which names an alternative for each font. */
export function fontTable({ model, template }: Theme): { path: string; data: string } {
  const typefaces = new Set([template.typefaces.text, template.typefaces.headings]);
  const fonts = [...typefaces].flatMap((typeface) =>
    [...new Set(Object.values(wordFonts(model, typeface)))].map((name) => fontOf(name, typeface)),
  );
  const data = `<?xml version="1.0" encoding="UTF-8" standalone="yes"?><w:fonts xmlns:w="${NAMESPACE}">${fonts.join('')}</w:fonts>`;
  return { path: 'word/fontTable.xml', data };
}

function fontOf(name: string, typeface: Typeface): string {
  const alternative = ALTERNATIVES[name];
  const replacement = alternative === undefined ? '' : `<w:altName w:val="${alternative}"/>`;
  return `<w:font w:name="${name}">${replacement}<w:family w:val="${FAMILIES[typeface]}"/><w:pitch w:val="variable"/></w:font>`;
}
