// Combining marks and invisible characters that can separate the letters of a name.
const SEPARATOR = '[\\p{M}\\p{Cf}]*';

// Alternative spellings of letters that Unicode normalization does not fold.
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
// Scripts without spaces between words, or with particles attached to words.
const unspacedScripts =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}\p{Script=Hebrew}\p{Script=Arabic}]/u;
// Names whose first character is the family name and whose rest is the given name.
const familyNameFirst = /^[\p{Script=Han}\p{Script=Hangul}]{3,4}$/u;

/** A pattern that matches a text with or without accents. It needs the flags `iu` and a text in NFD. */
export function foldedPattern(text: string): string {
  return Array.from(text.normalize('NFC').toLowerCase(), letterPattern).join(SEPARATOR) + SEPARATOR;
}

function letterPattern(letter: string): string {
  if (/[\p{M}\p{Cf}]/u.test(letter)) return '';
  if (/\s/u.test(letter)) return '\\s+';
  const spelling = spellings[letter];
  if (spelling) return spelling;
  const bare = Array.from(letter.normalize('NFD')).filter((character) => !/\p{M}/u.test(character));
  return bare
    .map((character) =>
      /[\p{L}\p{N}]/u.test(character) ? character : `\\u{${character.codePointAt(0)?.toString(16)}}`,
    )
    .join(SEPARATOR);
}

/**
 * A pattern that matches full names and their parts as separate words; undefined without names. A
 * part in lower case beside others ("de", "von") matches only as part of the full name.
 */
export function namePattern(names: readonly string[]): RegExp | undefined {
  const whole = names.map((name) => name.replace(/\s+/g, ' ').trim()).filter((name) => /\p{L}/u.test(name));
  const parts = whole.flatMap((name) => {
    const words = name
      .split(/[\s,·/]+/u)
      .flatMap((word) => [word, ...word.split(/[-־‐‑]/u), ...(familyNameFirst.test(word) ? [word.slice(1)] : [])]);
    const capitalized = words.filter((word) => !/^\p{Ll}/u.test(word));
    return capitalized.length > 0 ? capitalized : words;
  });
  const unique = [...new Set([...whole, ...parts])]
    .map((part) => part.replace(/^[^\p{L}]+|[^\p{L}]+$/gu, ''))
    .filter(hasSeveralLetters);
  if (unique.length === 0) return undefined;
  const longestFirst = unique.sort((a, b) => b.length - a.length).map(wordPattern);
  return new RegExp(longestFirst.join('|'), 'giu');
}

/** Initials do not identify anyone. */
function hasSeveralLetters(part: string): boolean {
  return (part.match(/\p{L}/gu)?.length ?? 0) > 1;
}

function wordPattern(part: string): string {
  const pattern = foldedPattern(part);
  return unspacedScripts.test(part) ? pattern : `(?<![\\p{L}\\p{M}])${pattern}(?:['’]?s)?(?!\\p{L})`;
}
