import { bytesOf, decodeForm, encodeRfc3986, textOf } from '@vitae/accounts/signatures/percent-encoding';
import type { OAuthFault } from './oauth-faults.ts';
import { compare, type OAuthDeviation, type OAuthRecipe, type OAuthSecrets } from './oauth-recipe.ts';

const METHODS = ['GET', 'POST', 'PUT', 'DELETE', 'HEAD'];

export const encodings: OAuthDeviation[] = [
  encodeAs('plusForSpace', (bytes) => encodeRfc3986(bytes).replaceAll('%20', '+')),
  encodeAs('lowerCaseEscapes', (bytes) => lowerEscapes(encodeRfc3986(bytes))),
  encodeAs('doubleEncoded', (bytes) => encodeRfc3986(encodeRfc3986(bytes))),
  encodeAs('unencoded', (bytes) => bytes),
  // encodeURIComponent and encodeURI keep different reserved characters.
  encodeAs('reservedUnencoded', (bytes) => unescaped(bytes, /%2[1789A]/g)),
  encodeAs('reservedUnencoded', (bytes) => unescaped(bytes, /%(?:2[134678ABCF]|3[ABDF]|40)/g)),
  encodeAs('tildeEncoded', (bytes) => encodeRfc3986(bytes).replaceAll('~', '%7E')),
  encodeAs('otherCharset', inLatin1),
];

export const parts: OAuthDeviation[] = [
  { fault: { fault: 'partsUnencoded' }, apply: (recipe) => ({ ...recipe, encodePart: (text) => text }) },
  { fault: { fault: 'lowerCaseEscapes' }, apply: (recipe) => ({ ...recipe, encodePart: lowerPart }) },
  {
    fault: { fault: 'lowerCaseEscapes' },
    apply: (recipe) => ({ ...recipe, encode: (bytes) => lowerEscapes(encodeRfc3986(bytes)), encodePart: lowerPart }),
  },
  { fault: { fault: 'plusForSpace' }, apply: (recipe) => ({ ...recipe, encodePart: plusPart }) },
];

export const orders: OAuthDeviation[] = [
  { fault: { fault: 'unsorted' }, apply: (recipe) => ({ ...recipe, sort: (encoded) => encoded }) },
  sortBy('unsorted', (a, b) => Number(isProtocol(b)) - Number(isProtocol(a))),
  sortBy('unsorted', (a, b) => Number(isProtocol(a)) - Number(isProtocol(b))),
  sortBy('unsorted', (a, b) => compare(a.name, b.name)),
  sortBy('sortedWithoutCase', (a, b) => compare(a.name.toLowerCase(), b.name.toLowerCase())),
];

/** The base string URIs that clients sign instead of `right`. `written` is the URL of the client. */
export function uris(written: string, right: string): OAuthDeviation[] {
  const { protocol, host, hostname, origin, pathname } = new URL(right);
  const path = right.slice(origin.length) || pathname;
  const query = written.slice(written.indexOf('?') + 1);
  const at = (scheme: string, server: string) => `${scheme}//${server}${path}`;
  const other = protocol === 'https:' ? 'http:' : 'https:';
  return [
    uriAs('otherScheme', () => at(other, host)),
    uriAs('otherHost', () => writtenUri(written)),
    uriAs('otherPort', () => at(protocol, hostname)),
    ...[protocol, other].flatMap((scheme) =>
      [80, 443].map((port) =>
        uriAs(scheme === protocol ? 'otherPort' : 'otherScheme', () => at(scheme, `${hostname}:${port}`)),
      ),
    ),
    uriAs('pathOnly', () => path),
    uriAs('uriWithQuery', (uri) => (written.includes('?') ? `${uri}?${query}` : uri)),
    uriAs('pathSlash', (uri) => `${uri}/`),
    uriAs('pathSlash', (uri) => uri.replace(/\/$/, '')),
    uriAs('pathDecoded', () => origin + decodeForm(path.replaceAll('+', '%2B'))),
  ];
}

export const methods: OAuthDeviation[] = [
  methodAs('methodCase', (method) => method.toLowerCase()),
  ...METHODS.map((other) => methodAs('otherMethod', () => other)),
];

export const ends: OAuthDeviation[] = ['\n', '\r\n', '&'].map((end) => ({
  fault: { fault: 'endingLineBreak' },
  apply: (recipe) => ({ ...recipe, end }),
}));

