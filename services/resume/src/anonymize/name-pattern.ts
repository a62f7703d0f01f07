// Marks and invisible signs may stand between any two letters of a name that is meant to be found.
const BETWEEN = '[\\p{M}\\p{Cf}]*';

// Letters that have no decomposition, and how they are written without them.
const spellings: Record<string, string> = {
  ä: '(?:a|ae)',
  ö: '(?:o|oe)',
  ü: '(?:u|ue)',
  å: '(?:a|aa)',
  ø: '(?:ø|o|oe)',
  æ: '(?:æ|ae)',
  œ: '(?:œ|oe)',
  ß: '(?:ß|ss)',
  ł: '(?:ł|l)',
  đ: '(?:đ|d|dj)',
  ı: '(?:ı|i)',
};
// Scripts whose words follow each other without a space, or take particles before and after them.
const joined =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}\p{Script=Hebrew}\p{Script=Arabic}]/u;
// The family name comes first and is one sign long: what follows is the given name.
const familyFirst = /^[\p{Script=Han}\p{Script=Hangul}]{3,4}$/u;

/** A pattern (flags `iu`, for a text in NFD) that finds a text with or without its accents. */
export function foldedPattern(text: string): string {
  return Array.from(text.normalize('NFC').toLowerCase(), letterPattern).join(BETWEEN) + BETWEEN;
}

function letterPattern(letter: string): string {
  if (/[\p{M}\p{Cf}]/u.test(letter)) return '';
  if (/\s/u.test(letter)) return '\\s+';
  const spelling = spellings[letter];
  if (spelling) return spelling;
  const bare = Array.from(letter.normalize('NFD')).filter((sign) => !/\p{M}/u.test(sign));
  return bare
    .map((sign) => (/[\p{L}\p{N}]/u.test(sign) ? sign : `\\u{${sign.codePointAt(0)?.toString(16)}}`))
    .join(BETWEEN);
}

/**
 * Finds the whole names and each of their parts as words of their own; undefined when there are none.
 * A part that is written small beside others ("de", "von") is found within the whole name alone.
 */
export function nameParts(names: readonly string[]): RegExp | undefined {
  const whole = names.map((name) => name.replace(/\s+/g, ' ').trim()).filter((name) => /\p{L}/u.test(name));
  const parts = whole.flatMap((name) => {
    const words = name
      .split(/[\s,·/]+/u)
      .flatMap((word) => [word, ...word.split(/[-־‐‑]/u), ...(familyFirst.test(word) ? [word.slice(1)] : [])]);
    const written = words.filter((word) => !/^\p{Ll}/u.test(word));
    return written.length > 0 ? written : words;
  });
  const found = [...new Set([...whole, ...parts])]
    .map((part) => part.replace(/^[^\p{L}]+|[^\p{L}]+$/gu, ''))
    .filter(isTelling);
  if (found.length === 0) return undefined;
  const longestFirst = found.sort((one, other) => other.length - one.length).map(wordPattern);
  return new RegExp(longestFirst.join('|'), 'giu');
}

// An initial says nothing.
function isTelling(part: string): boolean {
  return (part.match(/\p{L}/gu)?.length ?? 0) > 1;
}

function wordPattern(part: string): string {
  const pattern = foldedPattern(part);
  return joined.test(part) ? pattern : `(?<![\\p{L}\\p{M}])${pattern}(?:['’]?s)?(?!\\p{L})`;
}
