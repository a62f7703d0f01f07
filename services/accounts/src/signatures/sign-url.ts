import { createSecretKey } from 'node:crypto';
import { canonicalStrings, concatenations } from './canonical.ts';
import * as hmac from './hmac.ts';
import * as md5 from './md5.ts';
import { parseParameters, plainValue } from './parameters.ts';
import { encodeRfc3986 } from './percent-encoding.ts';
import type { Scheme } from './signing-key.ts';

export type UrlToSign = {
  scheme: Scheme;
  method: string;
  url: string;
  key: string;
  secret: string;
  /** Unix time in milliseconds. */
  now: number;
  nonce: string;
};

/** `canonical` is the signed string. It does not contain the secret. */
type SignedUrl = { url: string; canonical: string };

/**
 * Signs a URL like a client. Keeps an existing `timestamp` and `nonce` and replaces `hash`.
 * @throws {TypeError} if the parameters cannot be signed
 */
export function signedUrl({ scheme, method, url, key, secret, now, nonce }: UrlToSign): SignedUrl {
  const { origin, pathname: path, search } = new URL(url);
  const own = { apikey: key, timestamp: String(Math.floor(now / 1000)), ...(scheme === 'hmac' ? { nonce } : {}) };
  const pairs = search
    .slice(1)
    .split('&')
    .filter((pair) => pair !== '' && !pair.startsWith('hash='));
  const given = parseParameters(pairs.join('&'));
  if (!given || given.repeated !== undefined)
    throw new TypeError('The URL has a repeated parameter or too many parameters');
  const named = plainValue(given, 'apikey');
  if (named !== undefined && named !== key) throw new TypeError('The URL contains a different apikey');
  for (const [name, value] of Object.entries(own)) {
    if (plainValue(given, name) === undefined) pairs.push(`${name}=${encodeRfc3986(value)}`);
  }
  const parameters = parseParameters(pairs.join('&'));
  if (!parameters) throw new TypeError('The URL has too many parameters');
  const request = { method: method.toUpperCase(), path, parameters };
  const secretKey = createSecretKey(Buffer.from(secret, 'utf8'));
  const hash = (scheme === 'hmac' ? hmac : md5).sign(request, secretKey);
  const [canonical = ''] =
    scheme === 'hmac' ? canonicalStrings(request.method, path, parameters) : concatenations(parameters);
  return { url: `${origin}${path}?${pairs.join('&')}&hash=${hash}`, canonical };
}
