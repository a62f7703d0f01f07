import type { DocumentModel } from '../document-model.ts';

// Metric twins of Arial and Times, so that a Word file of the same CV breaks its lines alike; then
// the Noto families for every script that these lack.
const SANS = ['Liberation Sans', 'Arial'];
const SERIF = ['Liberation Serif', 'Times New Roman'];
const OTHER_SCRIPTS = ['Noto Sans', 'Noto Sans Arabic', 'Noto Sans Hebrew', 'Noto Sans Devanagari', 'Noto Sans Thai'];
const IDEOGRAPHS = { ja: 'Noto Sans CJK JP', zh: 'Noto Sans CJK SC', ko: 'Noto Sans CJK KR' };

export function fontStack(model: DocumentModel, face: 'sans' | 'serif' = 'sans'): string {
  const latin = face === 'sans' ? SANS : SERIF;
  const families = [...latin, ...OTHER_SCRIPTS, IDEOGRAPHS[model.ideographs ?? 'ja'], 'Noto Color Emoji'];
  return `${families.map((family) => `"${family}"`).join(', ')}, sans-serif`;
}

/** Any text as a CSS string that can end neither the string nor the style element (CSS Syntax 3, escapes). */
export function cssString(text: string): string {
  const escaped = Array.from(text, (character) =>
    /[\p{L}\p{N} ]/u.test(character) ? character : `\\${(character.codePointAt(0) ?? 0).toString(16)} `,
  );
  return `"${escaped.join('')}"`;
}

// Facts in a row are one line of text with dots between them, never columns: programs that read a PDF
// take what stands far apart for columns, and read one after the other.

/** What no template changes: paper, wrapping, reading direction, and where a page may break. */
export function printRules(model: DocumentModel): string {
  const start = model.direction === 'rtl' ? 'right' : 'left';
  return `
html { -webkit-print-color-adjust: exact; print-color-adjust: exact; }
body { margin: 0; text-align: ${start}; overflow-wrap: anywhere; text-rendering: optimizeLegibility; font-kerning: normal; }
h1, h2, h3, p, ul, li, img, article, section { margin: 0; padding: 0; }
h1, .person-title, .section > p, .prose, .points li { unicode-bidi: plaintext; }
span, a { unicode-bidi: isolate; }
ul { list-style: none; }
a { color: inherit; text-decoration: none; }
p, li { orphans: 2; widows: 2; }
h1, h2, h3, .entry-head, .entry-facts { break-inside: avoid; }
h1, h2, .quote h3, .entry-head:not(:last-child), .entry-facts:not(:last-child) { break-after: avoid; }
.together, .groups li { break-inside: avoid; }
.points li:first-child, .points li:last-child { break-before: avoid; }
.keywords { break-before: avoid; break-inside: avoid; }
.contacts li, .entry-facts span, .groups.inline li { display: inline-block; max-width: 100%; }
.contacts li:not(:last-child)::after, .groups.inline li:not(:last-child)::after { content: "\\a0·\\a0"; white-space: pre; color: #767c83; }
.photo { break-inside: avoid; object-fit: cover; }
@page { size: ${model.paper}; }
@page :first { @bottom-right { content: none; } @bottom-left { content: none; } }
`;
}
