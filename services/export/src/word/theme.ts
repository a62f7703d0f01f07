import type { DocumentModel } from '@vitae/document/document-model';
import { listSeparator } from '@vitae/document/templates/list-separator';
import type { Measures } from '@vitae/document/templates/measures';
import { lineHeight } from '@vitae/document/templates/measures';
import { type Palette, paletteOf } from '@vitae/document/templates/palette';
import { type Template, templateOf } from '@vitae/document/templates/template';
import { BorderStyle, convertMillimetersToTwip, type IBorderOptions, LineRuleType } from 'docx';
import { gridOf, type WordGrid } from './word-grid.ts';

/** The template of a Word document and the values derived from it. */
export type Theme = {
  model: DocumentModel;
  template: Template;
  measures: Measures;
  palette: Palette;
  /** True if the document is written from right to left. */
  rtl: boolean;
  grid: WordGrid;
  /** The text between the items of a list. */
  listSign: string;
  /** Whether the color of the header or of the side column reaches the upper edge of the first page. */
  bleedsAtTop: boolean;
};

/** `modern`: for programs that read Office Open XML. */
export type WordOptions = { modern: boolean };

/**
 * Without `modern` features, headings in the margin are above the text, and colors do not reach the edge of the page:
 * LibreOffice loses frames and the header of the first page when it writes Word 97 files without a window.
 */
export function themeOf(model: DocumentModel, { modern }: WordOptions): Theme {
  const template = templateOf(model);
  const { measures } = template;
  const palette = paletteOf(template, model.accent);
  return {
    model,
    template: modern || template.heading !== 'margin' ? template : { ...template, heading: 'bold' },
    measures,
    palette,
    rtl: model.direction === 'rtl',
    grid: gridOf({ model, template, measures }),
    listSign: listSeparator(model.language),
    bleedsAtTop: modern && (template.header === 'panel' || palette.side !== null),
  };
}

const TWIPS_PER_POINT = 20;

export const halfPoints = (points: number) => Math.round(points * 2);
export const twips = (millimetres: number) => convertMillimetersToTwip(millimetres);
export const points = (millimetres: number) => Math.round((millimetres / 25.4) * 72);

/** Word colors have no leading #. */
export const hex = (color: string) => color.slice(1);

/** The line height of the printed page. The line grows for taller characters. */
export function line(size: number, leading: number) {
  return { line: Math.round(lineHeight(size, leading) * TWIPS_PER_POINT), lineRule: LineRuleType.AT_LEAST };
}

/** `size` is in eighths of a point, `space` is the distance to the text in points. */
export function border(color: string | null, size: number, space: number): IBorderOptions {
  return { style: BorderStyle.SINGLE, size, space, color: hex(color ?? '#000000') };
}
