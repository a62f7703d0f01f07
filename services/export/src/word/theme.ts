import { documentTexts } from '@vitae/document/build-document';
import type { DocumentModel } from '@vitae/document/document-model';
import { splitsEntries } from '@vitae/document/templates/density';
import type { Measures } from '@vitae/document/templates/measures';
import {
  leadings,
  lineHeight,
  MM_PER_POINT,
  PIXELS_PER_MM,
  paperSize,
  sidePadding,
} from '@vitae/document/templates/measures';
import { nameLeading, withFittedName } from '@vitae/document/templates/name-size';
import { type Palette, paletteOf } from '@vitae/document/templates/palette';
import { type Punctuation, punctuationOf } from '@vitae/document/templates/punctuation';
import type { Template } from '@vitae/document/templates/template';
import { templateOf } from '@vitae/document/templates/templates';
import { textWidth } from '@vitae/document/templates/text-widths';
import {
  type FontMetrics,
  fontMetrics,
  isDevanagari,
  isIdeographic,
  type Typeface,
  wordFonts,
} from '@vitae/document/templates/typefaces';
import { withNoBreakSpaces } from '@vitae/document/templates/unbroken-items';
import { SOFT_HYPHEN } from '@vitae/document/typography/soft-hyphens';
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
  /** True for the content of a side column. */
  inSideColumn: boolean;
  signs: Punctuation;
  /** Whether the color of the header reaches the upper edge of the first page. */
  bleedsAtTop: boolean;
  /** True if the file is for programs that read Office Open XML. */
  modern: boolean;
  /** Whether page breaks may separate the items of a short entry. */
  splits: boolean;
  /** The font of digits and signs beside right-to-left text. */
  signFont: { cs: string };
  /** Whether lines keep their height, whatever their fonts ask for. */
  exact: boolean;
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
  const template = withPrintedMargin(withFittedName(templateOf(model), model));
  const { measures } = template;
  const palette = paletteOf(template, model.accent);
  const ideographic = isIdeographic(model);
  const rtl = model.direction === 'rtl';
  const isTight = measures.type.leading < LEAST_LEADING[template.typefaces.text];
  const exact = ideographic || rtl || isDevanagari(model) || isTight || hasOtherFonts(model, template);
  const shown: Template = modern || template.heading !== 'margin' ? template : { ...template, heading: 'bold' };
  return {
    model,
    template: shown,
    measures,
    palette,
    rtl,
    grid: gridOf({ model, template, measures }),
    inSideColumn: false,
    signs: punctuationOf(model.language),
    bleedsAtTop: modern && template.header === 'panel',
    modern,
    splits: splitsEntries(model.density ?? 0),
    exact,
    signFont: { cs: wordFonts(model, template.typefaces.text).latin },
    drops: dropsOf(shown, model, exact),
    ideographic,
  };
}

