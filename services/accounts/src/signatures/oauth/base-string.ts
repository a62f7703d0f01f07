import { encodeRfc3986 } from '../percent-encoding.ts';
import type { Parameter } from './collect-parameters.ts';

/** Returns method, base string URI and normalized parameters, each encoded, joined by `&` (RFC 5849 section 3.4.1.1). */
export function baseString(method: string, uri: string, parameters: readonly Parameter[]): string {
  return [method.toUpperCase(), uri, normalizeParameters(parameters)].map(encodeRfc3986).join('&');
}

/**
 * Returns the base string URI (RFC 5849 section 3.4.1.2) of a request target at a public address: scheme and host in
 * lower case, no default port, the path as received, no query.
 */
export function baseStringUri(publicUrl: string, target: string): string {
  const { origin, pathname } = new URL(publicUrl);
  const question = target.indexOf('?');
  const path = question < 0 ? target : target.slice(0, question);
  return `${origin}${pathname.replace(/\/$/, '')}${path || '/'}`;
}

/** Encodes the parameters and sorts them by name and value, without oauth_signature (RFC 5849 section 3.4.1.3.2). */
export function normalizeParameters(parameters: readonly Parameter[]): string {
  return parameters
    .filter(({ name }) => name !== 'oauth_signature')
    .map(({ name, value }) => ({ name: encodeRfc3986(name), value: encodeRfc3986(value) }))
    .sort((a, b) => compare(a.name, b.name) || compare(a.value, b.value))
    .map(({ name, value }) => `${name}=${value}`)
    .join('&');
}

// Encoded text is ASCII, so character order equals byte order.
function compare(a: string, b: string): number {
  return a < b ? -1 : Number(a > b);
}
