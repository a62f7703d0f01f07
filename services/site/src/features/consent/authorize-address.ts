import { OUT_OF_BAND } from '@vitae/accounts/applications/callback';
import type { Locale } from '@vitae/proto/locale';

/** The request token and the optional callback in the address of the consent screen (RFC 5849 section 2.2). */
export type AuthorizeAddress = { token: string; callback: string | undefined };

export function oauthPath(locale: Locale, step: 'authorize' | 'sign-in' | 'sign-out'): string {
  return `/${locale}/oauth/${step}`;
}

/** Returns the path of the consent screen in a language. */
export function authorizeUrl(locale: Locale, { token, callback }: AuthorizeAddress): string {
  const query = new URLSearchParams({
    oauth_token: token,
    ...(callback === undefined ? {} : { oauth_callback: callback }),
  });
  return `${oauthPath(locale, 'authorize')}?${query}`;
}

/** Returns the address as hidden form fields. */
export function fieldsOf({ token, callback }: AuthorizeAddress): Record<string, string | undefined> {
  return { oauth_token: token, oauth_callback: callback };
}

/**
 * Returns the sources that `form-action` allows in addition to our own. Chromium applies `form-action` to every
 * redirect after a form, so it must include the callback and, for https callbacks, wherever they redirect.
 */
export function formTargetsOf(callback: string): string[] {
  if (callback === OUT_OF_BAND) return [];
  const { protocol, origin } = new URL(callback);
  if (protocol === 'https:') return ['https:'];
  return [protocol === 'http:' ? origin : protocol];
}

/** Returns the host of a callback as users know it, or undefined for an app's own scheme. */
export function placeOf(callback: string): string | undefined {
  if (callback === OUT_OF_BAND) return undefined;
  const { protocol, host } = new URL(callback);
  return /^https?:$/.test(protocol) ? host : undefined;
}
