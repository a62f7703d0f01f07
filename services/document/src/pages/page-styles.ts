import type { DocumentModel } from '../document-model.ts';
import { contrast, MIN_CONTRAST } from '../readable-color.ts';
import type { Design } from './designs.ts';

/** The background colors of each color scheme, for the style sheet and for contrast. */
export const backgrounds = {
  light: { paper: '#f2f1ed', sheet: '#ffffff' },
  dark: { paper: '#111417', sheet: '#1a1f23' },
} as const;

const { light, dark } = backgrounds;

/** Returns the complete style sheet of a web page: colors, base styles, design and print styles. */
export function pageStyles(
  design: Design,
  { accent, ideographs }: Pick<DocumentModel, 'accent' | 'ideographs'>,
): string {
  const readable = accentOnPaper(accent);
  const scheme = `:root{--accent:${readable};--band:${readable};--ideographs:${IDEOGRAPHS[ideographs ?? 'ja']}}
@media screen and (prefers-color-scheme:dark){:root{--accent:${accentOnDark(accent)}}}`;
  return minified(`${scheme}\n${baseStyles}\n${design.styles}\n${printStyles}`);
}

const IDEOGRAPHS = {
  ja: '"Hiragino Sans","Yu Gothic","Noto Sans CJK JP"',
  zh: '"PingFang SC","Microsoft YaHei","Noto Sans CJK SC"',
  ko: '"Apple SD Gothic Neo","Malgun Gothic","Noto Sans CJK KR"',
};

/** Removes comments and insignificant white space outside strings. */
function minified(css: string): string {
  return css
    .replace(/\/\*[^*]*\*\//g, '')
    .replace(/\s+/g, ' ')
    .replace(/"[^"]*"| ?([{};,>]) ?|(:) /g, (all, sign?: string, colon?: string) => sign ?? colon ?? all)
    .replace(/;}/g, '}')
    .trim();
}

