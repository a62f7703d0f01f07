import { iso31661Alpha3ToAlpha2 } from 'iso-3166/1-a3-to-1-a2.js';

/**
 * ISO 3166-1: the alpha-2 code of JSON Resume and Unicode by the alpha-3 code of the specification. The standard leaves
 * XKX to its users, and Unicode and the European Union assign it to Kosovo.
 */
const toAlpha2: ReadonlyMap<string, string> = new Map(Object.entries({ ...iso31661Alpha3ToAlpha2, XKX: 'XK' }));
const toAlpha3: ReadonlyMap<string, string> = new Map([...toAlpha2].map(([alpha3, alpha2]) => [alpha2, alpha3]));

/** All ISO 3166-1 alpha-3 codes. */
export const countryCodes: readonly string[] = [...toAlpha2.keys()];

export function alpha2Country(alpha3: string): string | undefined {
  return toAlpha2.get(alpha3.toUpperCase());
}

export function alpha3Country(alpha2: string): string | undefined {
  return toAlpha3.get(alpha2.toUpperCase());
}

/** Returns whether a string is an ISO 3166-1 alpha-3 code in upper case. */
export function isCountry(alpha3: string): boolean {
  return toAlpha2.has(alpha3);
}
