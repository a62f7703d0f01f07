import { readFileSync } from 'node:fs';
import { allWords } from '@vitae/document/words/all-words';
import { type CodeElement, type CodeTableName, codeElements } from '@vitae/proto/code-tables';
import type { Locale } from '@vitae/proto/locale';
import { countryNames } from './country-names.ts';

/** A code with its name. `lang` is the language of the name, which is English where the requested one has no name. */
export type CodeChoice = { value: string; text: string; lang: Locale };

type Names = Partial<Record<CodeTableName, Record<string, string>>>;

/** Names by table and code. Groups have no codes: their names are found by the English ones. */
type Catalog = Names & { groups: Names };

/** The names in the languages that the code tables of the specification do not have. */
export const codeCatalogs = { de: readCatalog('de'), es: readCatalog('es'), it: readCatalog('it') };

/** The codes of a table in display order. Nationalities are in the alphabetical order of the language. */
export function codeChoices(locale: Locale, table: CodeTableName): CodeChoice[] {
  const choices = codeElements(table).map((element) => codeChoice(locale, table, element));
  if (table === 'nationality') choices.sort((one, other) => one.text.localeCompare(other.text, locale));
  return choices;
}

/** Codes that mean the same as no code. */
const UNSPECIFIED: Partial<Record<CodeTableName, string>> = {
  professionalStatus: '13',
  educationLevel: '1',
  grossSalary: '1',
};

/** The codes to choose from, next to a choice for no code. A code that means the same is there only if it is chosen. */
export function selectableCodes(locale: Locale, table: CodeTableName, chosen: string): CodeChoice[] {
  return codeChoices(locale, table).filter(({ value }) => value !== UNSPECIFIED[table] || value === chosen);
}

export function codeChoice(locale: Locale, table: CodeTableName, element: CodeElement): CodeChoice {
  const value = String(element.id);
  if (locale === 'fr' || locale === 'en') return { value, text: element[locale], lang: locale };
  const text = codeCatalogs[locale][table]?.[value] ?? standardName(locale, table, element);
  return text === undefined ? { value, text: element.en, lang: 'en' } : { value, text, lang: locale };
}

/** The name of a group of codes. */
export function groupName(locale: Locale, table: CodeTableName, group: Record<'fr' | 'en', string>): string {
  if (locale === 'fr' || locale === 'en') return group[locale];
  return codeCatalogs[locale].groups[table]?.[group.en] ?? group.en;
}

/** A name that other sources have: documents name types of contract, and Unicode names countries and currencies. */
function standardName(locale: Locale, table: CodeTableName, { id, iso, amount }: CodeElement): string | undefined {
  if (table === 'experienceContractType') return allWords[locale].contracts?.[id - 1];
  if (table === 'nationality') return countryNames(locale).find(({ value }) => value === iso)?.text;
  if (typeof amount !== 'number') return undefined;
  const format = { style: 'currency', currency: 'EUR', maximumFractionDigits: 0 } as const;
  return new Intl.NumberFormat(locale, format).format(amount);
}

function readCatalog(locale: Locale): Catalog {
  return JSON.parse(readFileSync(new URL(`./${locale}/code-tables.json`, import.meta.url), 'utf8'));
}
