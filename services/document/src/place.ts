import { codeLabel } from '@vitae/proto/code-tables';
import { alpha2Country } from '@vitae/proto/country-codes';
import { type Culture, languageTag } from './culture.ts';
import { plainLine } from './plain-text.ts';

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
