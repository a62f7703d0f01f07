import type { DocumentModel } from '@vitae/document/document-model';
import { splitsEntries } from '@vitae/document/templates/density';
import { listSeparator } from '@vitae/document/templates/list-separator';
import type { Measures } from '@vitae/document/templates/measures';
import { leadings, lineHeight, paperSize } from '@vitae/document/templates/measures';
import { type Palette, paletteOf } from '@vitae/document/templates/palette';
import type { Template } from '@vitae/document/templates/template';
import { templateOf } from '@vitae/document/templates/templates';
import { contentHeight, isIdeographic, type Typeface } from '@vitae/document/templates/typefaces';
import { BorderStyle, convertMillimetersToTwip, type IBorderOptions, LineRuleType } from 'docx';

/** Horizontal positions in millimeters from the start of the page's text area, or of the table cell that has the text. */
export type WordGrid = {
  /** Width of the area. */
  width: number;
  /** Where the text starts. */
  start: number;
  /** Where running text ends. */
  end: number;
};

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
  /** Whether the color of the header reaches the upper edge of the first page. */
  bleedsAtTop: boolean;
  /** True if the file is for programs that read Office Open XML. */
  modern: boolean;
  /** Whether page breaks may separate the items of a short entry. */
  splits: boolean;
  drops: Drops;
  /** Whether the language is written with ideographs. */
  ideographic: boolean;
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
  const ideographic = isIdeographic(model);
  const shown: Template = modern || template.heading !== 'margin' ? template : { ...template, heading: 'bold' };
  return {
    model,
    template: shown,
    measures,
    palette,
    rtl: model.direction === 'rtl',
    grid: gridOf({ model, template, measures }),
    listSign: listSeparator(model.language),
    bleedsAtTop: modern && template.header === 'panel',
    modern,
    splits: splitsEntries(model.density ?? 0),
    drops: ideographic ? NO_DROPS : dropsOf(shown),
    ideographic,
  };
}

/** The grid of the printed page. With a side column, it is that of the cell beside it. */
function gridOf({ model, template, measures }: Pick<Theme, 'model' | 'template' | 'measures'>): WordGrid {
  const { grid, margins, type } = measures;
  const page = paperSize[model.paper].width - 2 * margins.side;
  const column = grid.column + grid.gutter;
  const width = template.side === null ? page : page - column;
  const start = template.heading === 'margin' || template.entry.dates === 'start' ? column : 0;
  return { width, start, end: Math.min(width, start + grid.text * type.body * MM_PER_POINT) };
}

const TWIPS_PER_POINT = 20;
export const MM_PER_POINT = 25.4 / 72;

export const halfPoints = (points: number) => Math.round(points * 2);
export const twips = (millimetres: number) => convertMillimetersToTwip(millimetres);
export const points = (millimetres: number) => Math.round(millimetres / MM_PER_POINT);

/** Word colors have no leading #. */
export const hex = (color: string) => color.slice(1);

/**
 * The line height of the printed page. The line grows for taller characters, except in languages with ideographs: their
 * fonts ask for lines that are half as high again.
 */
export function line(size: number, leading: number, { ideographic }: Pick<Theme, 'ideographic'>) {
  const lineRule = ideographic ? LineRuleType.EXACT : LineRuleType.AT_LEAST;
  return { line: Math.round(lineHeight(size, leading) * TWIPS_PER_POINT), lineRule };
}

/**
 * Returns by how many millimeters the baseline of a line is lower than on the printed page. Browsers put one half of the
 * leading below the text, word processors put all of it above.
 */
function dropOf(size: number, leading: number, typeface: Typeface): number {
  return (Math.max(0, lineHeight(size, leading) - size * contentHeight[typeface]) / 2) * MM_PER_POINT;
}

/** The same for the kinds of lines whose leading differs. */
export type Drops = { name: number; title: number; contacts: number; section: number; body: number };

const NO_DROPS: Drops = { name: 0, title: 0, contacts: 0, section: 0, body: 0 };

function dropsOf({ typefaces: { headings, text }, heading, measures: { type } }: Template): Drops {
  const body = dropOf(type.body, type.leading, text);
  return {
    name: dropOf(type.name, leadings.name, headings),
    title: dropOf(type.title, leadings.title, text),
    contacts: dropOf(type.small, leadings.contacts, text),
    // A heading in the margin is on a line of the text.
    section: heading === 'margin' ? body : dropOf(type.section, leadings.section, headings),
    body,
  };
}

/** By how much the text area of a page starts higher than on the printed page, so that its first line does not. */
export function pageDrop({ template, drops }: Theme): number {
  // The panel of a header is where it is on the printed page.
  if (template.header === 'panel') return 0;
  return template.side === null ? drops.name : drops.section;
}

/** `size` is in eighths of a point, `space` is the distance to the text in points. */
export function border(color: string | null, size: number, space: number): IBorderOptions {
  return { style: BorderStyle.SINGLE, size, space, color: hex(color ?? '#000000') };
}
