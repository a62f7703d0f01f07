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

/** Returns the width of a text as a multiple of the type size, or undefined if it has a letter of unknown width. */
export function textWidth(text: string, typeface: Typeface): number | undefined {
  let sum = 0;
  for (const character of text) {
    const width = widthOf(character, typeface);
    if (width === 0) return undefined;
    sum += width;
  }
  return sum / UNITS_PER_EM;
}

/** The widths of U+0384 (Greek) to U+045F (Cyrillic) in Carlito. Caladea has none of these letters. */
const FIRST_GREEK = 0x384;
const greekAndCyrillic = [
  '8tdqg370dkhb7000ie00djig7mg3f4bkfodkd0hbie70egfxnrhydoiehbed00cqdjdjl3efkuig70djfrcoex7mf2frerceejco',
  '9oexes7mcncvfachagenfde5bfesarf2i3bujojc7mf2enf2jc00ekfjdjf2dji6mmgtieenetbfcrc2f5cig3g3ofm7f5ejfge8',
  'etbngqe1ipesd5aygte5br6niec0c0edfietjfgke5etetetdkdkhdbyf7cr70708vo8och6f3huenh8g3eyf4byhwdkm9d6huhu',
  'f3gznrhbiehaedetdjenjdefhrfgo4oqh3l6erf8offfdbetdb9mfiduj5brf1f1cwe6isevenehelbrarclhcc1f2d1k9ktewii',
  'd2cbk2d6duduf19mccav6d6d6nkvleetcwf1clel',
].join('');

const NO_BREAK_SPACE = '\u00a0';
/** Punctuation above U+017F. */
const SIGNS = '–—‘’‚“”„•…‹›€™−';
const signWidths: Record<Typeface, readonly number[]> = {
  sans: [498, 905, 250, 250, 250, 418, 418, 418, 498, 690, 339, 339, 507, 705, 498],
  serif: [500, 1000, 221, 221, 205, 375, 375, 360, 443, 752, 304, 304, 628, 679, 554],
};

function widthOf(character: string, typeface: Typeface): number {
  const sign = SIGNS.indexOf(character);
  if (sign >= 0) return signWidths[typeface][sign] ?? 0;
  const code = character === NO_BREAK_SPACE ? FIRST : character.charCodeAt(0);
  if (code < FIRST_GREEK) return inTable(code - FIRST, widths[typeface]);
  return typeface === 'sans' ? inTable(code - FIRST_GREEK, greekAndCyrillic) : 0;
}

function inTable(at: number, table: string): number {
  return at < 0 ? 0 : Number.parseInt(table.slice(DIGITS * at, DIGITS * (at + 1)) || '0', RADIX);
}
