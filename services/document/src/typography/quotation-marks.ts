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

const ideographs = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u;

/** Replaces pairs of straight double quotation marks by those of the language. A mark without a partner stays. */
export function replaceQuotationMarks(text: string, language: DocumentLanguage): string {
  const pair = marks[language];
  if (!pair || !text.includes('"')) return text;
  const isBetweenIdeographs = language === 'ja' || language === 'ko' || language === 'zh';
  const pairs = isBetweenIdeographs ? pairsBetweenIdeographs(text) : pairsBetweenWords(text);
  const replaced = new Map(pairs.flatMap((positions) => positions.map((position, side) => [position, pair[side]])));
  return text.replace(/"/g, (mark, index: number) => replaced.get(index) ?? mark);
}

type Positions = readonly [open: number, close: number];

function pairsBetweenWords(text: string): Positions[] {
  const pairs: Positions[] = [];
  const open: number[] = [];
  for (const { index } of text.matchAll(/"/g)) {
    const side = sideOf(text[index - 1] ?? ' ', text[index + 1] ?? ' ');
    if (side === 'open') open.push(index);
    const start = side === 'close' ? open.pop() : undefined;
    if (start !== undefined) pairs.push([start, index]);
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
