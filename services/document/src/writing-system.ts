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

// Letters from the right, with whatever stands between two of them that has no direction of its own.
const partFromTheRight =
  /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}](?:[^\p{L}\n]*[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}\p{M}])*/gu;

/** A text in parts of one direction each, in the order in which it is written. */
export function directionalParts(text: string): { text: string; direction: 'ltr' | 'rtl' }[] {
  const parts: { text: string; direction: 'ltr' | 'rtl' }[] = [];
  let end = 0;
  for (const match of text.matchAll(partFromTheRight)) {
    if (match.index > end) parts.push({ text: text.slice(end, match.index), direction: 'ltr' });
    parts.push({ text: match[0], direction: 'rtl' });
    end = match.index + match[0].length;
  }
  if (end < text.length) parts.push({ text: text.slice(end), direction: 'ltr' });
  return parts;
}

/** Whose forms of the shared ideographs to use, told by the script that only that language has. */
export function ideographsOf(text: string): 'ja' | 'zh' | 'ko' | null {
  if (/[\p{Script=Hiragana}\p{Script=Katakana}]/u.test(text)) return 'ja';
  if (/\p{Script=Hangul}/u.test(text)) return 'ko';
  return /\p{Script=Han}/u.test(text) ? 'zh' : null;
}
