import { mixedWithWhite, readableOn } from '../readable-color.ts';
import type { Template } from './template.ts';

/** The colors of a document as `#rrggbb`, shared by all formats. */
export type Palette = {
  text: string;
  /** Facts, levels and keywords. */
  muted: string;
  quote: string;
  /** The dots between facts. */
  separator: string;
  footer: string;
  header: {
    /** Null for the color of the paper. */
    background: string | null;
    /** The line under the header; null for none. */
    rule: string | null;
    name: string;
    title: string;
    contacts: string;
    separator: string;
  };
  heading: {
    text: string;
    /** Null for the color of the paper. */
    background: string | null;
    /** The line under a heading or the bar beside it; null for none. */
    rule: string | null;
  };
  bullet: string;
  quoteRule: string;
  /** The line under a link. */
  linkMark: string;
  /** The background of the side column; null for the color of the paper. */
  side: string | null;
};

const white = '#ffffff';
const gray = { text: '#1d2125', muted: '#4f565d', quote: '#30363c', separator: '#6b7178', footer: '#5b6168' };

type PaletteTemplate = Pick<Template, 'header' | 'heading' | 'side' | 'color'>;

/** Returns the palette of a template. `accent` must be readable on white (`readableColor`). */
export function paletteOf({ header, heading, side, color }: PaletteTemplate, accent: string): Palette {
  const ground = side?.ground === 'tinted' ? mixedWithWhite(accent, 0.09) : null;
  const ink = readableOn(accent, ground ?? white);
  const separator = readableOn(gray.separator, ground ?? white);
  const onPaper = {
    background: null,
    rule: accent,
    name: ink,
    title: '#3c4248',
    contacts: '#3c4248',
    separator,
  };
  const onAccent = { background: accent, rule: null, name: white, title: white, contacts: white, separator: white };
  const tint = mixedWithWhite(accent, 0.12);
  const headings = {
    underlined: { text: ink, background: null, rule: ground === null ? '#c4c9ce' : mixedWithWhite(accent, 0.4) },
    barred: { text: accent, background: null, rule: accent },
    tinted: { text: readableOn(accent, tint), background: tint, rule: null },
    margin: { text: accent, background: null, rule: null },
    bold: { text: gray.text, background: null, rule: null },
  };
  return {
    ...gray,
    separator,
    header: header === 'panel' ? onAccent : onPaper,
    heading: headings[heading],
    bullet: color === 'accent' ? ink : gray.muted,
    quoteRule: '#d5d9dd',
    // At least 3:1 on the tinted side column too.
    linkMark: '#7d848b',
    side: ground,
  };
}
