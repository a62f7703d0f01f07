import type { LanguageCode } from '../words/all-words.ts';

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
const marks: Partial<Record<LanguageCode, Pair>> = {
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
export function replaceQuotationMarks(text: string, language: LanguageCode): string {
  const pair = marks[language];
  if (!pair || !text.includes('"')) return text;
  if (language === 'ja' || language === 'ko' || language === 'zh') return replaceBetweenIdeographs(text, pair);
  const replaced = new Map<number, string>();
  const open: number[] = [];
  for (const { index } of text.matchAll(/"/g)) {
    const side = sideOf(text[index - 1] ?? ' ', text[index + 1] ?? ' ');
    if (side === 'open') open.push(index);
    const start = side === 'close' ? open.pop() : undefined;
    if (start !== undefined) replaced.set(start, pair[0]).set(index, pair[1]);
  }
  return text.replace(/"/g, (mark, index: number) => replaced.get(index) ?? mark);
}

// Between ideographs, no space tells an opening from a closing mark. A mark after a digit can be an inch.
function replaceBetweenIdeographs(text: string, [open, close]: Pair): string {
  if (!ideographs.test(text)) return text;
  return text.replace(/(?<![\d"])"([^"]+)"(?!")/g, (_, quoted: string) => `${open}${quoted}${close}`);
}

const canPrecede = /[\s([{/\p{Pd}]/u;
const canFollow = /[\s)\]}/.,;:!?…\p{Pd}]/u;
const quotationMark = /["“”„«»‚‘’']/;

function sideOf(before: string, after: string): 'open' | 'close' | undefined {
  if (quotationMark.test(before) || quotationMark.test(after)) return undefined;
  const [opens, closes] = [canPrecede.test(before), canFollow.test(after)];
  return opens === closes ? undefined : opens ? 'open' : 'close';
}
