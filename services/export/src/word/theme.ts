import type { DocumentModel } from '@vitae/document/document-model';
import { lineHeight } from '@vitae/document/templates/line-height';
import type { Measures } from '@vitae/document/templates/measures';
import { type Palette, paletteOf } from '@vitae/document/templates/palette';
import { type Template, templateOf } from '@vitae/document/templates/template';
import { convertMillimetersToTwip, LineRuleType } from 'docx';

/** What every part of a Word document is drawn by: the template's data and the colours that follow from it. */
export type Theme = {
  model: DocumentModel;
  template: Template;
  measures: Measures;
  palette: Palette;
  /** The document reads from the right. */
  rtl: boolean;
};

export function themeOf(model: DocumentModel): Theme {
  const template = templateOf(model);
  return {
    model,
    template,
    measures: template.measures,
    palette: paletteOf(template, model.accent),
    rtl: model.direction === 'rtl',
  };
}

const TWIPS_PER_POINT = 20;

export const halfPoints = (points: number) => Math.round(points * 2);
export const twips = (millimetres: number) => convertMillimetersToTwip(millimetres);
export const points = (millimetres: number) => Math.round((millimetres / 25.4) * 72);

/** Word writes a colour without its sign. */
export const hex = (color: string) => color.slice(1);

/** As on the page: a line is so high, but grows for a sign that is higher. */
export function line(size: number, leading: number) {
  return { line: Math.round(lineHeight(size, leading) * TWIPS_PER_POINT), lineRule: LineRuleType.AT_LEAST };
}
