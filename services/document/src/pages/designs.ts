import { paperSize } from '../templates/measures.ts';
import type { Template } from '../templates/template.ts';
import { designHeader } from './design-header.ts';
import { measureOf, sizeOf } from './rem.ts';

// From this width on, dates, headings and side sections stand in columns; below, everything is in one column.
const columns = '40rem';
const sideColumn = '52rem';
// A page on a screen has more space than paper.
const airiness = 1.3;

/** Returns the style sheet of a template on the web: its type, its measures, enlarged for screens, and its columns. */
export function designStyles(template: Template): string {
  return [
    typeAndSpace(template),
    designHeader(template),
    headings[template.heading],
    entries(template),
    template.side === null ? '' : sideStyles(template),
  ].join('\n');
}

function typeAndSpace({ measures, color, heading, entry }: Template): string {
  const { type, gaps, grid, margins, indent, logo } = measures;
  const gap = (millimetres: number) => measureOf(millimetres * airiness);
  return `
:root { --column: ${measureOf(grid.column)}; --gap: ${measureOf(grid.gutter)}; --edge: clamp(1.125rem, 5vw, ${measureOf(margins.side)}); }
body { font-size: ${sizeOf(type.body)}; line-height: ${(type.leading + 0.1).toFixed(2)}; }
.sheet, .downloads, .foot { max-width: ${measureOf(paperSize.A4.width)}; }
h2 { font-size: ${sizeOf(type.section)}; color: var(--${heading === 'bold' ? 'ink' : 'accent'}); margin-bottom: ${gap(gaps.heading)}; }
h3 { font-size: ${sizeOf(type.entry)}; }
.section + .section { margin-top: ${gap(gaps.section)}; }
.section-content > * + * { margin-top: ${gap(gaps.entry)}; }
.section-content > p + p { margin-top: ${gap(gaps.paragraph)}; }
.section-content > p, article > p, blockquote, .points, .keywords, .groups { max-width: ${grid.text - 1}em; }
.period, .keywords, .level { font-size: ${sizeOf(type.small)}; }
.organisation { ${entry.organisationStyle === 'italic' ? 'font-style: italic;' : ''} }
article > p { margin-top: ${gap(gaps.prose)}; }
.points { margin-top: ${gap(gaps.points)}; padding-inline-start: ${measureOf(indent)}; }
.points li + li { margin-top: ${gap(gaps.point)}; }
.points li::marker { color: var(--${color === 'accent' ? 'accent' : 'soft'}); }
.keywords { margin-top: ${gap(gaps.keywords)}; }
.groups:not(.plain) li + li { margin-top: ${gap(gaps.group)}; }
.logo { max-width: ${measureOf(logo.width)}; max-height: ${measureOf(logo.height)}; }`;
}

const headings: Record<Template['heading'], string> = {
  underlined: 'h2 { padding-bottom: 0.25rem; border-bottom: 1px solid var(--line); }',
  bold: '',
  barred: `
h2::before { content: ""; display: inline-block; width: 1.75rem; height: 0.375rem; margin-inline-end: 0.75rem; background: var(--accent); vertical-align: 0.15em; }
@media (min-width: ${columns}) { h2::before { width: var(--column); margin-inline: calc(-1 * (var(--column) + var(--gap))) var(--gap); } }`,
  tinted: 'h2 { background: var(--tint); padding: 0.125rem 0.5rem; margin-inline: -0.5rem; border-radius: 0.25rem; }',
  margin: `
@media (min-width: ${columns}) {
  .section { display: grid; grid-template-columns: var(--column) minmax(0, 1fr); column-gap: var(--gap); }
  .section > h2 { margin: 0; text-align: end; line-height: 1.35; break-after: auto; }
}`,
};

/** Dates stand on the line of the title, so that they can be scanned. */
function entries({ entry, measures: { grid } }: Template): string {
  switch (entry.dates) {
    case 'text':
      return '';
    case 'end':
      return `
@media (min-width: ${columns}) {
  article > header { grid-template-columns: minmax(0, 1fr) auto fit-content(${measureOf(grid.dates * 1.15)}); }
  article > header > .period { grid-area: 1 / 3; margin-inline-start: 1.5rem; text-align: end; }
}`;
    case 'start':
      return `
@media (min-width: ${columns}) {
  .section { padding-inline-start: calc(var(--column) + var(--gap)); }
  article > header { grid-template-columns: calc(var(--column) + var(--gap)) minmax(0, 1fr) auto; margin-inline-start: calc(-1 * (var(--column) + var(--gap))); }
  article > header > * { grid-column: 2; }
  article > header > .period { grid-area: 1 / 1 / span 2; margin-inline-end: var(--gap); }
  article > header > .logo { grid-column: 3; }
  .leveled > li { position: relative; }
  .leveled .level { position: absolute; inset-block-start: 0; inset-inline-start: calc(-1 * (var(--column) + var(--gap))); white-space: nowrap; }
  .leveled .level::before { content: none; }
}`;
  }
}

/** The side column, also on paper. On narrow screens, its sections follow the others. */
function sideStyles({ measures: { grid, type } }: Template): string {
  const inset = measureOf(grid.gutter / 2);
  return `
.column + .side { margin-top: 2rem; }
.side { font-size: ${sizeOf(type.small)}; }
.side .plain li { display: block; }
.side .plain li:not(:last-child)::after { content: none; }
.side .plain li + li { margin-top: 0.25rem; }
.side .level::before { content: var(--opening); }
.side .level::after { content: var(--closing); }
@media screen and (max-width: calc(${sideColumn} - 0.01px)) { .person { border-bottom: 1px solid var(--line); } }
@media print, (min-width: ${sideColumn}) {
  .sheet { display: grid; grid-template: auto 1fr / calc(var(--edge) + var(--column) + ${inset}) minmax(0, 1fr); }
  .sheet::before { content: ""; grid-area: 1 / 1 / 3; background: var(--tint); }
  .person { grid-area: 1 / 1; z-index: 1; flex-direction: column-reverse; margin-inline: var(--edge) ${inset}; padding-bottom: 2rem; }
  main { grid-area: 1 / 1 / 3 / 3; display: grid; grid-template: subgrid / subgrid; padding: 0 0 var(--top); }
  main > .column { grid-area: 1 / 2 / 3; padding: var(--top) var(--edge) 0 ${inset}; }
  html[dir=rtl] main > .column { padding-inline: ${inset} var(--edge); }
  main > .side { grid-area: 2 / 1; margin: 0; padding: 0 ${inset} 0 var(--edge); }
  html[dir=rtl] main > .side { padding-inline: var(--edge) ${inset}; }
  .contacts li { display: block; margin-inline-end: 0; }
  .side article > header { display: block; }
  .side article > header > .period { margin: 0; text-align: start; }
}
@media print { .sheet::before { content: none; } }`;
}
