import { codeElements } from '@vitae/proto/code-tables';
import { alpha2Country, alpha3Country } from '@vitae/proto/country-codes';
import { fold } from '../cv/slug.ts';

const LANGUAGES = ['en', 'fr', 'it', 'es', 'de'];
const CALLED: Readonly<Record<string, string>> = {
  uk: 'GBR',
  'united states of america': 'USA',
  'u.s.a.': 'USA',
  'u.s.': 'USA',
  england: 'GBR',
  scotland: 'GBR',
  wales: 'GBR',
};

/** ISO 3166-1 alpha-3 from an alpha-2 or alpha-3 code, or from a name in one of the platform's languages. */
export function countryOf(text: string): string | undefined {
  const word = text.trim();
  if (/^[A-Za-z]{3}$/.test(word) && alpha2Country(word) !== undefined) return word.toUpperCase();
  if (/^[A-Za-z]{2}$/.test(word)) return alpha3Country(word) ?? CALLED[word.toLowerCase()];
  return CALLED[word.toLowerCase()] ?? byName().get(fold(word));
}

/** Code of the table `state` from a name ("California") or an ISO 3166-2 code with or without "US-". */
export function stateOf(text: string): number | undefined {
  const word = fold(text.trim());
  return codeElements('state').find((one) =>
    [one.en, one.fr, one.iso ?? '', one.iso?.slice(3) ?? ''].some((name) => fold(name) === word),
  )?.id;
}

export function stateName(code: number): string | undefined {
  return codeElements('state').find((one) => one.id === code)?.en;
}

let names: Map<string, string> | undefined;

function byName(): Map<string, string> {
  names ??= namesOfCountries();
  return names;
}

function namesOfCountries(): Map<string, string> {
  const found = new Map<string, string>();
  for (const language of LANGUAGES) {
    const display = new Intl.DisplayNames(language, { type: 'region', fallback: 'none' });
    for (let first = 65; first <= 90; first++) {
      for (let second = 65; second <= 90; second++) {
        const alpha2 = String.fromCharCode(first, second);
        const alpha3 = alpha3Country(alpha2);
        const name = alpha3 && display.of(alpha2);
        if (alpha3 && name) found.set(fold(name), alpha3);
      }
    }
  }
  return found;
}
