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
