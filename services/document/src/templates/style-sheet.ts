import type { DocumentModel } from '../document-model.ts';
import { headerStyles } from './header-styles.ts';
import { lineHeight } from './line-height.ts';
import { type Palette, paletteOf } from './palette.ts';
import { printRules } from './print-rules.ts';
import { sectionStyles } from './section-styles.ts';
import type { Template } from './template.ts';
import { templateOf } from './template.ts';
import { fontStack } from './typefaces.ts';

/** Returns the complete style sheet of the printed page. */
export function styleSheetOf(model: DocumentModel): string {
  const template = templateOf(model);
  const palette = paletteOf(template, model.accent);
  return [
    printRules(model),
    pageStyles(model, template, palette),
    headerStyles(template, palette),
    sectionStyles(template, palette),
  ].join('\n');
}

// Browsers clip content at the page margin. The bar of a heading or a panel extends into the margin, so this part of
// the margin is a padding of the body instead.
const MIN_OUTSET_MM = 4;

function pageStyles(model: DocumentModel, { measures, typeface }: Template, palette: Palette): string {
  const { type, margins } = measures;
  const fonts = fontStack(model, typeface);
  const bleed = Math.max(measures.header.outset, MIN_OUTSET_MM);
  const footer = `font: ${type.footer}pt ${fonts}; color: ${palette.footer}; vertical-align: top; padding: 4mm ${bleed}mm 0;`;
  return `
@page {
  margin: ${margins.top}mm ${margins.side - bleed}mm ${margins.bottom}mm;
  @bottom-left { content: ${cssString(model.header.name)}; ${footer} }
  @bottom-right { content: counter(page) " / " counter(pages); ${footer} }
}
@page :first { @bottom-left { content: none; } @bottom-right { content: none; } }
body { padding-inline: ${bleed}mm; font-family: ${fonts}; font-size: ${type.body}pt; line-height: ${lineHeight(type.body, type.leading)}pt; color: ${palette.text}; }`;
}

/** Escapes a text as a CSS string that can terminate neither the string nor the style element (CSS Syntax 3). */
export function cssString(text: string): string {
  const escaped = Array.from(text, (character) =>
    /[\p{L}\p{N} ]/u.test(character) ? character : `\\${(character.codePointAt(0) ?? 0).toString(16)} `,
  );
  return `"${escaped.join('')}"`;
}
