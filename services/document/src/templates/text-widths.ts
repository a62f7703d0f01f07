import type { Typeface } from './typefaces.ts';

const FIRST = 0x20;
const UNITS_PER_EM = 1000;
const DIGITS = 2;
const RADIX = 36;

/**
 * The advance widths of U+0020 to U+017F in thousandths of the type size, two digits of base 36 each; 00 for characters
 * that the font lacks. They are those of Carlito and Caladea, and so of Calibri and Cambria.
 */
const widths: Record<Typeface, string> = {
  sans: [
    '6a92b5due3jviy658f8fdudu6y8i70aqe3e3e3e3e3e3e3e3e3e37g7gdududucvoug3f4eth3dkcrhjhb708vegbonrhyieedip',
    'f3crdjhufroqefdjd08jaq8jdudu83dbelbreldu8hd3el6d6ncn6dm7elenelel9pav9belckjvc1claz8qcs8qdu0000000000',
    '000000000000000000000000000000000000000000000000000000000092due3due3duduaxn6b6e8du00e3ay9fdu9c9a84fa',
    'ga708j6ubqe8hoinircvg3g3g3g3g3g3l7etdkdkdkdk70707070hdhyieieieieieduighuhuhuhudjedendbdbdbdbdbdblhbr',
    'dudududu6d6d6d6delelenenenenenduepelelelelclelclg3dbg3dbg3dbetbretbretbretbrh3fshdfcdkdudkdudkdudkdu',
    'dkduhjd3hjd3hjd3hjd3hbeli8et706d706d706d706d706dfvd18v6negcncnbo6dbo6dbr7cf6aeby6whyelhyelhyelg3hgel',
    'ieenieenieeno3nmf39pf39pf39pcravcravcravcravdj9bdj9mdj9ihuelhuelhuelhuelhuelhueloqjvdjcldjd0azd0azd0',
    'az6r',
  ].join(''),
  serif: [
    '647yaxh7e2oqj36lamambvfe5p955qdmeda2d4ctdod7d2d2dhda7c7cfefefebqolgng3efhdf0e5ezjc9j8ghidxooj9gnetgn',
    'h1clfhj3gmopfvfhe39qdm9qfeab47d2egbpegc98pcrfe7p73el7jmlfidcegdxb0aw91f6d2k0dfdebwar8sarjs0000000000',
    '00000000000000000000000000000000000000000000000000000000647yc9eof4gx8sdw79nnbldnfe98nn7qaffebbbb47f4',
    'gc2y7xbbbwdnn1o3o2bqgngngngngngno2eff0f0f0f09j9j9j9jiej9gngngngngnfei5j3j3j3j3fhfygtd2d2d2d2d2d2jobp',
    'c9c9c9c97p7p7p7peqfidcdcdcdcdcfedmf6f6f6f6def7degnd2gnd2hbd2efbpefbpefbpefbphdfsiefff0c9f0c9f0c9f0c9',
    'f0c9ezcrezcrezcrezcrjcfej7fc9j7p9j7p9j7p9j7z9j7phzf48g73hieleodx7jdx7jdx86dx7wf08lj9fij9fij9fifiixfb',
    'gndcgndcgndcptlfh1b0h1b0h1b0clawclawclawclaw0000fh91fh9ej3f6j3f6j3f6j3f6j3f6j3f6opk0fhdefhe3bwe3bwe3',
    'bw7r',
  ].join(''),
};

/** Returns the width of a text as a multiple of the type size, or undefined if it has other characters than Latin ones. */
export function textWidth(text: string, typeface: Typeface): number | undefined {
  let sum = 0;
  for (let at = 0; at < text.length; at += 1) {
    const width = widthOf(text.charCodeAt(at), widths[typeface]);
    if (width === 0) return undefined;
    sum += width;
  }
  return sum / UNITS_PER_EM;
}

const NO_BREAK_SPACE = 0xa0;
/** Punctuation above U+017F, as wide as these characters. */
const likeOthers: Record<number, string> = { 8211: 'o', 8216: "'", 8217: "'", 8220: '"', 8221: '"' };

function widthOf(code: number, table: string): number {
  const like = likeOthers[code]?.charCodeAt(0) ?? (code === NO_BREAK_SPACE ? FIRST : code);
  if (like < FIRST) return 0;
  const at = (like - FIRST) * DIGITS;
  return Number.parseInt(table.slice(at, at + DIGITS) || '0', RADIX);
}
