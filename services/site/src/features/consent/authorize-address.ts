import type { Locale } from '@vitae/proto/locale';

/** What the address of the screen carries: the request token and, when given, the callback (RFC 5849 section 2.2). */
export type AuthorizeAddress = { token: string; callback: string | undefined };

export function oauthPath(locale: Locale, step: 'authorize' | 'sign-in' | 'sign-out'): string {
  return `/${locale}/oauth/${step}`;
}

/** The screen again, in a language; always a path of our own. */
export function authorizeUrl(locale: Locale, { token, callback }: AuthorizeAddress): string {
  const query = new URLSearchParams({
    oauth_token: token,
    ...(callback === undefined ? {} : { oauth_callback: callback }),
  });
  return `${oauthPath(locale, 'authorize')}?${query}`;
}

/** The same as hidden fields of a form. */
export function fieldsOf({ token, callback }: AuthorizeAddress): Record<string, string | undefined> {
  return { oauth_token: token, oauth_callback: callback };
}
