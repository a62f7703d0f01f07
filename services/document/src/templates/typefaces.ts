import type { DocumentModel } from '../document-model.ts';

export type Typeface = 'serif' | 'sans';

// Caladea and Carlito are metric-compatible with Word's Cambria and Calibri, so lines break at the same words in PDF
// and in word processors. Caladea lacks Greek and Cyrillic letters, and those of Noto Serif are the most similar. Other
// system fonts follow, then Noto for all other scripts.
const latin = {
  serif: ['Caladea', 'Cambria', 'Noto Serif', 'Liberation Serif', 'Times New Roman'],
  sans: ['Carlito', 'Calibri', 'Liberation Sans', 'Arial', 'Noto Sans'],
} as const;
/** The fonts of scripts that the Latin fonts lack, other than ideographs. */
export const otherScripts = {
  serif: ['Noto Naskh Arabic', 'Noto Serif Hebrew', 'Noto Serif Devanagari', 'Noto Serif Thai'],
  sans: ['Noto Sans Arabic', 'Noto Sans Hebrew', 'Noto Sans Devanagari', 'Noto Sans Thai'],
} as const;
const ideographs = { ja: 'CJK JP', zh: 'CJK SC', 'zh-Hant': 'CJK TC', ko: 'CJK KR' } as const;
const noto = { serif: 'Noto Serif', sans: 'Noto Sans' } as const;
/** Ascent and descent as a multiple of the type size. */
export type FontMetrics = { ascent: number; descent: number };
const latinMetrics: Record<Typeface, FontMetrics> = {
  serif: { ascent: 0.9, descent: 0.25 },
  sans: { ascent: 0.75, descent: 0.25 },
};
const ideographMetrics: FontMetrics = { ascent: 1.16, descent: 0.29 };
/** By how much a space of the script's font is wider than that of the Latin font, as a multiple of the type size. */
const widerSpaces = {
  serif: { arabic: 0, hebrew: 0.04, devanagari: 0.04 },
  sans: { arabic: 0.034, hebrew: 0.044, devanagari: 0.034 },
} as const;
const inWord = { serif: 'Cambria', sans: 'Calibri' } as const;
const complexScripts = {
  serif: { arabic: 'Noto Naskh Arabic', hebrew: 'Noto Serif Hebrew', devanagari: 'Noto Serif Devanagari' },
  sans: { arabic: 'Noto Sans Arabic', hebrew: 'Noto Sans Hebrew', devanagari: 'Noto Sans Devanagari' },
} as const;

/**
 * Returns the CSS `font-family` of the page. In a language with ideographs, their font also draws letters and digits:
 * text extractors separate those of another height from the ideographs beside them.
 */
export function fontStack(model: Pick<DocumentModel, 'ideographs' | 'language'>, typeface: Typeface): string {
  const ideographic = ideographFont(model, typeface);
  const others = [...latin[typeface], ...otherScripts[typeface]];
  const families = [
    ...(isIdeographic(model) ? [ideographic, ...others] : [...others, ideographic]),
    'Noto Color Emoji',
  ];
  return `${families.map((family) => `"${family}"`).join(', ')}, ${typeface === 'serif' ? 'serif' : 'sans-serif'}`;
}

/**
 * Returns the CSS `word-spacing` of the page in `em`. Browsers take the space between words from the first font, which is
 * the Latin one, and word processors from the font of the words.
 */
export function wordSpacing(model: WordModel, typeface: Typeface): number {
  return model.direction === 'rtl' || isDevanagari(model) ? widerSpaces[typeface][complexScriptOf(model)] : 0;
}

export function isIdeographic({ language }: Pick<DocumentModel, 'language'>): boolean {
  return /^(?:ja|ko|zh)\b/.test(language);
}

/** Returns the metrics of the first font of the page, which determine the baselines. */
export function fontMetrics(model: Pick<DocumentModel, 'language'>, typeface: Typeface): FontMetrics {
  return isIdeographic(model) ? ideographMetrics : latinMetrics[typeface];
}

type WordModel = Pick<DocumentModel, 'ideographs' | 'language' | 'direction' | 'title' | 'header'>;

/**
 * Returns the fonts of a word processor file, which are those of the printed page: `complex` for Arabic, Hebrew or
 * Devanagari, `eastAsia` for ideographs. Calibri and Cambria have the widths of Carlito and Caladea.
 */
export function wordFonts(model: WordModel, typeface: Typeface): { latin: string; complex: string; eastAsia: string } {
  const eastAsia = ideographFont(model, typeface);
  const latin = isIdeographic(model) ? eastAsia : inWord[typeface];
  return { latin, complex: complexScripts[typeface][complexScriptOf(model)], eastAsia };
}

/** Returns the complex script of a word processor file, which has one font and one language for all of these scripts. */
export function complexScriptOf(model: WordModel): 'arabic' | 'hebrew' | 'devanagari' {
  if (isDevanagari(model)) return 'devanagari';
  return isHebrew(model) ? 'hebrew' : 'arabic';
}

export function isDevanagari({ language }: Pick<DocumentModel, 'language'>): boolean {
  return /^hi\b/.test(language);
}

function isHebrew({ direction, title, header }: WordModel): boolean {
  return direction === 'rtl' && /\p{Script=Hebrew}/u.test(`${title} ${header.title ?? ''}`);
}

function ideographFont(model: Pick<DocumentModel, 'ideographs'>, typeface: Typeface): string {
  return `${noto[typeface]} ${ideographs[model.ideographs ?? 'ja']}`;
}
