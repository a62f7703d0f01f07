import type { Template } from '../templates/template.ts';
import { measureOf, REM_PER_POINT, sizeOf } from './rem.ts';

/** Returns the styles of name, title, contacts and photo. */
export function designHeader({ header, measures: { type, photo, header: gaps } }: Template): string {
  const smallest = Math.max(1.5, type.name * REM_PER_POINT * 0.72);
  return `
h1 { font-size: clamp(${smallest.toFixed(3)}rem, 1.1rem + 2.6vw, ${sizeOf(type.name)}); }
.person-title { font-size: ${sizeOf(type.title)}; margin-top: ${measureOf(gaps.title)}; }
.contacts { margin-top: ${measureOf(gaps.contacts * 1.3)}; font-size: ${sizeOf(type.small)}; }
.photo { width: clamp(4rem, 20vw, ${measureOf(photo.width)}); aspect-ratio: ${photo.width} / ${photo.height}; }
${layouts[header]}`;
}

const layouts: Record<Template['header'], string> = {
  centered: `
.person { border-bottom: 2px solid var(--accent); }
.person-text:only-child { text-align: center; }
.person-text:only-child .contacts li { margin-inline: 0.625rem; }`,
  start: '.person { border-bottom: 1px solid var(--accent); }',
  panel: `
.person { margin-inline: 0; padding-inline: var(--edge); padding-block: clamp(1.5rem, 4vw, 2.5rem); border-bottom: 1px solid transparent; background: var(--band); color: #fff; }
.person :is(h1, .person-title, .contacts) { color: #fff; }
.person a { text-decoration-color: #ffffffb3; }
.person a:hover { color: #fff; }
.person :focus-visible { outline-color: #fff; }
@media (min-width: 40rem) { .person { align-items: center; } }
@media print { .person { padding: 6mm 8mm; -webkit-print-color-adjust: exact; print-color-adjust: exact; } }`,
  line: `
.person { --top: clamp(1.25rem, 3vw, 2rem); padding-bottom: 0.75rem; border-bottom: 1px solid var(--accent); }
@media (min-width: 40rem) {
  h1, .person-title { display: inline; }
  .person-title { margin-inline-start: 0.75rem; }
}`,
  side: '',
};
