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
type Address = Place & {
  street: string;
  zipcode: string;
  /** The province, prefecture or other area of a country that CV data has no states of. */
  region?: string | undefined;
};

/** Formats a place in the document's language without its missing parts: "San Francisco, California, United States". */
export function formatPlace(place: Place, locale: Locale): string {
  const city = plainLine(place.city);
  const lastPart = city.split(/, */).at(-1) ?? '';
  const country = isCityState(lastPart, alpha2Of(place), locale) ? '' : countryName(place, locale);
  return joined([city, stateName(place, locale), country], locale);
}

/**
 * Formats an address as its country does: "12 rue X, 75011 Paris, France", "1 Main St, San Francisco, California 94102",
 * "〒150-0041 東京都渋谷区神南1-2-3". The region is omitted where addresses have none.
 */
export function formatAddress({ street, zipcode, region, ...place }: Address, locale: Locale): string {
  const city = plainLine(place.city);
  const area = stateName(place, locale) || regionName(plainLine(region), city, alpha2Of(place));
  const parts = { street, zipcode, city, area };
  if (cityStates.has(alpha2Of(place) ?? '')) return cityStateAddress(parts, place, locale);
  const name = countryName(place, locale);
  const isLocal = isEastAsian(street + city + area);
  const startsWithCountry = isLocal && eastAsianLanguages.includes(locale.language);
  const eastAsian = isLocal ? eastAsianFormats[alpha2Of(place) ?? ''] : undefined;
  if (eastAsian?.language === locale.language) return eastAsian.write(parts);
  const lines = eastAsian ? [eastAsian.write(parts)] : linesOf(parts, alpha2Of(place), isLocal);
  return joined(startsWithCountry ? [name, ...lines] : [...lines, name], locale);
}

/** Countries that are also a city. They have no post codes, or write them after the name. */
const cityStates = new Set(['HK', 'MO', 'SG']);

function cityStateAddress({ street, zipcode, city, area }: Parts, place: Place, locale: Locale): string {
  const country = alpha2Of(place);
  const isState = (name: string) => isCityState(name, country, locale);
  const names = [city, area].map((name) => name.split(/, */));
  const [district = '', region = ''] = names.map((parts) => parts.filter((part) => !isState(part)).join(', '));
  const digits = zipcode.split(' ').at(-1) ?? '';
  const postcode = country === 'SG' && /^\d+$/.test(digits) ? digits : '';
  if (locale.language === 'zh' && isEastAsian(street + district + region)) {
    const state = names.flat().find((part) => isState(part) && isEastAsian(part)) ?? countryName(place, locale);
    const largest = region.startsWith(state) ? region : `${state}${region}`;
    return spaced(largestFirst({ area: largest, city: district, street }, ''), postcode);
  }
  const state = names.flat().find(isState) ?? countryName(place, locale);
  return joined([street, district, region, spaced(state, postcode)], locale);
}

/** Returns whether a city has the name of its country in the language of the document or in an official language. */
function isCityState(city: string, country: string | undefined, { tag }: Locale): boolean {
  if (country === undefined || !cityStates.has(country)) return false;
  const names = [tag, 'en', 'pt', 'zh', 'zh-Hant'].map((language) => regionNames(language, country).of(country));
  names.push(country, `${regionNames('en', country).of(country)} SAR`);
  return names.some((name) => name?.toLowerCase() === city.toLowerCase());
}

const namesByStyle = new Map<string, Intl.DisplayNames>();

/** The long name of Hong Kong is “Hong Kong SAR China”. */
function regionNames(tag: string, country: string): Intl.DisplayNames {
  const style = cityStates.has(country) ? 'short' : 'long';
  const key = `${tag} ${style}`;
  const names = namesByStyle.get(key) ?? new Intl.DisplayNames(tag, { type: 'region', style });
  namesByStyle.set(key, names);
  return names;
}

type Parts = { street: string; zipcode: string; city: string; area: string };
type EastAsianFormat = { language: Locale['language']; write(parts: Parts): string };