/** Returns the template with the side margin of the printed page: browsers round all but the padding down to pixels. */
function withPrintedMargin(template: Template): Template {
  const { measures } = template;
  const padding = sidePadding(measures);
  const side = Math.floor((measures.margins.side - padding) * PIXELS_PER_MM) / PIXELS_PER_MM + padding;
  return { ...template, measures: { ...measures, margins: { ...measures.margins, side } } };
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

export const halfPoints = (points: number) => Math.round(points * 2);
export const twips = (millimetres: number) => convertMillimetersToTwip(millimetres);
export const points = (millimetres: number) => Math.round(millimetres / MM_PER_POINT);

/** Word colors have no leading #. */
export const hex = (color: string) => color.slice(1);

/** The line height that the fonts ask for, as a multiple of the type size. */
const LEAST_LEADING: Record<Typeface, number> = { sans: 1.221, serif: 1.173 };

/** Whether a document has letters or signs that the fonts of its template lack, for example emoji. */
function hasOtherFonts(model: DocumentModel, { typefaces }: Template): boolean {
  const used = [...new Set(Object.values(typefaces))];
  return documentTexts(model).some((text) =>
    used.some((typeface) => textWidth(text.replaceAll(SOFT_HYPHEN, ''), typeface) === undefined),
  );
}

/**
 * The line height of the printed page. The line grows for taller characters, unless it is exact: other fonts, such as those of
 * ideographs and Arabic, ask for lines that are up to twice as high, and all fonts for more than that of dense layouts.
 */
export function line(size: number, leading: number, { exact }: Pick<Theme, 'exact'>) {
  const lineRule = exact ? LineRuleType.EXACT : LineRuleType.AT_LEAST;
  return { line: Math.round(lineHeight(size, leading) * TWIPS_PER_POINT), lineRule };
}

/** Where word processors put the baseline of an exact line, as a part of its height. */
const EXACT_BASELINE = 0.8;

/** `strut`: the type size that determines the baseline on the printed page, if it is another one. */
type LineOfText = { size: number; leading: number; typeface: Typeface; strut?: number };

/**
 * Returns by how many millimeters the baseline of a line is lower than on the printed page. Browsers put one half of the
 * leading below the text. Word processors put all of it above, except in exact lines.
 */
function dropOf({ size, leading, typeface, strut = size }: LineOfText, model: DocumentModel, exact: boolean): number {
  const metrics = fontMetrics(model, typeface);
  const height = lineHeight(size, leading);
  const [above, below] = printedMetrics(strut, metrics);
  const printed = (height - above - below) / 2 + above;
  return ((exact ? EXACT_BASELINE * height : height - size * metrics.descent) - printed) * MM_PER_POINT;
}

/** A taller picture would push the lines of an entry apart. */
const MAX_PICTURE_HEIGHT = 4.2;

/** The maximum height in millimeters of a picture on the line of an entry's title. An exact line does not grow for it. */
export function titlePictureHeight({ exact, measures }: Theme): number {
  const aboveBaseline = EXACT_BASELINE * lineHeight(measures.type.entry, leadings.entry) * MM_PER_POINT;
  return exact ? Math.min(aboveBaseline, MAX_PICTURE_HEIGHT) : MAX_PICTURE_HEIGHT;
}

const PIXELS_PER_POINT = 96 / 72;

/** Chromium rounds the metrics of fonts to pixels, and then leaves one pixel more for descenders that were cut. */
function printedMetrics(size: number, { ascent, descent }: FontMetrics): [above: number, below: number] {
  const exact = size * PIXELS_PER_POINT * descent;
  const rounded = Math.round(exact);
  const cut = rounded < exact ? 1 : 0;
  const above = Math.round(size * PIXELS_PER_POINT * ascent) - cut;
  return [above / PIXELS_PER_POINT, (rounded + cut) / PIXELS_PER_POINT];
}

/** The drops of the kinds of lines whose size or leading differs. */
export type Drops = Record<'name' | 'title' | 'contacts' | 'section' | 'entry' | 'body', number>;

function dropsOf({ typefaces, heading, measures: { type } }: Template, model: DocumentModel, exact: boolean): Drops {
  const drop = (line: LineOfText) => dropOf(line, model, exact);
  const { headings, text } = typefaces;
  const body = drop({ size: type.body, leading: type.leading, typeface: text });
  return {
    name: drop({ size: type.name, leading: nameLeading(model), typeface: headings }),
    title: drop({ size: type.title, leading: leadings.title, typeface: text }),
    contacts: drop({ size: type.small, leading: leadings.contacts, typeface: text }),
    // A heading in the margin is on a line of the text.
    section: heading === 'margin' ? body : drop({ size: type.section, leading: leadings.section, typeface: headings }),
    // The title of an entry is on the baseline of a text in its line.
    entry: drop({ size: type.entry, leading: leadings.entry, typeface: text, strut: type.body }),
    body,
  };
}

/** By how much the title of an entry is lower than the texts around it, in millimeters. */
export function entryDrop({ drops }: Pick<Theme, 'drops'>): number {
  return Math.max(0, drops.entry - drops.body);
}

/** By how much the text area of a page starts higher than on the printed page, so that its first line does not. */
export function pageDrop({ template, drops }: Theme): number {
  // The panel of a header is where it is on the printed page.
  if (template.header === 'panel') return 0;
  return Math.max(0, template.side === null ? drops.name : drops.section);
}

/** `size` is in eighths of a point, `space` is the distance to the text in points. */
export function border(color: string | null, size: number, space: number): IBorderOptions {
  return { style: BorderStyle.SINGLE, size, space, color: hex(color ?? '#000000') };
}

/**
 * Returns the text of an item in a list, such as a keyword. Applicant tracking systems may not recognize a keyword with
 * no-break spaces.
 */
export const itemText = (item: string, { template }: Theme): string =>
  template.id === 'plain' ? item : withNoBreakSpaces(item);
