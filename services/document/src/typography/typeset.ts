import type { DocumentLanguage } from '@vitae/proto/display';
import { replaceQuotationMarks, replaceSingleMarks } from './quotation-marks.ts';

const SPACE = '\u00a0';

type Rule = (text: string) => string;

const replace =
  (pattern: RegExp, replacement: string): Rule =>
  (text) =>
    text.replace(pattern, replacement);

const ellipsis = replace(/(?<=^|[\p{L}\p{M}\p{N} \u00a0«([])\.{3}(?![.\p{L}\p{N}])/gu, '…');

// A line does not start with a dash.
const dashes: Rule = (text) =>
  text.replace(/[ \u00a0](--?|[–—])(?=[ \u00a0])/g, (_, dash: string) => `${SPACE}${dash === '—' ? dash : '–'}`);

const years = replace(
  /(?<![\p{L}\p{N}.,:/_–-])((?:19|20)\d\d)-((?:19|20)\d\d)(?:(?=[年년])|(?![\p{L}\p{N}:/_–-]|[.,]\d))/gu,
  '$1–$2',
);

/** Sets the apostrophes of names and places, such as O'Neill. */
export function typesetName(name: string): string {
  return name.replace(/(?<=[\p{L}\p{M}])'(?=\p{L})/gu, '’');
}

function apostrophes(text: string): string {
  if (!text.includes("'")) return text;
  const joined = text
    .replace(/(?<=[\p{L}\p{M}\p{N}])'(?=\p{L})|(?<=\p{L})'(?=[«„“])/gu, '’')
    .replace(/(?<![\p{L}\p{M}\p{N}])'n'(?!\p{L})/giu, (word) => word.replaceAll("'", '’'))
    .replace(/(?<![\p{L}\p{M}\p{N}])'(?=\d\ds?(?![\p{L}\p{N}'’]))/gu, '’');
  // "the engineers' work", unless the text has single quotation marks.
  return /(?:^|[\s([])'/.test(joined) ? joined : joined.replace(/(?<=s)'(?= \p{Ll})/gu, '’');
}

const UNITS =
  '%|‰|€|£|¥|zł|Kč|kr|Ft|lei|EUR|USD|GBP|CHF|°C|°F|[kKMGTP]i?B|[kMGT]?bit|[kmµ]?g|[kcmµn]?m[²³]?|ha|[mµ]?[lL]|[mµn]?s|min|h|[kMG]?Hz|[kMG]?Wh?|[mk]?V|[mk]?A|Mio\\.|Mrd\\.|Uhr';
const numbers = replace(new RegExp(`(?<=\\p{N}) (?=(?:${UNITS})(?![\\p{L}\\p{N}]))`, 'gu'), SPACE);
const thousands = replace(/(?<=(?<![\p{N}.,])\d{1,3}) (?=\d{3}(?!\d))/gu, SPACE);
/** Also in a date or a ratio, such as "17/20". */
const isInWord = (character: string | undefined) => /[\p{L}\p{M}\p{N}_/:–-]/u.test(character ?? '');

/** A line does not end with a number if a word follows that can be what it counts: "12 engineers". Years count nothing. */
const counted: Rule = (text) =>
  text.replace(/(\d{1,3}) (\p{L}{4,12})/gu, (match: string, number: string, word: string, at: number) =>
    isInWord(text[at - 1]) || isInWord(text[at + match.length]) ? match : `${number}${SPACE}${word}`,
  );

const titles = replace(
  /(?<=(?:^|[\s(])(?:Dr|Prof|Mr|Mrs|Ms|Hr|Fr|St|Sr|Sra|Dott|Ing|Nr|No|Art)\.) (?=[\p{Lu}\p{N}])/gu,
  SPACE,
);

// French puts a space before double punctuation and inside guillemets. "\uE000" stands for code.
const french: Rule = (text) =>
  text
    .replace(/«[ \u00a0]?(?=[^\s«»"])/g, `«${SPACE}`)
    .replace(/(?<=[^\s«»"])[ \u00a0]?»/g, `${SPACE}»`)
    .replace(/(?<=[\p{L}\p{M}\p{N}\uE000)\]»%…’”])[ \u00a0]?([;:!?]{1,3})(?=[\s)\]»]|$)/gu, `${SPACE}$1`);

// Czech and Polish lines do not end with a preposition of one letter.
const prepositions = replace(/(?<=(?:^|[\s(])[aiouwzkvs]) (?=\S)/giu, SPACE);

const LRM = '\u200e';
const RIGHT_TO_LEFT = /[\p{Script=Hebrew}\p{Script=Arabic}]/u;

// A sign after Latin letters has the direction of the right-to-left text around them (UAX #9), so it would be shown before
// these letters.
const signs: Rule = (text) =>
  RIGHT_TO_LEFT.test(text) ? text.replace(/(\p{Script=Latin}\d*[®™℠©+]+)\u200e?/gu, `$1${LRM}`) : text;

const LATIN_RULES: readonly Rule[] = [ellipsis, dashes, years, apostrophes, numbers, thousands, counted, titles];

/** In scripts that are written from right to left, or without spaces, few changes are safe. */
function rulesOf(language: DocumentLanguage): readonly Rule[] {
  switch (language) {
    case 'ar':
    case 'he':
      return [dashes, signs];
    case 'ja':
    case 'zh':
      return [years];
    case 'fr':
      return [ellipsis, french, ...LATIN_RULES];
    case 'cs':
    case 'pl':
      return [...LATIN_RULES, prepositions];
    default:
      return LATIN_RULES;
  }
}

const CODE = '\uE000';
const code = /[@\\`_={}<>$|^~#]|:\/\/|::|www\.|[\p{L}\p{N}]\(/u;
const mayContainCode = (text: string) => text.includes('/') || code.test(text);
const isCode = (word: string) => code.test(word) || (word.includes('/') && /\.\p{L}/u.test(word));

/** `isSearched`: programs search the text for phrases such as "12 years", so these keep their spaces. */
export type TypesetOptions = { isSearched?: boolean };

/**
 * Sets a text as a typesetter of the language does: quotation marks, apostrophes, dashes, ellipses and no-break spaces.
 * Never changes letters, digits, addresses or code; setting a text twice changes nothing.
 */
export function typeset(text: string, language: DocumentLanguage, { isSearched = false }: TypesetOptions = {}): string {
  if (text.includes(CODE)) return text;
  const words: string[] = [];
  const prose = mayContainCode(text)
    ? text.replace(/[^ \u00a0]+/g, (word) => (isCode(word) ? hide(word) : word))
    : text;
  const quoted = replaceSingleMarks(replaceQuotationMarks(prose, language), language);
  const rules = rulesOf(language).filter((rule) => !(isSearched && rule === counted));
  const set = rules.reduce((current, rule) => rule(current), quoted);
  const restored = words.values();
  return words.length === 0 ? set : set.replace(/\uE000/g, () => restored.next().value ?? '');

  function hide(word: string): string {
    words.push(word);
    return CODE;
  }
}
