import { leadings, lineHeight, PHOTO_GAP_MM } from './measures.ts';
import type { Palette } from './palette.ts';
import type { Template } from './template.ts';

// Text extractors read a wider gap as the start of a column.
const MAX_GAP_IN_LINE = 0.42;

/** Returns the styles of name, title, contacts and photo. `nameLeading`: the line height of the name, a multiple of its size. */
export function headerStyles(
  { header, entry, measures }: Template,
  { header: colors }: Palette,
  nameLeading: number,
): string {
  const { type, photo, header: gaps, grid } = measures;
  return `
.person { display: flex; gap: ${PHOTO_GAP_MM}mm; align-items: flex-start; padding-bottom: ${gaps.below}mm; }
.person-text { flex: 1; min-width: 0; }
h1 { font-size: ${type.name}pt; line-height: ${lineHeight(type.name, nameLeading)}pt; font-weight: 700; color: ${colors.name}; text-wrap: balance; }
.person-title { font-size: ${type.title}pt; line-height: ${lineHeight(type.title, leadings.title)}pt; color: ${colors.title}; margin-top: ${gaps.title}mm; }
.person-title, .contacts { max-width: ${grid.text}em; }
.contacts { margin-top: ${gaps.contacts}mm; font-size: ${type.small}pt; line-height: ${lineHeight(type.small, leadings.contacts)}pt; color: ${colors.contacts}; text-wrap: balance; }
.contacts .item { margin-inline-end: ${entry.dates === 'text' ? MAX_GAP_IN_LINE : 0.95}em; }
.photo { width: ${photo.width}mm; height: ${photo.height}mm; border-radius: 1.2mm; flex: none; }
${layouts[header](measures, colors)}`;
}

type Layout = (measures: Template['measures'], colors: Palette['header']) => string;

const layouts: Record<Template['header'], Layout> = {
  centered: (_measures, colors) => `
.person { border-bottom: 1pt solid ${colors.rule}; }
.person-text:only-child { text-align: center; }
.person-text:only-child > p { margin-inline: auto; }
.person-text:only-child .item { margin-inline: 0.48em; }`,

  start: (_measures, colors) => `
.person { border-bottom: 0.75pt solid ${colors.rule}; }`,

  // The panel reaches the edges of the paper. Pages on a screen have no page margin, so it is moved there.
  panel: ({ header, margins }, colors) => `
@page :first { margin-top: 0; }
@media screen { .person { margin-top: -${margins.top}mm; } }
.person { align-items: center; background: ${colors.background}; margin-inline: -${header.outset}mm; padding: ${header.above}mm ${margins.side}mm ${header.below}mm; }`,

  line: (_measures, colors) => `
.person { border-bottom: 1pt solid ${colors.rule}; }
h1 { display: inline; margin-inline-end: 3mm; }
.person-title { display: inline-block; margin-top: 0; }`,

  side: ({ header }) => `
.person { flex-direction: column-reverse; gap: ${header.contacts}mm; }
.person-text { width: 100%; }
.contacts .item { display: block; margin-inline-end: 0; }
.contacts .item + .item { margin-top: 0.4mm; }`,
};
