/** The punctuation between and around the short texts of a document, with the spaces beside it. */
export type Punctuation = {
  /** Between the items of a list. */
  list: string;
  /** Between the facts of an entry. */
  facts: string;
  /** Between a title and its items. */
  colon: string;
  brackets: readonly [opening: string, closing: string];
  /** Before an opening bracket. */
  gap: string;
};

/** Between a title and its level. With no-break spaces, so that the level does not start a line. */
export const LEVEL_DASH = '\u00a0–\u00a0';

const latin: Punctuation = { list: ', ', facts: ', ', colon: ': ', brackets: ['(', ')'], gap: ' ' };
const fullWidth: Punctuation = { list: '、', facts: '、', colon: '：', brackets: ['（', '）'], gap: '' };

const signs: Readonly<Record<string, Punctuation>> = {
  ar: { ...latin, list: '، ', facts: '، ' },
  ja: fullWidth,
  zh: { ...fullWidth, facts: '，' },
};

/** Returns the punctuation of a language (BCP 47 tag). */
export function punctuationOf(language: string): Punctuation {
  return signs[language.split('-')[0] ?? ''] ?? latin;
}
