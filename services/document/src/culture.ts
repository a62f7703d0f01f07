import { codeLabel } from '@vitae/proto/code-tables';
import { alpha2Country } from '@vitae/proto/country-codes';
import { plainLine } from './plain-text.ts';

// The cultures of a CV (specification, "CV data") and their BCP 47 tags: `en_UK` is not a valid tag.
const languageTags = {
  fr_FR: 'fr-FR',
  en_US: 'en-US',
  en_UK: 'en-GB',
  it_IT: 'it-IT',
  es_ES: 'es-ES',
  de_DE: 'de-DE',
} as const;

export type Culture = keyof typeof languageTags;
export type Language = 'fr' | 'en' | 'it' | 'es' | 'de';

export const cultures = Object.keys(languageTags) as Culture[];

/** Returns the culture with this name, or American English for an unknown name. */
export function cultureOf(text: string): Culture {
  return text in languageTags ? (text as Culture) : 'en_US';
}

export function languageTag(culture: Culture): string {
  return languageTags[culture];
}

export function languageOf(culture: Culture): Language {
  return culture.slice(0, 2) as Language;
}

type Place = {
  city?: string | null | undefined;
  state?: number | null | undefined;
  country?: { isoCode: string } | null | undefined;
};

/** Formats a place in the culture's language without its missing parts: "San Francisco, California, United States". */
export function formatPlace(place: Place, culture: Culture): string {
  const state = place.state ? codeLabel('state', place.state, culture) : undefined;
  const parts = [plainLine(place.city), state ?? '', countryName(place.country?.isoCode, culture)];
  return parts.filter((part, index) => part !== '' && parts.indexOf(part) === index).join(', ');
}

/** Returns the country's name in the culture's language, or "" for an unknown code. */
function countryName(alpha3: string | undefined, culture: Culture): string {
  const alpha2 = alpha3 === undefined ? undefined : alpha2Country(alpha3);
  if (alpha2 === undefined) return '';
  return new Intl.DisplayNames(languageTag(culture), { type: 'region' }).of(alpha2) ?? '';
}
