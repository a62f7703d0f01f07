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
