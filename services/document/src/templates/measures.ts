import type { Paper } from '../document-model.ts';

export const MM_PER_POINT = 25.4 / 72;
export const POINTS_PER_MM = 72 / 25.4;
/** CSS pixels. */
export const PIXELS_PER_MM = 96 / 25.4;

/** The space between a photo and the texts beside it. */
export const PHOTO_GAP_MM = 8;

/** The least space between a period in the column before the text and the text. */
export const MIN_PERIOD_GAP_MM = 1.5;

/** Paper sizes in millimetres. */
export const paperSize: Record<Paper, { width: number; height: number }> = {
  A4: { width: 210, height: 297 },
  Letter: { width: 215.9, height: 279.4 },
};

/**
 * The dimensions of a template: type in points, everything else in millimetres. The style sheet of the page and the
 * styles of the Word document are both derived from them.
 */
export type Measures = {
  margins: { top: number; side: number; bottom: number };
  grid: {
    /** Width of the column before the text: dates, headings or side sections. 0 without. */
    column: number;
    /** Space between this column and the text. */
    gutter: number;
    /** Width of the column of dates, which is part of the text width if the dates stand at its end. */
    dates: number;
    /** Maximum width of running text as a multiple of its size (CSS `em`): about 90 characters. */
    text: number;
  };
  type: {
    body: number;
    /** Line height as a multiple of the size; `body` × `leading` should be a whole number of twips (1/20 point). */
    leading: number;
    name: number;
    title: number;
    section: number;
    entry: number;
    small: number;
    footer: number;
  };
  header: {
    /** Space above the title. */
    title: number;
    /** Space above the contacts. */
    contacts: number;
    /** Space between the content and the rule or the lower edge of the panel. */
    below: number;
    /** How far the panel extends beyond the text on each side; 0 without a panel. */
    outset: number;
    /** Space between the upper edge of the panel and its content; 0 without a panel. */
    above: number;
  };
  photo: { width: number; height: number };
  /** Maximum size; logos keep their proportions. */
  logo: { width: number; height: number };
  gaps: {
    /** Above a section. */
    section: number;
    /** Between a heading and its content. */
    heading: number;
    /** Between entries. */
    entry: number;
    /** Between entries that consist of a title only. */
    bare: number;
    /** Above the first paragraph of an entry. */
    prose: number;
    /** Between paragraphs. */
    paragraph: number;
    /** Above a list. */
    points: number;
    /** Above a list item. */
    point: number;
    keywords: number;
    group: number;
  };
  /** Indentation of list items. */
  indent: number;
};

const MIN_SIDE_PADDING_MM = 4;

/**
 * Returns the part of the side margin that is a padding of the page's body: browsers clip content at the page margin, and the
 * bar of a heading or a panel extends into the margin.
 */
export function sidePadding({ header }: Measures): number {
  return Math.max(header.outset, MIN_SIDE_PADDING_MM);
}

const TWIPS_PER_POINT = 20;

/**
 * Returns the line height in points for a type size, rounded to twips as word processors do, so that a page has the
 * same number of lines in every format.
 */
export function lineHeight(size: number, leading: number): number {
  return Math.round(size * leading * TWIPS_PER_POINT) / TWIPS_PER_POINT;
}

/** Leading of the elements that do not use the leading of the body text. */
export const leadings = { name: 1.22, title: 1.3, contacts: 1.5, section: 1.25, entry: 1.35 } as const;
