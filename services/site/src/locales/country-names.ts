import { alpha2Country, countryCodes } from '@vitae/proto/country-codes';
import type { Locale } from '@vitae/proto/locale';

type CountryName = { value: string; text: string };

const lists = new Map<Locale, CountryName[]>();

/** The ISO 3166-1 alpha-3 codes of all countries with their names, in alphabetical order. Lists are cached. */
export function countryNames(locale: Locale): readonly CountryName[] {
  const known = lists.get(locale);
  if (known) return known;
  const names = new Intl.DisplayNames(locale, { type: 'region' });
  const list = countryCodes.map((value) => ({ value, text: names.of(alpha2Country(value) ?? '') ?? value }));
  list.sort((one, other) => one.text.localeCompare(other.text, locale));
  lists.set(locale, list);
  return list;
}
