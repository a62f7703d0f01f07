/** The languages of the pages, as they appear in OAuth URLs. */
export const locales = ['fr', 'en', 'it', 'es', 'de'] as const;
export type Locale = (typeof locales)[number];

/** Returns undefined unless `text` is one of the locales. */
export function parseLocale(text: string | undefined): Locale | undefined {
  return locales.find((locale) => locale === text);
}
