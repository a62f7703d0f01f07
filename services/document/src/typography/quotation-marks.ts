import type { DocumentLanguage } from '@vitae/proto/display';

type Pair = readonly [open: string, close: string];

const ENGLISH: Pair = ['“', '”'];
const LOW_HIGH: Pair = ['„', '“'];
const LOW_RIGHT: Pair = ['„', '”'];
const NORDIC: Pair = ['”', '”'];
const GUILLEMETS: Pair = ['«', '»'];

/**
 * Unicode CLDR, `delimiters`. In Hebrew, straight marks are part of abbreviations, and in Arabic script both marks are
 * mirrored: these stay as written.
 */
const marks: Partial<Record<DocumentLanguage, Pair>> = {
  bg: LOW_HIGH,
  cs: LOW_HIGH,
  da: ENGLISH,
  de: LOW_HIGH,
  el: GUILLEMETS,
  en: ENGLISH,
  es: GUILLEMETS,
  fi: NORDIC,
  fr: ['«\u00a0', '\u00a0»'],
  hi: ENGLISH,
  hr: LOW_HIGH,
  hu: LOW_RIGHT,
  it: GUILLEMETS,
  ja: ['「', '」'],
  ko: ENGLISH,
  nb: GUILLEMETS,
  nl: ENGLISH,
  pl: LOW_RIGHT,
  pt: ENGLISH,
  ro: LOW_RIGHT,
  sv: NORDIC,
  tr: ENGLISH,
  uk: GUILLEMETS,
  zh: ENGLISH,
};

const SINGLE: Pair = ['‘', '’'];
const LOW_SINGLE: Pair = ['‚', '‘'];

/** The marks that single straight ones stand for: those of a quotation in another one. */
const innerMarks: Partial<Record<DocumentLanguage, Pair>> = {
  bg: LOW_SINGLE,
  cs: LOW_SINGLE,
  da: SINGLE,
  de: LOW_SINGLE,
  el: ENGLISH,
  en: SINGLE,
  es: ENGLISH,
  fi: ['’', '’'],
  fr: ENGLISH,
  hi: SINGLE,
  hr: LOW_SINGLE,
  hu: ['»', '«'],
  it: ENGLISH,
  ko: SINGLE,
  nb: SINGLE,
  nl: SINGLE,
  pl: GUILLEMETS,
  pt: SINGLE,
  ro: GUILLEMETS,
  sv: ['’', '’'],
  tr: SINGLE,
  uk: LOW_HIGH,
};

const ideographs = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u;

/** Replaces pairs of straight double quotation marks by those of the language. A mark without a partner stays. */
export function replaceQuotationMarks(text: string, language: DocumentLanguage): string {
  const pair = marks[language];
  if (!pair || !text.includes('"')) return text;
  const isBetweenIdeographs = language === 'ja' || language === 'ko' || language === 'zh';
  const pairs = isBetweenIdeographs ? pairsBetweenIdeographs(text) : pairsBetweenWords(text);
  return withMarks(text, pairs, pair);
}

function withMarks(text: string, pairs: readonly Positions[], pair: Pair): string {
  if (pairs.length === 0) return text;
  const replaced = new Map(pairs.flatMap((positions) => positions.map((position, side) => [position, pair[side]])));
  return text.replace(/["']/g, (mark, index: number) => replaced.get(index) ?? mark);
}

/** Replaces pairs of straight single quotation marks. Apostrophes, and feet and minutes after a number, are no marks. */
export function replaceSingleMarks(text: string, language: DocumentLanguage): string {
  const pair = innerMarks[language];
  if (!pair || !text.includes("'")) return text;
  const pairs = pairsBetweenWords(text, "'", isApostropheOrMeasure);
  return withMarks(text, pairs, pair);
}

const isApostropheOrMeasure = (before: string, after: string) =>
  ELISION.test(after) || TRUNCATION.test(before) || MEASURE.test(before);

/** What starts with an apostrophe: decades, and English, Dutch and Italian words without their first letters. */
const ELISION = /^(?:\d\ds?(?![\p{L}\p{N}])|(?:n|em|til|tis|twas|cause|bout|s|t|k|ndrangheta)(?!\p{L}))/iu;
/** What ends with an apostrophe: Italian words without their last letters. */
const TRUNCATION = /(?:^|[^\p{L}])(?:po|mo)$/iu;
/** A number before the mark that does not start after another one: 5', but not '5'. */
const MEASURE = /(?:^|[^'\p{L}\p{N}.,])[\d.,]*\d$/u;

type Positions = readonly [open: number, close: number];

/** A mark of the other kind that starts or ends at the same place: "He said 'yes'". Double marks are replaced first. */
const OTHER_KIND = {
  '"': [/'$/, /^'/],
  "'": [/\u00a0?["“”„«»]\u00a0?$/, /^\u00a0?["“”„«»]\u00a0?/],
} as const;

/** How many characters beside a mark are read. */
const CONTEXT = 12;

function pairsBetweenWords(
  text: string,
  mark: '"' | "'" = '"',
  isOther: (before: string, after: string) => boolean = () => false,
): Positions[] {
  const pairs: Positions[] = [];
  const open: number[] = [];
  for (const { index } of text.matchAll(mark === '"' ? /"/g : /'/g)) {
    const [before, after] = [
      text.slice(Math.max(0, index - CONTEXT), index),
      text.slice(index + 1, index + 1 + CONTEXT),
    ];
    if (isOther(before, after)) continue;
    // French and Italian put a mark after an apostrophe: qu'"une".
    const isElided = mark === '"' && /\p{L}['’]$/u.test(before) && /^'?\p{L}/u.test(after);
    const [start, end] = OTHER_KIND[mark];
    const previous = isElided ? ' ' : (before.replace(start, '').at(-1) ?? ' ');
    const side = sideOf(previous, after.replace(end, '')[0] ?? ' ');
    if (side === 'open') open.push(index);
    const partner = side === 'close' ? open.pop() : undefined;
    if (partner !== undefined) pairs.push([partner, index]);
  }
  return pairs;
}

/** Between ideographs, no space tells an opening from a closing mark. A mark after a digit can be an inch. */
function pairsBetweenIdeographs(text: string): Positions[] {
  if (!ideographs.test(text)) return [];
  const pairs: Positions[] = [];
  let open: number | undefined;
  for (const { index } of text.matchAll(/(?<![\d"])"(?!")/g)) {
    if (open !== undefined) pairs.push([open, index]);
    open = open === undefined ? index : undefined;
  }
  return pairs;
}

const canPrecede = /[\s([{/\p{Pd}]/u;
const canFollow = /[\s)\]}/.,;:!?…\p{Pd}]/u;
const quotationMark = /["“”„«»‚‘’']/;

function sideOf(before: string, after: string): 'open' | 'close' | undefined {
  if (quotationMark.test(before) || quotationMark.test(after)) return undefined;
  const [opens, closes] = [canPrecede.test(before), canFollow.test(after)];
  return opens === closes ? undefined : opens ? 'open' : 'close';
}
