import { leadings, lineHeight } from './line-height.ts';
import type { Palette } from './palette.ts';
import type { Template } from './template.ts';

/** Returns the styles of name, title, contacts and photo. */
export function headerStyles({ header, measures }: Template, { header: colors }: Palette): string {
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
  ruled: (_measures, colors) => `
.person { border-bottom: 1pt solid ${colors.rule}; }
.person-text:only-child { text-align: center; }`,

  panel: ({ header }, colors) => `
.person { background: ${colors.background}; border-radius: 1.6mm; margin-inline: -${header.outset}mm; padding: ${header.above}mm ${header.outset}mm ${header.below}mm; }`,

  line: (_measures, colors) => `
.person { border-bottom: 1pt solid ${colors.rule}; }
h1, .person-title { display: inline; }`,
};