const baseStyles = `
:root {
  color-scheme: light dark;
  --paper: ${light.paper}; --sheet: ${light.sheet}; --ink: #1c2226; --soft: #50575d; --line: #d9d6ce; --mark: #85827a;
  --text: "Inter", "Segoe UI", system-ui, -apple-system, "Helvetica Neue", "Liberation Sans", Arial, "Noto Sans", "Noto Sans Arabic", "Noto Sans Hebrew", var(--ideographs), "Noto Color Emoji", sans-serif;
  --display: var(--text);
  --gutter: clamp(1.125rem, 5vw, 3.5rem);
}
@media screen and (prefers-color-scheme: dark) {
  :root { --paper: ${dark.paper}; --sheet: ${dark.sheet}; --ink: #ebe8e1; --soft: #a9b0b5; --line: #353c41; --mark: #7d868b; }
}
*, *::before, *::after { box-sizing: border-box; }
html { text-size-adjust: 100%; -webkit-text-size-adjust: 100%; }
body, h1, h2, h3, p, ul, li, blockquote { margin: 0; padding: 0; }
ul { list-style: none; }
body {
  min-height: 100vh; padding: 0 max(0px, env(safe-area-inset-right)) 0 max(0px, env(safe-area-inset-left));
  background: var(--paper); color: var(--ink); font: 1rem/1.55 var(--text); overflow-wrap: anywhere;
}
h1, h2, h3 { font-family: var(--display); line-height: 1.25; text-wrap: balance; }
p, li { text-wrap: pretty; }
a { color: var(--accent); text-underline-offset: 0.18em; text-decoration-thickness: from-font; }
a:hover { text-decoration-thickness: 2px; }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; border-radius: 2px; }
main:focus { outline: none; }
.skip-link { position: absolute; inset-block-start: 0.5rem; inset-inline-start: 0.5rem; z-index: 1; padding: 0.5rem 1rem; background: var(--sheet); }
.skip-link:not(:focus) { clip-path: inset(50%); white-space: nowrap; }
.sheet { max-width: 54rem; margin: 0 auto; background: var(--sheet); }
.person { display: flex; align-items: flex-start; justify-content: space-between; gap: 1.5rem; padding: clamp(1.5rem, 5vw, 3rem) var(--gutter) 1.5rem; }
.person-text { min-width: 0; flex: 1; }
h1 { font-size: clamp(1.75rem, 1.3rem + 2.4vw, 2.625rem); letter-spacing: -0.015em; }
html[dir=ltr] :is(h1, .person-title) { text-align: left; }
html[dir=rtl] :is(h1, .person-title) { text-align: right; }
.person-title { margin-top: 0.375rem; font-size: 1.1875rem; color: var(--soft); }
.contacts { display: flex; flex-wrap: wrap; align-items: baseline; gap: 0.25rem 1.25rem; margin-top: 1rem; font-size: 0.9375rem; }
.contacts a { display: inline-block; padding-block: 0.125rem; }
.photo { flex: none; width: clamp(5rem, 22vw, 9rem); height: auto; aspect-ratio: 4 / 5; object-fit: cover; border-radius: 0.375rem; background: var(--line); }
main { padding: 0 var(--gutter) clamp(1.5rem, 5vw, 3rem); }
.section + .section { margin-top: 2rem; }
h2 { font-size: 1.25rem; color: var(--accent); }
.section-content { margin-top: 0.875rem; }
.section-content > * + * { margin-top: 1.375rem; }
.section-content > p + p { margin-top: 0.625rem; }
h3 { font-size: 1.0625rem; }
.organisation { font-weight: 500; }
.period, .facts, .level { color: var(--soft); font-size: 0.9375rem; }
.facts li, .keywords li, .groups.plain li { display: inline; }
.facts li + li::before, .keywords li + li::before { content: " · "; color: var(--mark); }
article > p, blockquote > p, li > p { margin-top: 0.5rem; }
.logo { float: inline-end; max-width: 6rem; max-height: 3rem; margin-inline-start: 1rem; background: #fff; border-radius: 0.25rem; }
.points { margin-top: 0.5rem; padding-inline-start: 1.25rem; list-style: disc; }
.points li + li { margin-top: 0.25rem; }
.points li::marker { color: var(--accent); }
.keywords { margin-top: 0.5rem; color: var(--soft); font-size: 0.9375rem; }
.group-title { font-weight: 600; }
.level::before { content: " – "; }
.items::before { content: ": "; }
.groups:not(.plain) li + li { margin-top: 0.5rem; }
.groups.plain { display: flex; flex-wrap: wrap; gap: 0.25rem 1.5rem; }
.quote blockquote { padding-inline-start: 0.875rem; border-inline-start: 3px solid var(--line); }
.downloads { display: flex; flex-wrap: wrap; align-items: center; gap: 0 0.75rem; max-width: 54rem; margin: 0 auto; padding: 0.5rem var(--gutter); color: var(--soft); font-size: 0.875rem; }
.downloads ul { display: flex; flex-wrap: wrap; gap: 0 0.25rem; }
.downloads a { display: inline-flex; align-items: center; min-height: 2.5rem; padding: 0 0.625rem; font-weight: 600; }
.foot { max-width: 54rem; margin: 0 auto; padding: 1rem var(--gutter) 2rem; color: var(--soft); font-size: 0.875rem; }
@media (min-width: 60rem) {
  .sheet { border: 1px solid var(--line); border-radius: 0.75rem; overflow: clip; }
  .downloads { justify-content: flex-end; }
}
@media (forced-colors: active) { .sheet { border-color: CanvasText; } }
`;

const printStyles = `
@page { margin: 16mm 18mm; }
@media print {
  :root { color-scheme: light; --paper: #fff; --sheet: #fff; }
  body { font-size: 10.5pt; min-height: 0; }
  .downloads, .skip-link, .foot { display: none; }
  .sheet { max-width: none; border: 0; border-radius: 0; }
  .person { padding: 0 0 4mm; }
  main { padding: 0; }
  h1 { font-size: 22pt; }
  h2, h3, article > header { break-after: avoid; }
  h2, h3, article > header, .photo, .points li { break-inside: avoid; }
  p, li { orphans: 2; widows: 2; }
  a { color: inherit; text-decoration: none; }
}
`;

/** Lightens an accent color until it is readable on every dark background. */
export function accentOnDark(accent: string): string {
  return shiftUntilReadable(accent, 255, backgrounds.dark.sheet);
}

/** Darkens an accent color until it is readable on the light page background. */
export function accentOnPaper(accent: string): string {
  return shiftUntilReadable(accent, 0, backgrounds.light.paper);
}

function shiftUntilReadable(color: string, end: 0 | 255, background: string): string {
  let channels = [1, 3, 5].map((start) => Number.parseInt(color.slice(start, start + 2), 16));
  // Rounding towards `end` guarantees that the loop terminates.
  const step = (channel: number) =>
    end === 0 ? Math.floor(channel * 0.94) : Math.ceil(channel + (255 - channel) * 0.06);
  while (contrast(hex(channels), background) < MIN_CONTRAST) channels = channels.map(step);
  return hex(channels);
}

function hex(channels: number[]): string {
  return `#${channels.map((channel) => channel.toString(16).padStart(2, '0')).join('')}`;
}