/** Addresses that begin with the largest area, as post offices write them. Those within the country do not name it. */
const eastAsianFormats: Record<string, EastAsianFormat> = {
  JP: {
    language: 'ja',
    write: ({ zipcode, ...parts }) => spaced(zipcode && `〒${zipcode.replace(/^〒 ?/u, '')}`, largestFirst(parts, '')),
  },
  KR: {
    language: 'ko',
    write: ({ zipcode, ...parts }) => spaced(largestFirst(parts, ' '), zipcode && `(${zipcode})`),
  },
  CN: { language: 'zh', write: ({ zipcode, ...parts }) => spaced(zipcode, largestFirst(parts, '')) },
  TW: { language: 'zh', write: ({ zipcode, ...parts }) => spaced(zipcode, largestFirst(parts, '')) },
};

const spaced = (first: string, second: string) => `${first} ${second}`.trim();

/** Joins the parts. A smaller one may begin with the larger ones already. */
function largestFirst({ area, city, street }: Omit<Parts, 'zipcode'>, gap: string): string {
  if (area !== '' && beginsWith(street, area, gap)) return street;
  const join = (smaller: string, larger: string) =>
    beginsWith(smaller, larger, gap) ? smaller : `${larger}${gap}${smaller}`;
  return [street, city, area].reduce(join).trim();
}

/** Streets have names of cities: 서울숲길 is in 서울, 中山三路 in 中山. Without a space, an area is known by its kind, as in 中山市. */
function beginsWith(smaller: string, larger: string, gap: string): boolean {
  if (larger === '' || smaller === larger) return true;
  return smaller.startsWith(`${larger}${gap}`) && (gap !== '' || KIND_OF_AREA.test(larger));
}

/** 京都 and 成都 are names without a kind. */
const KIND_OF_AREA = /(?:..都|[道府県省市区區县縣郡町村])$/u;

function linesOf({ street, zipcode, city, area }: Parts, country: string | undefined, isLocal: boolean): string[] {
  const linesWith = (areas: { administrativeArea: string; locality?: string }) =>
    country
      ? formatLines(
          { postalCountry: country, postalCode: zipcode, addressLines: [street], ...areas },
          isLocal ? 'local' : 'latin',
        ).map((line) => separateArea(withOnePrefix(trimSeparators(line), zipcode), city, area))
      : [];
  // The formats of some countries have no city, for example that of Japan.
  const candidates = [
    linesWith({ administrativeArea: area, locality: city }),
    linesWith({ administrativeArea: [city, area].filter((part) => part !== '').join(', ') }),
  ];
  return (
    candidates.find((one) => country && one.join(' ').includes(city)) ?? [street, `${zipcode} ${city}`.trim(), area]
  );
}

/** Removes the country code that a format adds to a post code that already starts with it: "FI-00100". */
function withOnePrefix(line: string, zipcode: string): string {
  const [prefix] = /^[A-Z]{1,2}-(?=\d)/.exec(zipcode) ?? [];
  return prefix === undefined ? line : line.replace(`${prefix}${zipcode}`, () => zipcode);
}

/** Formats expect a short code after the city: "20121 Milano MI", but "20121 Milano, Lombardia". */
function separateArea(line: string, city: string, area: string): string {
  if (city === '' || area === '') return line;
  const written = area.length > MAX_CODE ? line.replace(`${city} ${area}`, () => `${city}, ${area}`) : line;
  return written.replace(`${city}-${area}`, () => `${city} - ${area}`);
}

const MAX_CODE = 3;

/** Returns "" for a region that has the name of the city, or only a number in ISO 3166-2. */
function regionName(region: string, city: string, country: string | undefined): string {
  const name = region.startsWith(`${country}-`) ? region.slice(3) : region;
  return name.toLowerCase() === city.toLowerCase() || /^\d+$/.test(name) ? '' : name;
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
  return alpha2 === undefined ? '' : (regionNames(tag, alpha2).of(alpha2) ?? '');
}
