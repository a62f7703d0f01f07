import type { DocumentModel } from '../document-model.ts';
import type { Template } from '../templates/template.ts';
import { otherScripts, type Typeface } from '../templates/typefaces.ts';

type Face = {
  family: string;
  file: string;
  weight: 400 | 700;
  style: 'normal' | 'italic';
  range: string;
  scale?: string;
};

/** Returns the URL of a font file of `fontFiles`. */
export type FontAddress = (file: string) => string;

const ranges = {
  latin: 'U+0-FF,U+131,U+152-153,U+2BB-2BC,U+2C6,U+2DA,U+2DC,U+2000-206F,U+20AC,U+2122,U+2191,U+2193,U+2212,U+FEFF',
  extended: 'U+100-130,U+132-151,U+154-217,U+21C-24F,U+1E00-1E9F,U+20A0-20AB,U+20AD-20C0',
  romanian: 'U+218-21B',
  greek: 'U+370-3FF',
  greekExtended: 'U+1F00-1FFF',
  cyrillic: 'U+301,U+400-45F,U+490-491,U+4B0-4B1,U+2116',
  cyrillicExtended: 'U+460-48F,U+492-4AF,U+4B2-52F,U+1C80-1C8A,U+20B4,U+2DE0-2DFF,U+A640-A69F,U+FE2E-FE2F',
};

// Caladea has no Greek and Cyrillic letters. Like the printed page, web pages use those of Noto Serif.
const serif = (weight: Face['weight'], style: Face['style'] = 'normal'): Face[] => [
  face('Caladea', 'caladea-latin', ranges.latin, weight, style),
  face('Caladea', 'caladea-latin-ext', `${ranges.extended},${ranges.romanian}`, weight, style),
  face('Caladea', 'noto-serif-greek', ranges.greek, weight, style),
  face('Caladea', 'noto-serif-greek-ext', ranges.greekExtended, weight, style),
  face('Caladea', 'noto-serif-cyrillic', ranges.cyrillic, weight, style),
  face('Caladea', 'noto-serif-cyrillic-ext', ranges.cyrillicExtended, weight, style),
];

// Carlito is Lato in the widths of Calibri. The file of Carlito for these letters is 15 times as large as that of Lato.
const sans = (weight: Face['weight']): Face[] => [
  face('Carlito', 'carlito-latin', ranges.latin, weight),
  { ...face('Carlito', 'lato-latin-ext', ranges.extended, weight), scale: '91%' },
  face('Carlito', 'carlito-greek', ranges.greek, weight),
  face('Carlito', 'carlito-cyrillic', ranges.cyrillic, weight),
];

function face(
  family: string,
  name: string,
  range: string,
  weight: Face['weight'],
  style: Face['style'] = 'normal',
): Face {
  return { family, file: `${name}-${weight}-${style}.woff2`, weight, style, range };
}

const regular = { serif: serif(400), sans: sans(400) };
const bold = { serif: serif(700), sans: sans(700) };
const italic = serif(400, 'italic');

/** The font files that pages of CVs load, in packages of Fontsource. */
export const fontFiles: readonly string[] = [regular, bold]
  .flatMap((faces) => [...faces.serif, ...faces.sans])
  .concat(italic)
  .map(({ file }) => file);

/** Returns the `@font-face` rules of a template. Browsers load only the files with letters of the page. */
export function fontFaces({ typefaces, entry }: Template, addressOf: FontAddress): string {
  const { headings, text } = typefaces;
  const faces = [
    ...regular[text],
    ...bold[text],
    ...(headings === text ? [] : bold[headings]),
    ...(text === 'serif' && entry.organisationStyle === 'italic' ? italic : []),
  ];
  return faces.map((one) => rule(one, addressOf)).join('\n');
}

function rule({ family, file, weight, style, range, scale }: Face, addressOf: FontAddress): string {
  const slant = style === 'normal' ? '' : `font-style:${style};`;
  const adjusted = scale ? `size-adjust:${scale};` : '';
  return `@font-face{font-family:${family};${slant}font-weight:${weight};font-display:swap;src:url(${addressOf(file)}) format("woff2");${adjusted}unicode-range:${range}}`;
}

// The fonts of the template, the fonts of visitors that resemble them, and fonts for other scripts.
const quoted = (fonts: readonly string[]) => fonts.map((font) => `"${font}"`).join(', ');
const families = {
  serif: `Caladea, Cambria, "Iowan Old Style", "Palatino Linotype", Georgia, "Noto Serif", "Liberation Serif", ${quoted(otherScripts.serif)}, "Geeza Pro"`,
  sans: `Carlito, Calibri, "Segoe UI", system-ui, "Helvetica Neue", "Liberation Sans", Arial, "Noto Sans", ${quoted(otherScripts.sans)}`,
};
const ideographs = {
  serif: {
    ja: '"Hiragino Mincho ProN", "Yu Mincho", "Noto Serif CJK JP"',
    zh: '"Songti SC", SimSun, "Noto Serif CJK SC"',
    'zh-Hant': '"Songti TC", PMingLiU, "Noto Serif CJK TC"',
    ko: 'AppleMyungjo, Batang, "Noto Serif CJK KR"',
  },
  sans: {
    ja: '"Hiragino Sans", "Yu Gothic", "Noto Sans CJK JP"',
    zh: '"PingFang SC", "Microsoft YaHei", "Noto Sans CJK SC"',
    'zh-Hant': '"PingFang TC", "Microsoft JhengHei", "Noto Sans CJK TC"',
    ko: '"Apple SD Gothic Neo", "Malgun Gothic", "Noto Sans CJK KR"',
  },
};

/** Returns the CSS `font-family`. As in files, the font of ideographs also draws letters in a language that uses them. */
export function webFontStack(model: Pick<DocumentModel, 'ideographs' | 'language'>, typeface: Typeface): string {
  const ideographic = ideographs[typeface][model.ideographs ?? 'ja'];
  const isIdeographic = /^(?:ja|ko|zh)\b/.test(model.language);
  const stack = isIdeographic ? [ideographic, families[typeface]] : [families[typeface], ideographic];
  return [...stack, '"Noto Color Emoji"', typeface === 'serif' ? 'serif' : 'sans-serif'].join(', ');
}
