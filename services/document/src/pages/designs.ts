import type { DisplayId } from '@vitae/proto/display';
import type { SectionKind } from '../words/words.ts';

/** One column below an accent rule, a hairline under each heading, dates at the end of the line. */
export const classicStyles = `
:root { --display: "Iowan Old Style", "Palatino Linotype", Palatino, "Source Serif 4", Georgia, "Liberation Serif", "Noto Serif", "Noto Naskh Arabic", var(--ideographs), serif; }
h1 { color: var(--accent); font-weight: 600; }
.person { padding-bottom: 1.5rem; }
.sheet { border-top: 5px solid var(--band); }
main::before { content: ""; display: block; border-top: 1px solid var(--line); margin-bottom: 1.75rem; }
h2 { padding-bottom: 0.375rem; border-bottom: 1px solid var(--line); font-weight: 600; }
h3 { font-weight: 600; }
@media (min-width: 40rem) {
  article > header { display: grid; grid-template-columns: 1fr minmax(0, max-content); column-gap: 1.5rem; align-items: baseline; }
  article > header > * { grid-column: 1; }
  article > header > .period { grid-column: 2; grid-row: 1; text-align: end; }
  article > header > .facts { grid-column: 1 / -1; }
}
@media print { .sheet { border-top-width: 0; } }
`;

/** The header on the accent color; on wide screens short sections are in a second column. */
export const modernStyles = `
.person { padding-block: clamp(1.75rem, 5vw, 3rem); background: var(--band); color: #fff; }
.person a, .person-title { color: #fff; }
.person :focus-visible { outline-color: #fff; }
h1 { font-weight: 750; }
.photo { width: clamp(5rem, 20vw, 8.5rem); aspect-ratio: 1; border-radius: 50%; border: 3px solid #fff; }
main { padding-top: clamp(1.5rem, 4vw, 2.5rem); }
h2 { font-size: 1.0625rem; font-weight: 700; letter-spacing: 0.01em; padding-inline-start: 0.75rem; border-inline-start: 4px solid var(--accent); }
h3 { font-weight: 650; }
.column + .column { margin-top: 2rem; }
.period { font-variant-numeric: tabular-nums; }
.side .level::before { content: ""; }
.side .level { display: block; }
.side .items { display: block; color: var(--soft); font-size: 0.9375rem; }
.side .items::before { content: ""; }
.side .groups.plain { display: block; }
.side .groups.plain li { display: list-item; list-style: none; }
.side .groups.plain li + li { margin-top: 0.375rem; }
@media (min-width: 40rem) { .person { align-items: center; } }
@media (min-width: 52rem) {
  .sheet, .downloads, .foot { max-width: 62rem; }
  main:has(.side) { display: grid; grid-template-columns: minmax(0, 1fr) minmax(0, 17rem); column-gap: 3rem; }
  .column + .column { margin-top: 0; }
}
@media print {
  .person { padding: 6mm 8mm; margin-bottom: 6mm; -webkit-print-color-adjust: exact; print-color-adjust: exact; }
  .person a { color: #fff; }
}
`;

/** Small type, narrow spacing, headings in a separate column. */
export const compactStyles = `
body { font-size: 0.9375rem; line-height: 1.45; }
.sheet, .downloads, .foot { max-width: 60rem; }
.person { padding-block: clamp(1.25rem, 3vw, 1.75rem) 1rem; }
h1 { font-size: clamp(1.5rem, 1.2rem + 1.4vw, 2rem); font-weight: 700; }
.person-title { font-size: 1.0625rem; margin-top: 0.125rem; }
.contacts { margin-top: 0.5rem; gap: 0 1rem; font-size: 0.875rem; }
.photo { width: clamp(4rem, 16vw, 6rem); }
h2 { font-size: 0.9375rem; font-weight: 700; }
.section { padding-top: 0.75rem; border-top: 1px solid var(--line); }
.section + .section { margin-top: 1rem; }
.section-content { margin-top: 0.5rem; }
.section-content > * + * { margin-top: 0.875rem; }
h3 { font-size: 1rem; font-weight: 650; }
article > header { display: flex; flex-wrap: wrap; align-items: baseline; column-gap: 0.75rem; }
article > header > .facts { flex-basis: 100%; }
.period, .facts, .level, .keywords { font-size: 0.875rem; }
article > p, blockquote > p, li > p, .points, .keywords { margin-top: 0.25rem; }
.points li + li { margin-top: 0.125rem; }
.groups:not(.plain) li + li { margin-top: 0.25rem; }
@media (min-width: 44rem) {
  .section { display: grid; grid-template-columns: 10.5rem minmax(0, 1fr); column-gap: 1.75rem; }
  .section-content { margin-top: 0; }
}
`;

/** The layout of a CV on the web. */
export type Design = {
  id: DisplayId;
  /** Style sheet added to the base styles. */
  styles: string;
  /** Sections in the second column; on narrow screens they follow the other sections. */
  sideSections: readonly SectionKind[];
};

const designs: Record<DisplayId, Design> = {
  classic: { id: 'classic', styles: classicStyles, sideSections: [] },
  modern: {
    id: 'modern',
    styles: modernStyles,
    sideSections: ['skills', 'languages', 'certificates', 'interests', 'awards'],
  },
  compact: { id: 'compact', styles: compactStyles, sideSections: [] },
  sidebar: { id: 'sidebar', styles: modernStyles, sideSections: ['skills', 'languages', 'certificates', 'interests'] },
  academic: { id: 'academic', styles: classicStyles, sideSections: [] },
  plain: { id: 'plain', styles: compactStyles, sideSections: [] },
};

/** Returns the design with this id, or the classic design for an unknown id. */
export function designById(id: string): Design {
  return Object.hasOwn(designs, id) ? designs[id as DisplayId] : designs.classic;
}
