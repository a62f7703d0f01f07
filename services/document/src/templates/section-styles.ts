import { leadings, lineHeight } from './line-height.ts';
import type { Palette } from './palette.ts';
import type { Template } from './template.ts';

/** Returns the styles of headings, entries, lists and quotations. */
export function sectionStyles(template: Template, palette: Palette): string {
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
.organisation { display: inline; ${template.organisation === 'italic' ? 'font-style: italic;' : ''} }
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
  barred: ({ rule }) =>
    `h2 { border-inline-start: 3pt solid ${rule}; padding-inline-start: 2.4mm; margin-inline-start: calc(-2.4mm - 3pt); }`,
  tinted: ({ background: ground }) =>
    `h2 { background: ${ground}; padding: 0.3mm 1.4mm; margin-inline: -1.4mm; border-radius: 0.6mm; }`,
};
