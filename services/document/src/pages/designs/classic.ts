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
