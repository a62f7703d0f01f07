import { fold } from '@vitae/kit/slug';
import { codeElements } from '@vitae/proto/code-tables';
import { alpha2Country, alpha3Country } from '@vitae/proto/country-codes';

const LANGUAGES = ['en', 'fr', 'it', 'es', 'de'];
const ALIASES: Readonly<Record<string, string>> = {
  uk: 'GBR',
  'united states of america': 'USA',
  'u.s.a.': 'USA',
  'u.s.': 'USA',
  england: 'GBR',
  scotland: 'GBR',
  wales: 'GBR',
};

/** The ISO 3166-1 alpha-3 code for an alpha-2 code, an alpha-3 code, or a name in one of the supported languages. */
export function countryOf(text: string): string | undefined {
  const word = text.trim();
  if (/^[A-Za-z]{3}$/.test(word) && alpha2Country(word) !== undefined) return word.toUpperCase();
  if (/^[A-Za-z]{2}$/.test(word)) return alpha3Country(word) ?? ALIASES[word.toLowerCase()];
  return ALIASES[word.toLowerCase()] ?? byName().get(fold(word));
}

/** The code of the table `state` for a name ("California") or an ISO 3166-2 code with or without "US-". */
export function stateOf(text: string): number | undefined {
  const word = fold(text.trim());
  return codeElements('state').find((state) =>
    [state.en, state.fr, state.iso ?? '', state.iso?.slice(3) ?? ''].some((name) => fold(name) === word),
  )?.id;
}

export function stateName(code: number): string | undefined {
  return codeElements('state').find((state) => state.id === code)?.en;
}

let names: Map<string, string> | undefined;

function byName(): Map<string, string> {
  names ??= countryNames();
  return names;
}

function countryNames(): Map<string, string> {
  const codes = new Map<string, string>();
  for (const language of LANGUAGES) {
    const display = new Intl.DisplayNames(language, { type: 'region', fallback: 'none' });
    for (let first = 65; first <= 90; first++) {
      for (let second = 65; second <= 90; second++) {
        const alpha2 = String.fromCharCode(first, second);
        const alpha3 = alpha3Country(alpha2);
        const name = alpha3 && display.of(alpha2);
        if (alpha3 && name) codes.set(fold(name), alpha3);
      }
    }
  }
  return codes;
}
