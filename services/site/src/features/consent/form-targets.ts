import { OUT_OF_BAND } from '@vitae/accounts/applications/callback';

/**
 * Where the consent form may lead besides to us. Chromium holds `form-action` against every redirect
 * that follows a form, so the callback must be in it, and with it wherever an application's https
 * callback sends the browser next.
 */
export function formTargetsOf(callback: string): string[] {
  if (callback === OUT_OF_BAND) return [];
  const { protocol, origin } = new URL(callback);
  if (protocol === 'https:') return ['https:'];
  return [protocol === 'http:' ? origin : protocol];
}

/** How a person knows the place that a callback leads to: its host, or nothing for an app's own scheme. */
export function placeOf(callback: string): string | undefined {
  if (callback === OUT_OF_BAND) return undefined;
  const { protocol, host } = new URL(callback);
  return /^https?:$/.test(protocol) ? host : undefined;
}
