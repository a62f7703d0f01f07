import type { Sliced } from './slices.ts';

const letters = /\p{Letter}/gu;
const rightToLeft = /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/gu;

/** A sample determines the direction, because counting the letters of a long document takes too long. */
const SAMPLE_CHARACTERS = 100_000;

/** Returns the direction of a document: the direction of the majority of its letters. */
export function directionOf(text: string): 'ltr' | 'rtl' {
  const sample = text.slice(0, SAMPLE_CHARACTERS);
  const all = sample.match(letters)?.length ?? 0;
  const rtl = sample.match(rightToLeft)?.length ?? 0;
  return rtl * 2 > all ? 'rtl' : 'ltr';
}

type Ideographs = ReturnType<typeof ideographsOf>;
/** The languages of ideographs. Text with kana is Japanese, whatever else it contains. */
const BY_PRECEDENCE: readonly Ideographs[] = ['ja', 'ko', 'zh', null];
const SLICE_CHARACTERS = 20_000;

/** Returns the direction and the kind of ideographs of a document. Yields before each slice of its texts. */
export function* writingOf(texts: Iterable<string>): Sliced<{ direction: 'ltr' | 'rtl'; ideographs: Ideographs }> {
  let sample = '';
  let slice = '';
  const found = new Set<Ideographs>();
  const read = () => {
    if (sample.length < SAMPLE_CHARACTERS) sample += slice;
    found.add(ideographsOf(slice));
    slice = '';
  };
  for (const text of texts) {
    slice += `${text}\n`;
    if (slice.length < SLICE_CHARACTERS) continue;
    yield;
    read();
  }
  read();
  return { direction: directionOf(sample), ideographs: BY_PRECEDENCE.find((one) => found.has(one)) ?? null };
}

/**
 * Returns the direction of a short text within a document. A text without right-to-left letters, such as a
 * telephone number, is always left-to-right.
 */
export function directionOfPhrase(text: string): 'ltr' | 'auto' {
  return text.search(rightToLeft) === -1 ? 'ltr' : 'auto';
}

/** Returns the direction of a paragraph: the direction of its first letter (UAX #9), as browsers determine it. */
export function directionOfParagraph(text: string): 'ltr' | 'rtl' | undefined {
  const [first] = /\p{Letter}/u.exec(text) ?? [];
  if (first === undefined) return undefined;
  return first.search(rightToLeft) === -1 ? 'ltr' : 'rtl';
}

// A run of right-to-left letters, including the neutral characters between two of them.
const rtlRun =
  /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}](?:[^\p{L}\n]*[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}\p{M}])*/gu;

/** Splits a text into runs of one direction each, in logical order (UAX #9). */
export function directionalRuns(text: string): { text: string; direction: 'ltr' | 'rtl' }[] {
  return splitByMatch(text, rtlRun).map(({ text, matches }) => ({ text, direction: matches ? 'rtl' : 'ltr' }));
}

/** Splits a text into the matches of a global pattern and the parts between them. */
export function splitByMatch(text: string, pattern: RegExp): { text: string; matches: boolean }[] {
  const parts: { text: string; matches: boolean }[] = [];
  let end = 0;
  for (const match of text.matchAll(pattern)) {
    if (match.index > end) parts.push({ text: text.slice(end, match.index), matches: false });
    parts.push({ text: match[0], matches: true });
    end = match.index + match[0].length;
  }
  if (end < text.length) parts.push({ text: text.slice(end), matches: false });
  return parts;
}

/** Detects the language whose ideograph forms to use; null for a text without ideographs. */
function ideographsOf(text: string): 'ja' | 'zh' | 'ko' | null {
  if (/[\p{Script=Hiragana}\p{Script=Katakana}]/u.test(text)) return 'ja';
  if (/\p{Script=Hangul}/u.test(text)) return 'ko';
  return /\p{Script=Han}/u.test(text) ? 'zh' : null;
}
