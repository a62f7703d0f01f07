import { encodeRfc3986 } from '@vitae/accounts/signatures/percent-encoding';
import type { Parameter } from './parameters.ts';

/** RFC 5849 section 3.4.1.1: method, base string URI and normalised parameters, each encoded, joined by `&`. */
export function baseString(method: string, uri: string, parameters: readonly Parameter[]): string {
  return [method.toUpperCase(), uri, normalizeParameters(parameters)].map(encodeRfc3986).join('&');
}

/**
 * RFC 5849 section 3.4.1.2, from the public address: scheme and host in lower case, the port
 * only where it is not the scheme's own, the path as received, no query.
 */
export function baseStringUri(publicUrl: string, target: string): string {
  const { origin, pathname } = new URL(publicUrl);
  const question = target.indexOf('?');
  const path = question < 0 ? target : target.slice(0, question);
  return `${origin}${pathname.replace(/\/$/, '')}${path || '/'}`;
}

/** RFC 5849 section 3.4.1.3.2: encoded, sorted by name, then by value; oauth_signature is not part of it. */
export function normalizeParameters(parameters: readonly Parameter[]): string {
  return parameters
    .filter(({ name }) => name !== 'oauth_signature')
    .map(({ name, value }) => ({ name: encodeRfc3986(name), value: encodeRfc3986(value) }))
    .sort((a, b) => compare(a.name, b.name) || compare(a.value, b.value))
    .map(({ name, value }) => `${name}=${value}`)
    .join('&');
}

// What is encoded is ASCII, so the order of its characters is that of its bytes.
function compare(a: string, b: string): number {
  return a < b ? -1 : Number(a > b);
}
