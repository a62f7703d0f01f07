import { codeLabel } from '@vitae/proto/code-tables';
import { alpha2Country } from '@vitae/proto/country-codes';
import { formatAddress as formatLines } from 'localized-address-format';
import type { Locale } from './locale.ts';
import { plainLine } from './plain-text.ts';

type Place = {
  city?: string | null | undefined;
  state?: number | null | undefined;
  country?: { isoCode: string } | null | undefined;
};
type Address = Place & { street: string; zipcode: string };

/** Formats a place in the document's language without its missing parts: "San Francisco, California, United States". */
export function formatPlace(place: Place, locale: Locale): string {
  return joined([plainLine(place.city), stateName(place, locale), countryName(place, locale)], locale);
}

/** Formats an address as its country does: "12 rue X, 75011 Paris, France", "1 Main St, San Francisco, California 94102". */
export function formatAddress({ street, zipcode, ...place }: Address, locale: Locale): string {
  const city = plainLine(place.city);
  const state = stateName(place, locale);
  const country = alpha2Of(place);
  const isLocal = isEastAsian(street + city);
  const linesWith = (areas: { administrativeArea: string; locality?: string }) =>
    country
      ? formatLines(
          { postalCountry: country, postalCode: zipcode, addressLines: [street], ...areas },
          isLocal ? 'local' : 'latin',
        ).map(trimSeparators)
      : [];
  // The formats of some countries have no city, for example that of Japan.
  const candidates = [
    linesWith({ administrativeArea: state, locality: city }),
    linesWith({ administrativeArea: `${state} ${city}`.trim() }),
  ];
  const lines = candidates.find((one) => country && one.join(' ').includes(city)) ?? [
    street,
    `${zipcode} ${city}`.trim(),
    state,
  ];
  const name = countryName(place, locale);
  // These addresses begin with the largest area.
  const startsWithCountry = isLocal && eastAsianLanguages.includes(locale.language);
  return joined(startsWithCountry ? [name, ...lines] : [...lines, name], locale);
}

const separators: Partial<Record<Locale['language'], string>> = { ar: '، ', ja: '、', zh: '，' };

const joined = (parts: string[], { language }: Locale) =>
  parts.filter((part, index) => part !== '' && parts.indexOf(part) === index).join(separators[language] ?? ', ');

/** Removes the commas that formats keep beside a missing part. */
function trimSeparators(line: string): string {
  const characters = Array.from(plainLine(line));
  const isText = (character: string) => character !== ',' && character !== ' ';
  return characters.slice(Math.max(0, characters.findIndex(isText)), characters.findLastIndex(isText) + 1).join('');
}

const eastAsianLanguages: Locale['language'][] = ['ja', 'ko', 'zh'];

const isEastAsian = (text: string) =>
  /[\p{Script=Han}\p{Script=Hangul}\p{Script=Hiragana}\p{Script=Katakana}]/u.test(text);

const stateName = ({ state }: Place, { culture }: Locale) => (state && codeLabel('state', state, culture)) || '';

const alpha2Of = ({ country }: Place) => (country ? alpha2Country(country.isoCode) : undefined);

/** Returns the country's name in the document's language, or "" for an unknown code. */
function countryName(place: Place, { tag }: Locale): string {
  const alpha2 = alpha2Of(place);
  return alpha2 === undefined ? '' : (new Intl.DisplayNames(tag, { type: 'region' }).of(alpha2) ?? '');
}
