import { mixedWithWhite, readableOn } from '../readable-color.ts';
import type { Template } from './template.ts';

/** Every colour of a document, `#rrggbb`, for every format alike. */
export type Palette = {
  text: string;
  /** Facts under a title, levels, keywords. */
  faint: string;
  /** Quotations. */
  calm: string;
  /** Dots between facts. */
  separator: string;
  footer: string;
  header: {
    /** Behind the header; null for the paper. */
    ground: string | null;
    /** Under the header, or null. */
    rule: string | null;
    name: string;
    title: string;
    contacts: string;
    separator: string;
  };
  heading: {
    text: string;
    /** Behind a heading; null for the paper. */
    ground: string | null;
    /** The line under, or the bar beside; null for none. */
    rule: string | null;
  };
  bullet: string;
  quoteRule: string;
};

const white = '#ffffff';
const grey = { text: '#1d2125', faint: '#4f565d', calm: '#30363c', separator: '#6b7178', footer: '#5b6168' };

/** `accent` is readable on white (`readableColor`), so white is readable on it. */
export function paletteOf({ header, heading }: Pick<Template, 'header' | 'heading'>, accent: string): Palette {
  const onPaper = {
    ground: null,
    rule: accent,
    name: accent,
    title: '#3c4248',
    contacts: '#3c4248',
    separator: grey.separator,
  };
  const onAccent = { ground: accent, rule: null, name: white, title: white, contacts: white, separator: white };
  const tint = mixedWithWhite(accent, 0.12);
  const headings = {
    underlined: { text: accent, ground: null, rule: '#c4c9ce' },
    barred: { text: accent, ground: null, rule: accent },
    tinted: { text: readableOn(accent, tint), ground: tint, rule: null },
  };
  return {
    ...grey,
    header: header === 'panel' ? onAccent : onPaper,
    heading: headings[heading],
    bullet: accent,
    quoteRule: '#d5d9dd',
  };
}
