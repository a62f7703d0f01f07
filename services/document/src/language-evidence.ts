import type { DocumentLanguage } from '@vitae/proto/display';
import type { ExportSource } from '@vitae/proto/export-source';
import type { Language } from './culture.ts';
import { MAX_TEXT_LENGTH, MAX_TEXTS, namesOf, proseOf } from './own-texts.ts';
import type { Sliced } from './slices.ts';

type OtherLanguage = Exclude<Language, 'en'>;

/** Frequent words that are not English, and in few names of persons, places and schools. */
const FREQUENT: Record<OtherLanguage, string> = {
  de: 'und der das des dem den für mit im zur zum vom von bei beim auf aus als sowie ich eine einer eines nach über am',
  fr: 'et des du les une aux au dans pour avec sur par en la le de',
  es: 'y del las los el una para con por como al de la en',
  it: 'di del della dei delle degli nel nella per con il la gli una presso da al alla',
};
/** Words of English CVs. Few of them are also used in other languages, unlike "in", "student" and "marketing". */
const ENGLISH = new Set(
  `and of the for with to by at from is are were my which who native fluent proficient speaker working knowledge
  engineer engineering developer development manager internship teacher teaching nurse lecturer researcher research
  writer writing author editor editing translator translation interpreter lawyer attorney accountant officer worker
  apprentice owner founder head lead designer director producer curator analyst assistant associate professor fellow
  scientist historian architect artist painter photographer singer singing actor actress dancer musician conductor
  performer journalist librarian sales customer specialist coordinator supervisor advisor university school college
  degree thesis graduate undergraduate sciences studies skills languages literature`.split(/\s+/),
);
/** Those that are usual words of another language too. */
const SHARED: Partial<Record<OtherLanguage, readonly string[]>> = {
  de: ['professor'],
  fr: ['assistant'],
  es: ['actor', 'conductor', 'director', 'editor', 'supervisor'],
};
/** A degree has its English name in many languages. */
const ENGLISH_DEGREE = /\b(?:bachelor|master|doctor) of \p{L}+(?: administration)?/gu;
const COUNTRIES: Record<OtherLanguage, readonly string[]> = {
  de: ['DEU', 'AUT', 'CHE', 'LIE', 'LUX'],
  fr: ['FRA', 'BEL', 'CHE', 'LUX', 'CAN', 'MCO'],
  es: ['ESP', 'MEX', 'ARG', 'COL', 'CHL', 'PER', 'VEN', 'ECU', 'URY', 'PRY', 'BOL', 'CRI', 'GTM', 'DOM', 'CUB'],
  it: ['ITA', 'CHE', 'SMR'],
};
const LISTED_LANGUAGES = ['de', 'en', 'fr', 'es', 'it', 'pt', 'nl', 'pl', 'ru', 'tr', 'ar', 'zh', 'ja'];
const MIN_EVIDENCE = 4;

const frequentWords = new Map(
  Object.entries(FREQUENT).map(([language, words]) => [language, new Set(words.split(' '))]),
);
const namesOfLanguages = new Map<string, Set<string>>();

/**
 * Whether the words of a CV with hardly any sentences confirm that it is not in English but in this language: frequent words
 * and names of languages, and the country of the address. At least one of them is outside the prose, which can consist of
 * titles of works in the language. A single English word refutes it. Names of schools and companies count for neither: people
 * who live abroad have those of their country.
 */
export function* isConfirmed(language: DocumentLanguage, source: ExportSource): Sliced<boolean> {
  const frequent = frequentWords.get(language);
  if (!frequent) return false;
  const other = language as OtherLanguage;
  const names = yield* wordsOf(namesOf(source));
  const prose = yield* wordsOf([...proseOf(source), ...source.cv.interests.interest.map(({ title }) => title)]);
  const [own, english] = [languageNames(other), languageNames('en')];
  const isEnglish = (word: string) => ENGLISH.has(word) && !SHARED[other]?.includes(word);
  if ([...names, ...prose].some(isEnglish) || names.some((word) => english.has(word))) return false;
  const signs = new Set(names.filter((word) => frequent.has(word) || own.has(word)));
  const evidence = new Set([...signs, ...prose.filter((word) => frequent.has(word))]);
  const isAtHome = COUNTRIES[other].includes(source.cv.userInformation.country?.isoCode ?? '');
  return (isAtHome || signs.size > 0) && evidence.size + (isAtHome ? 1 : 0) >= MIN_EVIDENCE;
}

/** Yields before each text. */
function* wordsOf(texts: Iterable<string>): Sliced<string[]> {
  const words: string[] = [];
  let count = 0;
  for (const text of texts) {
    if (text === '') continue;
    yield;
    const sample = text.slice(0, MAX_TEXT_LENGTH).toLowerCase().replace(ENGLISH_DEGREE, '');
    words.push(...(sample.match(/\p{L}+/gu) ?? []));
    count += 1;
    if (count === MAX_TEXTS) break;
  }
  return words;
}

function languageNames(language: string): Set<string> {
  const known = namesOfLanguages.get(language);
  if (known) return known;
  const display = new Intl.DisplayNames(language, { type: 'language' });
  const names = new Set(LISTED_LANGUAGES.map((code) => (display.of(code) ?? code).toLowerCase()));
  namesOfLanguages.set(language, names);
  return names;
}
