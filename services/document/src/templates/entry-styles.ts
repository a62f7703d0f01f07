import { leadings, lineHeight, MIN_PERIOD_GAP_MM } from './measures.ts';
import type { Palette } from './palette.ts';
import type { Template } from './template.ts';

/**
 * Part of the space above sections and entries, in millimetres, that remains at the top of a page: accents and the marks of
 * Devanagari extend above the line of a heading, and browsers print them on the page before.
 */
export const INK_MM = 0.7;

/** Returns the styles of headings, entries, lists and quotations. */
export function entryStyles(template: Template, palette: Palette): string {
  const { type, gaps, grid, indent, logo } = template.measures;
  const small = lineHeight(type.small, type.leading);
  return `
${columnBefore(template)}
.section { margin-top: ${(gaps.section - INK_MM).toFixed(2)}mm; padding-top: ${INK_MM}mm; }
h2 { font-size: ${type.section}pt; line-height: ${lineHeight(type.section, leadings.section)}pt; font-weight: 700; color: ${palette.heading.text}; margin-bottom: ${gaps.heading}mm; }
${headings[template.heading](template, palette.heading)}
.section > p, .prose, .points, .keywords, .groups, .entry-title, .entry-facts, .quote h3 { max-width: ${grid.text}em; }
.section > p + p, .prose + .prose { margin-top: ${gaps.paragraph}mm; }

.entry { margin-top: -${INK_MM}mm; padding-top: ${INK_MM}mm; }
.entry + .entry { margin-top: ${(gaps.entry - INK_MM).toFixed(2)}mm; }
.entry.bare + .entry.bare { margin-top: ${(gaps.bare - INK_MM).toFixed(2)}mm; }
.quote + .quote { margin-top: ${gaps.entry}mm; }
h3 { display: inline; font-size: ${type.entry}pt; line-height: 0; font-weight: 700; }
.organisation { ${template.entry.organisationStyle === 'italic' ? 'font-style: italic;' : ''} }
.period, .keywords, .level { color: ${palette.muted}; }
.period, .keywords { font-size: ${type.small}pt; line-height: ${small}pt; }
.entry-title { line-height: ${lineHeight(type.entry, leadings.entry)}pt; }
.entry-title .entry-facts { display: inline; }
.entry-title .item { display: inline; }
${entryColumns(template)}
.logo { max-width: ${logo.width}mm; max-height: ${logo.height}mm; margin-inline-start: 4mm; }
.section a { text-decoration: underline 0.5pt ${palette.linkMark}; text-underline-offset: 0.2em; }
.prose { margin-top: ${gaps.prose}mm; }
.points { margin-top: ${gaps.points}mm; padding-inline-start: ${indent}mm; list-style: disc outside; box-sizing: border-box; }
.points li { margin-top: ${gaps.point}mm; }
.points li::marker { color: ${palette.bullet}; }
.keywords { margin-top: ${gaps.keywords}mm; }

.group + .group { margin-top: ${gaps.group}mm; }
.group-title { font-weight: 700; }
.quote h3 { display: block; font-size: ${type.body}pt; line-height: inherit; }
.quote .prose { color: ${palette.quote}; padding-inline-start: 3.4mm; border-inline-start: 1.5pt solid ${palette.quoteRule}; box-sizing: border-box; }
`;
}

/** The column before the text, into which headings or dates extend. */
function columnBefore({ heading, entry, measures: { grid } }: Template): string {
  const used = heading === 'margin' || entry.dates === 'start';
  return used ? `main { padding-inline-start: ${grid.column + grid.gutter}mm; }` : '';
}

/** Places the period on the line of the title. A grid keeps the order of the text in the file, which floats change. */
function entryColumns({ entry, measures: { grid, type } }: Template): string {
  switch (entry.dates) {
    case 'text':
      return `
.entry-top:has(.logo) { display: grid; grid-template-columns: minmax(0, 1fr) auto; }
.entry-top > * { grid-column: 1; }
.entry-top > .logo { grid-column: 2; grid-row: 1 / span 3; align-self: start; }`;
    case 'end':
      return `
.entry-top { display: grid; grid-template-columns: minmax(0, 1fr) auto ${grid.dates}mm; align-items: baseline; }
.entry-top > * { grid-column: 1; }
.entry-top > .period { grid-column: 3; grid-row: 1; text-align: end; }
.entry-top:has(.logo) > .period { grid-row: 1 / span 2; }
.entry-top:not(:has(.logo)) > .entry-facts { grid-column: 1 / -1; }
.entry-top > .logo { grid-column: 2; grid-row: 1 / span 2; align-self: start; }`;
    // A long period extends into the gutter.
    case 'start':
      return `
.entry-top { display: grid; grid-template-columns: ${grid.dates + grid.gutter - MIN_PERIOD_GAP_MM}mm minmax(0, 1fr) auto; align-items: baseline; margin-inline-start: -${grid.column + grid.gutter}mm; }
.entry-top > * { grid-column: 2; margin-inline-start: ${MIN_PERIOD_GAP_MM}mm; }
.entry-top > .period { grid-column: 1; grid-row: 1 / span 2; margin-inline-start: 0; }
.entry-top > .logo { grid-column: 3; grid-row: 1 / span 2; align-self: start; }
.level.in-column { display: inline-block; width: ${grid.column + grid.gutter}mm; margin-inline-start: -${grid.column + grid.gutter}mm; font-size: ${type.small}pt; line-height: ${lineHeight(type.small, type.leading)}pt; white-space: pre; }`;
  }
}

type HeadingStyle = (template: Template, colors: Palette['heading']) => string;

// Bar and background extend into the margin so that headings align with the text below.
const headings: Record<Template['heading'], HeadingStyle> = {
  underlined: (_template, { rule }) => `h2 { padding-bottom: 0.7mm; border-bottom: 0.5pt solid ${rule}; }`,
  bold: () => '',
  // The bar fills the column before the text. It is no positioned box, which would change the order of the text.
  barred: ({ measures: { grid } }, { rule }) =>
    `h2::before { content: ""; display: inline-block; width: ${grid.column}mm; height: 1.5mm; margin-inline: -${grid.column + grid.gutter}mm ${grid.gutter}mm; background: ${rule}; vertical-align: 0.15em; }`,
  tinted: (_template, { background: ground }) =>
    `h2 { background: ${ground}; padding: 0.6mm 1.4mm 0; margin-inline: -1.4mm; border-radius: 0.6mm; }`,
  // Without height, the heading stands beside the content, and a page break separates neither from the other. The minimum
  // height is for headings of two lines. The last section has none, because it could add an empty page.
  margin: ({ measures: { grid, type } }) =>
    `h2 { height: 0; width: ${grid.column}mm; margin: 0 0 0 0; margin-inline-start: -${grid.column + grid.gutter}mm; line-height: ${lineHeight(type.entry, leadings.entry)}pt; text-align: end; text-wrap: balance; }
.section:not(:last-child) { min-height: ${2 * lineHeight(type.entry, leadings.entry)}pt; }`,
};
