import type { DocumentModel } from '../document-model.ts';

// Text extractors read horizontal gaps as columns, so facts are one line separated by dots. Some extractors cannot
// read ligatures such as "ti". Ideographic and Arabic fonts have no italic, and synthesized italics are not used.

/** Returns the rules that all templates share: paper, wrapping, direction and page breaks. */
export function printRules(model: DocumentModel): string {
  const start = model.direction === 'rtl' ? 'right' : 'left';
  return `
html { -webkit-print-color-adjust: exact; print-color-adjust: exact; }
body { margin: 0; text-align: ${start}; overflow-wrap: anywhere; text-rendering: optimizeLegibility; font-kerning: normal; font-variant-ligatures: no-common-ligatures; font-synthesis: weight; }
h1, h2, h3, p, ul, li, img, article, section { margin: 0; padding: 0; }
h1, .person-title, .section > p:not(.groups), .prose, .points li { unicode-bidi: plaintext; }
span, a { unicode-bidi: isolate; }
ul { list-style: none; }
a { color: inherit; text-decoration: none; }
p, li { orphans: 2; widows: 2; text-wrap: pretty; }
h1, h2, h3, .entry-top { break-inside: avoid; }
h1, h2, .quote h3, .entry-top:not(:last-child) { break-after: avoid; }
.together, .group { break-inside: avoid; }
.points li:first-child, .points li:last-child { break-before: avoid; }
.keywords { break-before: avoid; break-inside: avoid; }
.section.short:last-child, .group:last-child, .entry.bare:last-child, .prose:last-child, .section > p:last-child { break-before: avoid; }
.item, .fact { display: inline-block; max-width: 100%; }
.photo { break-inside: avoid; object-fit: cover; }
@page { size: ${model.paper}; }`;
}
