import type { DocumentModel } from '../document-model.ts';

export type Typeface = 'serif' | 'sans';

// Caladea and Carlito are metric-compatible with Word's Cambria and Calibri, so lines break at the same words in PDF
// and in word processors. Common system fonts follow, then Noto for all other scripts.
const latin = {
  serif: ['Caladea', 'Cambria', 'Liberation Serif', 'Times New Roman', 'Noto Serif'],
  sans: ['Carlito', 'Calibri', 'Liberation Sans', 'Arial', 'Noto Sans'],
} as const;
const otherScripts = {
  serif: ['Noto Naskh Arabic', 'Noto Serif Hebrew', 'Noto Serif Devanagari', 'Noto Serif Thai'],
  sans: ['Noto Sans Arabic', 'Noto Sans Hebrew', 'Noto Sans Devanagari', 'Noto Sans Thai'],
} as const;
const ideographs = { ja: 'CJK JP', zh: 'CJK SC', ko: 'CJK KR' } as const;
const noto = { serif: 'Noto Serif', sans: 'Noto Sans' } as const;
/** Ascent and descent of the Latin fonts as a multiple of the type size. */
export const contentHeight: Record<Typeface, number> = { serif: 1.15, sans: 1 };
const inWord = {
  serif: { latin: 'Cambria', complex: 'Times New Roman' },
  sans: { latin: 'Calibri', complex: 'Arial' },
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

export function isIdeographic({ language }: Pick<DocumentModel, 'language'>): boolean {
  return /^(?:ja|ko|zh)\b/.test(language);
}

/** Returns the fonts of a word processor file: `complex` for Arabic and Hebrew, `eastAsia` for ideographs. */
export function wordFonts(
  model: Pick<DocumentModel, 'ideographs'>,
  typeface: Typeface,
): { latin: string; complex: string; eastAsia: string } {
  return { ...inWord[typeface], eastAsia: ideographFont(model, typeface) };
}

function ideographFont(model: Pick<DocumentModel, 'ideographs'>, typeface: Typeface): string {
  return `${noto[typeface]} ${ideographs[model.ideographs ?? 'ja']}`;
}
