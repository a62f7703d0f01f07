import type { DocumentModel } from '../document-model.ts';
import { entryStyles, INK_MM } from './entry-styles.ts';
import { FOOTER_END_MM, footerName } from './footer-name.ts';
import { headerStyles } from './header-styles.ts';
import { lineHeight, PIXELS_PER_MM, sidePadding } from './measures.ts';
import { nameLeading, withFittedName } from './name-size.ts';
import { type Palette, paletteOf } from './palette.ts';
import type { Template } from './template.ts';
import { templateOf } from './templates.ts';
import { fontStack, isIdeographic, wordSpacing } from './typefaces.ts';

/** Returns the complete style sheet of the printed page. */
export function styleSheetOf(model: DocumentModel): string {
  const template = withFittedName(templateOf(model), model);
  const palette = paletteOf(template, model.accent);
  return [
    printRules(model),
    pageStyles(model, template, palette),
    headerStyles(template, palette, nameLeading(model)),
    entryStyles(template, palette),
    template.side === null ? '' : sideStyles(model, template, palette),
    template.header === 'panel' ? '' : nameInkStyles(template),
  ].join('\n');
}

/**
 * How far the marks of a name can extend above its line, for example those of Devanagari, Thai and Arabic: almost 6 mm. Whole
 * pixels do not change how browsers round positions.
 */
const NAME_INK_PX = 22;

/** Browsers clip content at the page margin, so a part of the margin of the first page is a padding instead. */
function nameInkStyles({ side, measures: { margins } }: Template): string {
  const first = side === null ? '.person' : '.columns';
  return `
@page :first { margin-top: calc(${margins.top}mm - ${NAME_INK_PX}px); }
${first} { padding-top: ${NAME_INK_PX}px; }
@media screen { ${first} { margin-top: -${NAME_INK_PX}px; } }`;
}

/** The sides at which lines start and end. Margin boxes and backgrounds have no logical names of them. */
function sidesOf({ direction }: Pick<DocumentModel, 'direction'>) {
  return direction === 'rtl' ? (['right', 'left'] as const) : (['left', 'right'] as const);
}

function pageStyles(model: DocumentModel, template: Template, palette: Palette): string {
  const { measures, typefaces } = template;
  const { type, margins } = measures;
  const fonts = fontStack(model, typefaces.text);
  const bleed = sidePadding(measures);
  const [start, end] = sidesOf(model);
  const footer = `color: ${palette.footer}; direction: ${model.direction}; vertical-align: top; padding: 4mm ${bleed}mm 0;`;
  const name = footerName(model, template);
  const nameStyle = `font: ${name.size}pt ${fonts}; ${footer} white-space: nowrap; padding-${end}: ${FOOTER_END_MM}mm;`;
  return `
@page {
  margin: ${margins.top}mm ${margins.side - bleed}mm ${margins.bottom}mm;
  @bottom-${start} { content: ${cssString(name.text)}; ${nameStyle} }
  @bottom-${end} { content: counter(page) " / " counter(pages); font: ${type.footer}pt ${fonts}; ${footer} }
}
@page :first { @bottom-left { content: none; } @bottom-right { content: none; } }
body { padding-inline: ${bleed}mm; font-family: ${fonts}; font-size: ${type.body}pt; line-height: ${lineHeight(type.body, type.leading)}pt; color: ${palette.text}; }
h1, h2 { font-family: ${fontStack(model, typefaces.headings)}; }
${spacingRule(wordSpacing(model, typefaces.text))}
${model.language.startsWith('ko') ? 'body { word-break: keep-all; }' : ''}
${isIdeographic(model) ? BULLETS_OF_IDEOGRAPHS : ''}`;
}

// The fonts of ideographs are so high that browsers set bullets of the usual size beyond the edge of the text.
const BULLETS_OF_IDEOGRAPHS = '.points li::marker { font-size: 0.8em; }';

function spacingRule(em: number): string {
  return em === 0 ? '' : `body * { word-spacing: ${em}em; }`;
}

/** Escapes a text as a CSS string that can terminate neither the string nor the style element (CSS Syntax 3). */
export function cssString(text: string): string {
  const escaped = Array.from(text, (character) =>
    /[\p{L}\p{N} ]/u.test(character) ? character : `\\${(character.codePointAt(0) ?? 0).toString(16)} `,
  );
  return `"${escaped.join('')}"`;
}

/**
 * Returns the rules that all templates share: paper, wrapping, direction and page breaks. Some text extractors cannot
 * read ligatures such as "ti". Ideographic and Arabic fonts have no italic, and synthesized italics are not used.
 */
function printRules(model: DocumentModel): string {
  const [start] = sidesOf(model);
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
.unbroken { white-space: nowrap; }
.item { display: inline-block; max-width: 100%; vertical-align: top; }
.photo { break-inside: avoid; object-fit: cover; }
@page { size: ${model.paper}; }`;
}

/**
 * The column beside the text. Its background reaches the edges of every page: the root element fills the area inside
 * the page margins, and margin boxes fill the rest.
 */
function sideStyles(model: DocumentModel, { measures }: Template, palette: Palette): string {
  const { grid } = measures;
  return `
${palette.side === null ? '' : sideGround(model, measures, palette.side)}
.columns { display: grid; grid-template-columns: ${grid.column}mm minmax(0, 1fr); column-gap: ${grid.gutter}mm; align-items: start; }
.side .entry-top { display: block; }
.side .period { text-align: start; }
main > .section:first-child { margin-top: -${INK_MM}mm; }`;
}

function sideGround(model: DocumentModel, { margins, grid }: Template['measures'], color: string): string {
  // Browsers round the width of margin boxes to pixels, and blur the edge of a gradient.
  const width = Math.round((margins.side + grid.column + grid.gutter / 2) * PIXELS_PER_MM);
  const [start] = sidesOf(model);
  // Between the root element and the boxes below it, browsers leave a gap of a fraction of a pixel.
  const overlap = 'margin-top: -1px;';
  const box = `background: ${color}; width: ${width}px; box-sizing: border-box;`;
  return `
@page { @top-${start} { content: ""; ${box} } @bottom-${start} { ${box} ${overlap} } }
@page :first { @bottom-${start} { content: ""; ${box} } }
@media print { html { background: linear-gradient(${color}, ${color}) ${start} top / ${width}px 100% repeat-y; } }`;
}
