import type { DocumentModel } from '../document-model.ts';
import { contrast, MIN_CONTRAST } from '../readable-color.ts';
import { punctuationOf } from '../templates/punctuation.ts';
import type { Template } from '../templates/template.ts';
import { inLanguage } from '../templates/templates.ts';
import { designStyles } from './designs.ts';
import { REM_PER_POINT } from './rem.ts';
import { type FontAddress, fontFaces, webFontStack } from './web-fonts.ts';

/** The background colors of each color scheme, for the style sheet and for contrast. */
export const backgrounds = {
  light: { paper: '#f2f1ed', sheet: '#ffffff' },
  dark: { paper: '#111417', sheet: '#1a1f23' },
} as const;

const { light, dark } = backgrounds;

/** Returns the complete style sheet of a web page: fonts, colors, base styles, template and print styles. */
export function pageStyles(
  template: Template,
  model: Pick<DocumentModel, 'accent' | 'ideographs' | 'language'>,
  fontAddress: FontAddress,
): string {
  const { accent, language } = model;
  const { headings, text } = template.typefaces;
  const signs = punctuationOf(language);
  const [opening, closing] = signs.brackets;
  const readable = accentOnPaper(accent);
  const onDark = accentOnDark(accent);
  const scheme = `:root{--accent:${readable};--band:${readable};--tint:${tintOf(readable, light.sheet)};--text:${webFontStack(model, text)};--display:${webFontStack(model, headings)};--and:"${signs.list}";--fact:"${signs.facts}";--colon:"${signs.colon}";--opening:"${signs.gap}${opening}";--closing:"${closing}"}
@media screen and (prefers-color-scheme:dark){:root{--accent:${onDark};--tint:${tintOf(onDark, dark.sheet)}}}`;
  const faces = fontFaces(template, fontAddress);
  return minified(
    `${faces}\n${scheme}\n${baseStyles}\n${designStyles(inLanguage(template, language))}\n${printStyles(template)}`,
  );
}

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
  --paper: ${light.paper}; --sheet: ${light.sheet}; --ink: #1c2226; --soft: #4f565d; --line: #d3d0c8; --mark: #85827a;
  --top: clamp(1.5rem, 4vw, 3rem);
}
@media screen and (prefers-color-scheme: dark) {
  :root { --paper: ${dark.paper}; --sheet: ${dark.sheet}; --ink: #ebe8e1; --soft: #a9b0b5; --line: #3b4348; --mark: #7d868b; }
}
*, *::before, *::after { box-sizing: border-box; }
html { text-size-adjust: 100%; -webkit-text-size-adjust: 100%; }
body, h1, h2, h3, p, ul, li, blockquote { margin: 0; padding: 0; }
ul { list-style: none; }
body {
  min-height: 100vh; padding: 0 max(0px, env(safe-area-inset-right)) 0 max(0px, env(safe-area-inset-left));
  background: var(--paper); color: var(--ink); font-family: var(--text); font-synthesis: weight; overflow-wrap: anywhere;
}
h1, h2, h3 { font-family: var(--display); font-weight: 700; line-height: 1.25; text-wrap: balance; }
h3 { font-family: inherit; }
p, li { text-wrap: pretty; }
.person-title, main :is(p, li) { hyphens: auto; hyphenate-limit-chars: 10 4 4; }
a { color: inherit; text-decoration: underline 1px var(--mark); text-underline-offset: 0.18em; }
a:hover { color: var(--accent); text-decoration: underline 2px currentColor; }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; border-radius: 2px; }
main:focus { outline: none; }
.skip-link { position: absolute; inset-block-start: 0.5rem; inset-inline-start: 0.5rem; z-index: 2; padding: 0.5rem 1rem; background: var(--sheet); }
.skip-link:not(:focus) { clip-path: inset(50%); white-space: nowrap; }
.sheet { margin: 0 auto; background: var(--sheet); }
.person { display: flex; align-items: flex-start; justify-content: space-between; gap: 1.5rem; margin-inline: var(--edge); padding-block: var(--top) 1.25rem; }
.person-text { min-width: 0; flex: 1; }
h1, .person-title { text-align: match-parent; }
h1 { color: var(--accent); line-height: 1.15; }
.person-title { color: var(--soft); }
.contacts { color: var(--soft); text-wrap: balance; }
.contacts li { display: inline-block; max-width: 100%; margin-inline-end: 1.25rem; padding-block: 0.0625rem; }
.contacts a { display: inline-block; padding-block: 0.125rem; }
.photo { flex: none; height: auto; object-fit: cover; border-radius: 0.25rem; background: var(--line); }
main { padding: clamp(1.25rem, 3vw, 2rem) var(--edge) var(--top); }
.period, .keywords, .level { color: var(--soft); }
.period { font-variant-numeric: tabular-nums; }
.facts li, .keywords li, .groups.plain li { display: inline; }
:is(.keywords, .plain) li:not(:last-child)::after { content: var(--and); }
.facts li:not(:last-child)::after { content: var(--fact); font-style: normal; }
article > header { display: grid; grid-template-columns: minmax(0, 1fr) auto; align-items: baseline; }
article > header > * { grid-column: 1; }
article > header > .logo { grid-area: 1 / 2 / span 2; align-self: start; }
.title-line :is(h3, .facts) { display: inline; }
.title-line .facts::before { content: var(--fact); }
.logo { margin-inline-start: 1rem; padding: 2px; background: #fff; border-radius: 0.25rem; }
li > p, blockquote > p { margin-top: 0.25rem; }
.points { list-style: disc; }
.group-title { font-weight: 700; }
.level::before { content: "\\a0–\\a0"; }
.item { display: inline-block; max-width: 100%; vertical-align: top; }
.items::before { content: var(--colon); }
.quote blockquote { margin-top: 0.375rem; padding-inline-start: 0.875rem; border-inline-start: 3px solid var(--line); color: var(--soft); }
.downloads { display: flex; flex-wrap: wrap; align-items: center; gap: 0 0.75rem; margin: 0 auto; padding: 0.5rem var(--edge); color: var(--soft); font-size: 1rem; }
.downloads ul { display: flex; flex-wrap: wrap; gap: 0 0.25rem; }
.downloads a { display: inline-flex; align-items: center; min-height: 2.5rem; padding: 0 0.625rem; color: var(--accent); font-weight: 700; }
.foot { margin: 0 auto; padding: 1rem var(--edge) 2rem; color: var(--soft); font-size: 1rem; }
@media (min-width: 66rem) {
  .sheet { border: 1px solid var(--line); border-radius: 0.5rem; overflow: clip; }
  .downloads { justify-content: flex-end; }
}
@media (forced-colors: active) { .sheet { border-color: CanvasText; } }
`;

/** The scale turns the sizes for screens back into the sizes of the template on paper. */
const printStyles = ({ measures: { margins } }: Template) => `
@page { margin: ${margins.top}mm ${margins.side}mm ${margins.bottom}mm; }
@media print {
  :root { color-scheme: light; --paper: #fff; --sheet: #fff; --edge: 0px; --top: 0px; font-size: ${(1 / REM_PER_POINT).toFixed(2)}pt; }
  body { min-height: 0; }
  .downloads, .skip-link, .foot { display: none; }
  .sheet { max-width: none; border: 0; border-radius: 0; }
  h2 { -webkit-print-color-adjust: exact; print-color-adjust: exact; }
  h2, article > header:not(:last-child), .quote h3 { break-after: avoid; }
  h2, h3, article > header, .photo, .points li { break-inside: avoid; }
  p, li { orphans: 2; widows: 2; }
}
`;

/** Lightens an accent color until it is readable on every dark background. */
export function accentOnDark(accent: string): string {
  return shiftUntilReadable(accent, 255, dark.sheet);
}

/** Darkens an accent color until it is readable on every light background. */
export function accentOnPaper(accent: string): string {
  return shiftUntilReadable(accent, 0, light.paper, light.sheet);
}

const TINT = 0.1;

/** Returns the background of the side column and of headings: a tenth of the accent color on the sheet. */
export function tintOf(accent: string, sheet: string): string {
  const [over, under] = [channelsOf(accent), channelsOf(sheet)];
  return hex(under.map((channel, index) => Math.round(channel * (1 - TINT) + (over[index] ?? 0) * TINT)));
}

/** Shifts a color towards black or white until it is readable on the background and on its own tint of the sheet. */
function shiftUntilReadable(color: string, end: 0 | 255, background: string, sheet = background): string {
  let channels = channelsOf(color);
  // Rounding towards `end` guarantees that the loop terminates.
  const step = (channel: number) =>
    end === 0 ? Math.floor(channel * 0.94) : Math.ceil(channel + (255 - channel) * 0.06);
  const isReadable = (shifted: string) =>
    [background, tintOf(shifted, sheet)].every((ground) => contrast(shifted, ground) >= MIN_CONTRAST);
  while (!isReadable(hex(channels))) channels = channels.map(step);
  return hex(channels);
}

function channelsOf(color: string): number[] {
  return [1, 3, 5].map((start) => Number.parseInt(color.slice(start, start + 2), 16));
}

function hex(channels: number[]): string {
  return `#${channels.map((channel) => channel.toString(16).padStart(2, '0')).join('')}`;
}
