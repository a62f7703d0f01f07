import { type Locale, locales, parseLocale } from '@vitae/proto/locale';
import type { Request } from 'express';

export const DEFAULT_LOCALE: Locale = 'en';

/** Each language by its own name. */
export const languageNames: Record<Locale, string> = {
  fr: 'Français',
  en: 'English',
  it: 'Italiano',
  es: 'Español',
  de: 'Deutsch',
};

/** Returns the supported language that the browser prefers (Accept-Language), or English. */
export function browserLocale(request: Pick<Request, 'acceptsLanguages'>): Locale {
  // Express returns the first language if the browser accepts any.
  const accepted = request.acceptsLanguages([DEFAULT_LOCALE, ...locales]);
  return parseLocale(accepted || undefined) ?? DEFAULT_LOCALE;
}
