const letters = /\p{Letter}/gu;
const rightToLeft = /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/gu;

/** The direction of a document: that of most of its letters. */
export function directionOf(text: string): 'ltr' | 'rtl' {
  const all = text.match(letters)?.length ?? 0;
  const fromTheRight = text.match(rightToLeft)?.length ?? 0;
  return fromTheRight * 2 > all ? 'rtl' : 'ltr';
}

/**
 * The direction of a short text inside another: what has no letter from the right stays in the order
 * in which it was written, as telephone numbers must.
 */
export function directionOfPhrase(text: string): 'ltr' | 'auto' {
  return text.search(rightToLeft) === -1 ? 'ltr' : 'auto';
}

/** Whose forms of the shared ideographs to use, told by the script that only that language has. */
export function ideographsOf(text: string): 'ja' | 'zh' | 'ko' | null {
  if (/[\p{Script=Hiragana}\p{Script=Katakana}]/u.test(text)) return 'ja';
  if (/\p{Script=Hangul}/u.test(text)) return 'ko';
  return /\p{Script=Han}/u.test(text) ? 'zh' : null;
}
