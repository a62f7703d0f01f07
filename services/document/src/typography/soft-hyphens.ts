import { createRequire } from 'node:module';
import type { DocumentLanguage } from '@vitae/proto/display';

/** U+00AD: a hyphen that is shown only at the end of a line. */
export const SOFT_HYPHEN = '\u00ad';

/** The patterns of TeX. Arabic, Hebrew, Hindi and scripts without spaces are not hyphenated. */
const patterns: Partial<Record<DocumentLanguage, string>> = {
  bg: 'bg',
  cs: 'cs',
  da: 'da',
  de: 'de-1996',
  el: 'el-monoton',
  en: 'en-us',
  es: 'es',
  fi: 'fi',
  fr: 'fr',
  hr: 'hr',
  hu: 'hu',
  it: 'it',
  nb: 'nb',
  nl: 'nl',
  pl: 'pl',
  pt: 'pt',
  ro: 'ro',
  sv: 'sv',
  tr: 'tr',
  uk: 'uk',
};

type Hyphenate = (text: string, options: { hyphenChar: string; minWordLength: number }) => string;

const require = createRequire(import.meta.url);
const loaded = new Map<string, Hyphenate>();

/** Patterns are large and few documents need them, so they are loaded when they are first used. */
function hyphenatorOf(language: DocumentLanguage): Hyphenate | undefined {
  const name = patterns[language];
  if (name === undefined) return undefined;
  const known = loaded.get(name) ?? (require(`hyphen/${name}`) as { hyphenateSync: Hyphenate }).hyphenateSync;
  loaded.set(name, known);
  return known;
}

/** Shorter words are narrower than every column. */
const MIN_LENGTH = 12;
/** Words that are no parts of addresses or code. */
const WORDS = new RegExp(
  `(?<![\\p{L}\\p{M}\\p{N}@./:_\\\\])[\\p{L}\\p{M}]{${MIN_LENGTH},400}(?![\\p{L}\\p{M}\\p{N}@/_\\\\]|[.:][\\p{L}\\p{N}])`,
  'gu',
);

/**
 * Puts soft hyphens into words that do not fit into a line: as few as possible, because some programs read each as a space.
 * `fits` tells whether a part of a word fits.
 */
export function breakWideWords(text: string, language: DocumentLanguage, fits: (part: string) => boolean): string {
  if (text.length < MIN_LENGTH) return text;
  return text.replace(WORDS, (word) => (fits(word) ? word : breakWord(word, language, fits)));
}

function breakWord(word: string, language: DocumentLanguage, fits: (part: string) => boolean): string {
  const hyphenate = hyphenatorOf(language);
  if (!hyphenate) return word;
  const syllables = hyphenate(word, { hyphenChar: SOFT_HYPHEN, minWordLength: MIN_LENGTH }).split(SOFT_HYPHEN);
  const lines = [''];
  for (const [index, syllable] of syllables.entries()) {
    const line = `${lines.at(-1) ?? ''}${syllable}`;
    const shown = index === syllables.length - 1 ? line : `${line}-`;
    if (line === syllable || fits(shown)) lines[lines.length - 1] = line;
    else lines.push(syllable);
  }
  return lines.join(SOFT_HYPHEN);
}
