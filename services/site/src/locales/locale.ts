/** The languages of the pages, as they stand in OAuth addresses (decisions §1). */
export const locales = ['fr', 'en', 'it', 'es', 'de'] as const;
export type Locale = (typeof locales)[number];

export const DEFAULT_LOCALE: Locale = 'en';

/** Each language in its own words. */
export const languageNames: Record<Locale, string> = {
  fr: 'Français',
  en: 'English',
  it: 'Italiano',
  es: 'Español',
  de: 'Deutsch',
};

export function parseLocale(text: string | undefined): Locale | undefined {
  return locales.find((locale) => locale === text);
}

/** The best of our languages for an Accept-Language header (RFC 9110 section 12.5.4). */
export function negotiateLocale(acceptLanguage: string | undefined): Locale | undefined {
  const wanted = (acceptLanguage ?? '')
    .slice(0, 1_000)
    .split(',')
    .map((range) => {
      const [tag = '', ...parameters] = range
        .trim()
        .toLowerCase()
        .split(';')
        .map((part) => part.trim());
      const weight = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2) ?? '1';
      return { locale: parseLocale(tag.split('-')[0]), weight: Number(weight) };
    })
    .filter(({ weight }) => weight > 0)
    .sort((a, b) => b.weight - a.weight);
  return wanted.find(({ locale }) => locale !== undefined)?.locale;
}
