import type { DocumentModel } from '../document-model.ts';
import { splittingRules } from '../fitting/density.ts';
import { leadings, lineHeight } from './measures.ts';
import { type Palette, paletteOf } from './palette.ts';
import { type Template, templateOf } from './template.ts';
import { fontStack } from './typefaces.ts';

/** Returns the complete style sheet of the printed page. */
export function styleSheetOf(model: DocumentModel): string {
  const template = templateOf(model);
  const palette = paletteOf(template, model.accent);
  return [
    printRules(model),
    pageStyles(model, template, palette),
    headerStyles(template, palette),
    sectionStyles(template, palette),
    splittingRules(model.density ?? 0),
  ].join('\n');
}

// Browsers clip content at the page margin. The bar of a heading or a panel extends into the margin, so this part of
// the margin is a padding of the body instead.
const MIN_OUTSET_MM = 4;

function pageStyles(model: DocumentModel, { measures, typefaces }: Template, palette: Palette): string {
  const { type, margins } = measures;
  const fonts = fontStack(model, typefaces.text);
  const bleed = Math.max(measures.header.outset, MIN_OUTSET_MM);
  const footer = `font: ${type.footer}pt ${fonts}; color: ${palette.footer}; vertical-align: top; padding: 4mm ${bleed}mm 0;`;
  return `
@page {
  margin: ${margins.top}mm ${margins.side - bleed}mm ${margins.bottom}mm;
  @bottom-left { content: ${cssString(model.header.name)}; ${footer} }
  @bottom-right { content: counter(page) " / " counter(pages); ${footer} }
}
@page :first { @bottom-left { content: none; } @bottom-right { content: none; } }
body { padding-inline: ${bleed}mm; font-family: ${fonts}; font-size: ${type.body}pt; line-height: ${lineHeight(type.body, type.leading)}pt; color: ${palette.text}; }`;
}

/** Escapes a text as a CSS string that can terminate neither the string nor the style element (CSS Syntax 3). */
export function cssString(text: string): string {
  const escaped = Array.from(text, (character) =>
    /[\p{L}\p{N} ]/u.test(character) ? character : `\\${(character.codePointAt(0) ?? 0).toString(16)} `,
  );
  return `"${escaped.join('')}"`;
}

/**
 * Returns the rules that all templates share: paper, wrapping, direction and page breaks. Text extractors read
 * horizontal gaps as columns, so facts are one line separated by dots. Some extractors cannot read ligatures such as
 * "ti". Ideographic and Arabic fonts have no italic, and synthesized italics are not used.
 */
function printRules(model: DocumentModel): string {
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

/** Returns the styles of name, title, contacts and photo. */
function headerStyles({ header, measures }: Template, { header: colors }: Palette): string {
  const { type, photo, header: gaps } = measures;
  return `
.person { display: flex; gap: 8mm; align-items: flex-start; padding-bottom: ${gaps.below}mm; break-inside: avoid; }
.person-text { flex: 1; min-width: 0; }
h1 { font-size: ${type.name}pt; line-height: ${lineHeight(type.name, leadings.name)}pt; font-weight: 700; color: ${colors.name}; }
.person-title { font-size: ${type.title}pt; line-height: ${lineHeight(type.title, leadings.title)}pt; color: ${colors.title}; margin-top: ${gaps.title}mm; }
.contacts { margin-top: ${gaps.contacts}mm; font-size: ${type.small}pt; line-height: ${lineHeight(type.small, leadings.contacts)}pt; color: ${colors.contacts}; }
.person .dot { color: ${colors.separator}; }
.photo { width: ${photo.width}mm; height: ${photo.height}mm; border-radius: 1.2mm; flex: none; }
${layouts[header](measures, colors)}`;
}

type Layout = (measures: Template['measures'], colors: Palette['header']) => string;

const layouts: Record<Template['header'], Layout> = {
  centered: (_measures, colors) => `
.person { border-bottom: 1pt solid ${colors.rule}; }
.person-text:only-child { text-align: center; }`,

  start: (_measures, colors) => `
.person { border-bottom: 1pt solid ${colors.rule}; }`,

  side: () => '',

  panel: ({ header }, colors) => `
.person { background: ${colors.background}; border-radius: 1.6mm; margin-inline: -${header.outset}mm; padding: ${header.above}mm ${header.outset}mm ${header.below}mm; }`,

  line: (_measures, colors) => `
.person { border-bottom: 1pt solid ${colors.rule}; }
h1, .person-title { display: inline; }`,
};

/** Returns the styles of headings, entries, lists and quotations. */
function sectionStyles(template: Template, palette: Palette): string {
  const { type, gaps, indent, logo } = template.measures;
  const small = lineHeight(type.small, type.leading);
  return `
.section { margin-top: ${gaps.section}mm; }
h2 { font-size: ${type.section}pt; line-height: ${lineHeight(type.section, leadings.section)}pt; font-weight: 700; color: ${palette.heading.text}; margin-bottom: ${gaps.heading}mm; }
${headings[template.heading](palette.heading)}
.section > p + p, .prose + .prose { margin-top: ${gaps.paragraph}mm; }

.entry + .entry, .quote + .quote { margin-top: ${gaps.entry}mm; }
.entry.bare + .entry.bare { margin-top: ${gaps.bare}mm; }
h3 { display: inline; font-size: ${type.entry}pt; line-height: ${lineHeight(type.entry, leadings.entry)}pt; font-weight: 700; }
.organisation { display: inline; ${template.entry.organisationStyle === 'italic' ? 'font-style: italic;' : ''} }
.dot { color: ${palette.separator}; font-style: normal; }
.facts-below .entry-facts > .dot { display: none; }
.entry-facts { font-size: ${type.small}pt; line-height: ${small}pt; color: ${palette.muted}; }
.facts-beside .entry-head, .facts-beside .entry-facts { display: inline; }
.logo { float: inline-end; max-width: ${logo.width}mm; max-height: ${logo.height}mm; margin-inline-start: 4mm; }
.prose { margin-top: ${gaps.prose}mm; }
.points { margin-top: ${gaps.points}mm; padding-inline-start: ${indent}mm; list-style: disc outside; }
.points li { margin-top: ${gaps.point}mm; }
.points li::marker { color: ${palette.bullet}; }
.keywords { margin-top: ${gaps.keywords}mm; font-size: ${type.small}pt; line-height: ${small}pt; color: ${palette.muted}; }

.group + .group { margin-top: ${gaps.group}mm; }
.group-title { font-weight: 700; }
.level { color: ${palette.muted}; }
.quote h3 { display: block; font-size: ${type.body}pt; }
.quote .prose { color: ${palette.quote}; padding-inline-start: 3.4mm; border-inline-start: 1.5pt solid ${palette.quoteRule}; }
`;
}

// Bar and background extend into the margin so that headings align with the text below.
const headings: Record<Template['heading'], (colors: Palette['heading']) => string> = {
  underlined: ({ rule }) => `h2 { padding-bottom: 0.7mm; border-bottom: 0.5pt solid ${rule}; }`,
  margin: () => '',
  bold: () => '',
  barred: ({ rule }) =>
    `h2 { border-inline-start: 3pt solid ${rule}; padding-inline-start: 2.4mm; margin-inline-start: calc(-2.4mm - 3pt); }`,
  tinted: ({ background: ground }) =>
    `h2 { background: ${ground}; padding: 0.3mm 1.4mm; margin-inline: -1.4mm; border-radius: 0.6mm; }`,
};
