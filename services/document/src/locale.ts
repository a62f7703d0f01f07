import type { DocumentLanguage } from '@vitae/proto/display';
import { type Culture, languageOf, languageTag } from './culture.ts';
import { allWords } from './words/all-words.ts';
import type { Words } from './words/words.ts';
import { zhHant } from './words/zh-hant.ts';

/** How a document writes its own words, dates and places. */
export type Locale = {
  language: DocumentLanguage;
  /** BCP 47 tag. */
  tag: string;
  words: Words;
  /** The culture of the CV, which can have another language. */
  culture: Culture;
};

/** Returns the locale of a CV with this culture whose texts are in `language`. */
export function localeOf(culture: Culture, language: DocumentLanguage = languageOf(culture)): Locale {
  const tag = language === languageOf(culture) ? languageTag(culture) : language;
  return { language, tag, words: allWords[language], culture };
}

/** Returns the locale of a CV in Chinese whose texts have traditional characters. */
export function inTraditionalChinese(locale: Locale): Locale {
  return { ...locale, tag: 'zh-Hant', words: zhHant };
}