export const keys: OAuthDeviation[] = [
  keyAs('tokenSecretMissing', ({ tokenSecret, ...other }) =>
    tokenSecret ? joined({ ...other, tokenSecret: '' }) : undefined,
  ),
  keyAs('ampersandMissing', ({ consumerSecret }) => consumerSecret),
  keyAs('ampersandMissing', ({ consumerSecret, tokenSecret }) =>
    tokenSecret ? consumerSecret + tokenSecret : undefined,
  ),
  keyAs('tokenForSecret', (secrets) =>
    secrets.token ? joined({ ...secrets, tokenSecret: secrets.token }) : undefined,
  ),
  keyAs('keyForSecret', (secrets) => joined({ ...secrets, consumerSecret: secrets.consumerKey })),
  keyAs('keyForSecret', ({ consumerKey, token }) => (token ? `${consumerKey}&${token}` : undefined)),
  keyAs('secretsSwapped', ({ consumerSecret, tokenSecret }) =>
    tokenSecret ? `${tokenSecret}&${consumerSecret}` : `&${consumerSecret}`,
  ),
  keyAs('secretsSwapped', ({ tokenSecret }) => (tokenSecret ? `${tokenSecret}&` : undefined)),
  keyAs('secretDecoded', ({ consumerSecret, tokenSecret }) =>
    Buffer.concat([decodedSecret(consumerSecret), Buffer.from('&'), decodedSecret(tokenSecret)]),
  ),
  keyAs('secretWithLineBreak', (secrets) => `${joined(secrets)}\n`),
  keyAs('secretWithLineBreak', ({ consumerSecret, tokenSecret }) => `${consumerSecret}\n&${tokenSecret}`),
  keyAs('secretWithLineBreak', ({ consumerSecret, tokenSecret }) => `${consumerSecret}%0A&${tokenSecret}`),
];

export const hashes: OAuthDeviation[] = [
  ...['sha256', 'sha512', 'md5'].map(
    (hash): OAuthDeviation => ({
      fault: { fault: 'otherDigest' },
      apply: (recipe) => ({ ...recipe, hash }),
    }),
  ),
];

export const unkeyed: OAuthDeviation[] = [
  { fault: { fault: 'notKeyed' }, apply: (recipe) => ({ ...recipe, isKeyed: false }) },
];

function encodeAs(fault: OAuthFault, encode: OAuthRecipe['encode']): OAuthDeviation {
  return {
    fault: { fault },
    apply: (recipe) =>
      recipe.parameters.some(
        ({ name, value }) => encode(name) !== recipe.encode(name) || encode(value) !== recipe.encode(value),
      )
        ? { ...recipe, encode }
        : undefined,
  };
}

function sortBy(fault: OAuthFault, order: (a: { name: string }, b: { name: string }) => number): OAuthDeviation {
  return { fault: { fault }, apply: (recipe) => ({ ...recipe, sort: (encoded) => [...encoded].sort(order) }) };
}

function isProtocol({ name }: { name: string }): boolean {
  return name.startsWith('oauth_');
}

function uriAs(fault: OAuthFault, change: (uri: string) => string): OAuthDeviation {
  return {
    fault: { fault },
    apply: (recipe) => {
      const uri = change(recipe.uri);
      return uri === recipe.uri ? undefined : { ...recipe, uri };
    },
  };
}

function methodAs(fault: OAuthFault, change: (method: string) => string): OAuthDeviation {
  return {
    fault: { fault },
    apply: (recipe) => {
      const method = change(recipe.method);
      return method === recipe.method ? undefined : { ...recipe, method };
    },
  };
}

/** `make` returns undefined if the request has no token. */
function keyAs(fault: OAuthFault, make: (secrets: OAuthSecrets) => string | Buffer | undefined): OAuthDeviation {
  return {
    fault: { fault },
    apply: (recipe) => ({ ...recipe, key: (secrets) => make(secrets) ?? recipe.key(secrets) }),
  };
}

function joined({ consumerSecret, tokenSecret }: Pick<OAuthSecrets, 'consumerSecret' | 'tokenSecret'>): string {
  return `${encodeRfc3986(consumerSecret)}&${encodeRfc3986(tokenSecret)}`;
}

function decodedSecret(secret: string): Buffer {
  return Buffer.from(secret, 'base64url');
}

/** The URI of the client's own URL: another host, a port, or a host in upper case. */
function writtenUri(written: string): string {
  const question = written.indexOf('?');
  return question < 0 ? written : written.slice(0, question);
}

function lowerPart(text: string): string {
  return lowerEscapes(encodeRfc3986(text));
}

function plusPart(text: string): string {
  return encodeRfc3986(text).replaceAll('%2520', '+').replaceAll('%20', '+');
}

function lowerEscapes(text: string): string {
  return text.replace(/%[0-9A-F]{2}/g, (written) => written.toLowerCase());
}

function unescaped(bytes: string, escapes: RegExp): string {
  return encodeRfc3986(bytes).replace(escapes, decodeURIComponent);
}

/** Encodes the text in ISO 8859-1. Returns text with other characters in UTF-8. */
function inLatin1(bytes: string): string {
  const text = textOf(bytes) ?? bytes;
  const isLatin1 = Buffer.from(text, 'latin1').toString('latin1') === text;
  return encodeRfc3986(isLatin1 ? text : bytesOf(text));
}
