import type { Parameter } from '@vitae/accounts/signatures/oauth/collect-parameters';
import { encodeRfc3986 } from '@vitae/accounts/signatures/percent-encoding';
import type { FaultDeviation } from '../../explain/search-faults.ts';
import type { NamedOAuthFault } from './oauth-faults.ts';

/** The texts from which the key of an HMAC is made. Without a token, `token` and `tokenSecret` are "". */
export type OAuthSecrets = { consumerKey: string; consumerSecret: string; token: string; tokenSecret: string };

/** The steps of an OAuth signer. Starts with the correct steps (RFC 5849 section 3.4); deviations change them. */
export type OAuthRecipe = {
  method: string;
  uri: string;
  /** Decoded, with everything that is signed. */
  parameters: readonly Parameter[];
  /** Encodes a name or a value. */
  encode(bytes: string): string;
  sort(encoded: readonly Parameter[]): readonly Parameter[];
  /** Encodes the URI and the normalized parameters. */
  encodePart(text: string): string;
  /** Appended to the base string. */
  end: string;
  /** Replaces the base string, if it is known. */
  text: string | undefined;
  key(secrets: OAuthSecrets): string | Buffer;
  hash: string;
  /** Whether the hash is keyed (HMAC). */
  isKeyed: boolean;
};

export type OAuthDeviation = FaultDeviation<OAuthRecipe, NamedOAuthFault>;

export function correctRecipe(method: string, uri: string, parameters: readonly Parameter[]): OAuthRecipe {
  return {
    method: method.toUpperCase(),
    uri,
    parameters: parameters.filter(({ name }) => name !== 'oauth_signature'),
    encode: encodeRfc3986,
    sort: (encoded) => [...encoded].sort((a, b) => compare(a.name, b.name) || compare(a.value, b.value)),
    encodePart: encodeRfc3986,
    end: '',
    text: undefined,
    key: ({ consumerSecret, tokenSecret }) => `${encodeRfc3986(consumerSecret)}&${encodeRfc3986(tokenSecret)}`,
    hash: 'sha1',
    isKeyed: true,
  };
}

export function recipeText({ text, method, uri, parameters, encode, sort, encodePart, end }: OAuthRecipe): string {
  if (text !== undefined) return text;
  const encoded = parameters.map(({ name, value }) => ({ name: encode(name), value: encode(value) }));
  const normalized = sort(encoded)
    .map(({ name, value }) => `${name}=${value}`)
    .join('&');
  return `${method}&${encodePart(uri)}&${encodePart(normalized)}${end}`;
}

export function compare(a: string, b: string): number {
  return a < b ? -1 : Number(a > b);
}
