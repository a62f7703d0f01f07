import type { DocumentLanguage } from '@vitae/proto/display';
import type { ExportSource } from '@vitae/proto/export-source';
import type { Language } from './culture.ts';

type OtherLanguage = Exclude<Language, 'en'>;

/** Frequent words that are not English, and in few names of persons, places and schools. */
const FREQUENT: Record<OtherLanguage, string> = {
  de: 'und der das des dem den für mit im zur zum vom von bei beim auf aus als sowie ich eine einer eines nach über am',
  fr: 'et des du les une aux au dans pour avec sur par en la le de',
  es: 'y del las los el una para con por como al de la en',
  it: 'di del della dei delle degli nel nella per con il la gli una presso da al alla',
};
/** Words of English CVs. Few of them are also used in other languages, unlike "in", "student" and "consultant". */
const ENGLISH = new Set(
  `and of the for with to by at from is are were my which who native fluent proficient speaker working knowledge
  engineer engineering developer development manager internship teacher nurse lecturer researcher writer lawyer
  accountant officer worker apprentice owner founder head lead research teaching university school college degree thesis
  graduate undergraduate sciences studies skills`.split(/\s+/),
);
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
 * and names of languages, and the country of the address. A single English word refutes it. Names of schools and companies
 * count for neither: people who live abroad have those of their country.
 */
export function isConfirmed(language: DocumentLanguage, { cv, sections }: ExportSource): boolean {
  const frequent = frequentWords.get(language);
  if (!frequent) return false;
  const words = wordsOf(ownTexts({ cv, sections }));
  const listed = wordsOf(sections.languages.flatMap((one) => [one.language, one.fluency]));
  const english = languageNames('en');
  if ([...words, ...listed].some((word) => ENGLISH.has(word)) || listed.some((word) => english.has(word))) return false;
  const evidence = new Set(words.filter((word) => frequent.has(word)));
  const names = languageNames(language);
  for (const word of listed) if (names.has(word)) evidence.add(word);
  const country = cv.userInformation.country?.isoCode ?? '';
  const isAtHome = COUNTRIES[language as OtherLanguage].includes(country);
  return evidence.size + (isAtHome ? 1 : 0) >= MIN_EVIDENCE;
}

function ownTexts({ cv, sections }: Pick<ExportSource, 'cv' | 'sections'>): string[] {
  const { presentation, experiences, educations, skills, interests, portfolios } = cv;
  return [
    cv.title,
    presentation.title,
    presentation.text,
    ...experiences.experience.flatMap(({ title, description, missions }) => [
      title,
      description,
      ...missions.mission.map((one) => one.description),
    ]),
    ...educations.education.flatMap(({ degree, description }) => [degree, description]),
    ...skills.skill.flatMap(({ title, details }) => [title, details]),
    ...portfolios.portfolio.map(({ description }) => description),
    ...interests.interest.map(({ title }) => title),
    ...sections.projects.flatMap(({ description, highlights }) => [description, ...highlights]),
    ...sections.volunteer.flatMap(({ position, summary, highlights }) => [position, summary, ...highlights]),
  ].map((text) => text ?? '');
}

function wordsOf(texts: readonly string[]): string[] {
  return texts.flatMap(
    (text) =>
      text
        .toLowerCase()
        .replace(ENGLISH_DEGREE, '')
        .match(/\p{L}+/gu) ?? [],
  );
}

function languageNames(language: string): Set<string> {
  const known = namesOfLanguages.get(language);
  if (known) return known;
  const display = new Intl.DisplayNames(language, { type: 'language' });
  const names = new Set(LISTED_LANGUAGES.map((code) => (display.of(code) ?? code).toLowerCase()));
  namesOfLanguages.set(language, names);
  return names;
}
