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
