import { decodeForm, encodeRfc3986 } from '@vitae/accounts/signatures/percent-encoding';
import { type Deviation, hashOf, hmacOf, type SentPair, type SigningRecipe } from './signing-recipe.ts';

const METHODS = ['GET', 'POST', 'PUT', 'DELETE', 'HEAD'];
const PREFIXES = [/^\/api(?=\/)/, /^\/api\/v1(?=\/)/];

/** All deviations that are tried, grouped by kind. */
export function deviationsOf(host: string | undefined): readonly Deviation[][] {
  return [encodings, orders, members, paths(host), methods, separators, ends, secrets, digests];
}

const encodings: Deviation[] = [
  { fault: 'plusForSpace', apply: encodeAs((sent) => encodeRfc3986(decodeForm(sent)).replaceAll('%20', '+')) },
  { fault: 'plusForSpace', apply: encodeAs((sent) => encodeRfc3986(decodeForm(sent.replaceAll('+', '%2B')))) },
  { fault: 'sentEncoding', apply: encodeAs((sent) => sent) },
  { fault: 'unencoded', apply: encodeAs((sent) => decodeForm(sent)) },
  { fault: 'lowerCaseEscapes', apply: encodeAs((sent) => lowerEscapes(encodeRfc3986(decodeForm(sent)))) },
  { fault: 'doubleEncoded', apply: encodeAs((sent) => encodeRfc3986(encodeRfc3986(decodeForm(sent)))) },
  // encodeURI keeps reserved characters.
  { fault: 'sentEncoding', apply: encodeAs((sent) => encodeURI(utf8(decodeForm(sent)))) },
  { fault: 'phpSlashes', apply: changeValues((value) => json(value) && value.replaceAll('/', '\\/')) },
  { fault: 'phpSlashes', apply: changeValues((value) => json(value) && value.replaceAll('\\/', '/')) },
  { fault: 'phpSlashes', apply: changeValues((value) => json(value) && phpJson(value)) },
];

const orders: Deviation[] = [
  { fault: 'unsorted', apply: (recipe) => ({ ...recipe, sort: (pairs) => pairs }) },
  { fault: 'unsorted', apply: (recipe) => ({ ...recipe, sort: (pairs) => [...recipe.sort(pairs)].reverse() }) },
  { fault: 'sortedWithoutCase', apply: sortBy(({ name }) => decodeForm(name).toLowerCase()) },
  { fault: 'sortedWithoutCase', apply: sortBy(({ name }) => decodeForm(name).replaceAll('_', '').toLowerCase()) },
];

const members: Deviation[] = [
  { fault: 'emptyLeftOut', apply: keepPairs(({ value }) => value !== '') },
  { fault: 'apikeyLeftOut', apply: keepPairs(({ name }) => name !== 'apikey') },
  { fault: 'timestampLeftOut', apply: keepPairs(({ name }) => name !== 'timestamp') },
  { fault: 'nonceLeftOut', apply: keepPairs(({ name }) => name !== 'nonce') },
  { fault: 'milliseconds', apply: changeTimestamp((seconds) => `${seconds}000`) },
  { fault: 'hashIncluded', apply: (recipe) => ({ ...recipe, pairs: [...recipe.pairs, { name: 'hash', value: '' }] }) },
];

function paths(host: string | undefined): Deviation[] {
  const pathAs = (change: (path: string) => string) => (recipe: SigningRecipe) => {
    const path = change(recipe.path);
    return recipe.scheme === 'md5' || path === recipe.path ? undefined : { ...recipe, path };
  };
  const withHosts = host === undefined ? [] : [host, `http://${host}`, `https://${host}`, host.replace(/:\d+$/, '')];
  return [
    ...withHosts.map((prefix): Deviation => ({ fault: 'pathWithHost', apply: pathAs((path) => prefix + path) })),
    ...PREFIXES.map(
      (prefix): Deviation => ({ fault: 'pathWithoutPrefix', apply: pathAs((path) => path.replace(prefix, '')) }),
    ),
    { fault: 'pathWithoutPrefix', apply: pathAs(() => '') },
    { fault: 'pathDecoded', apply: pathAs((path) => decodeForm(path.replaceAll('+', '%2B'))) },
    { fault: 'pathDecoded', apply: pathAs((path) => encodeRfc3986(path)) },
    { fault: 'pathSlash', apply: pathAs((path) => `${path}/`) },
    { fault: 'pathSlash', apply: pathAs((path) => path.replace(/\/$/, '')) },
    { fault: 'pathSlash', apply: pathAs((path) => path.replace(/^\//, '')) },
    { fault: 'pathSlash', apply: pathAs((path) => `${path}?`) },
  ];
}

const methods: Deviation[] = [
  { fault: 'methodCase', apply: methodAs((method) => method.toLowerCase()) },
  ...METHODS.map((other): Deviation => ({ fault: 'otherMethod', apply: methodAs(() => other) })),
  { fault: 'methodMissing', apply: methodAs(() => '') },
];

const separators: Deviation[] = [
  { fault: 'lineBreaks', apply: separateBy('\r\n') },
  { fault: 'lineBreaks', apply: separateBy('&') },
  { fault: 'lineBreaks', apply: separateBy('') },
  { fault: 'lineBreaks', apply: separateBy(' ') },
  { fault: 'lineBreaks', apply: separateBy('?') },
  { fault: 'literalLineBreaks', apply: separateBy('\\n') },
];

const ends: Deviation[] = [
  { fault: 'endingLineBreak', apply: (recipe) => ({ ...recipe, end: '\n' }) },
  { fault: 'endingLineBreak', apply: (recipe) => ({ ...recipe, end: '\r\n' }) },
];

const secrets: Deviation[] = [
  {
    fault: 'secretDecoded',
    apply: (recipe) => ({ ...recipe, secret: (secret) => Buffer.from(String(secret), 'hex') }),
  },
  {
    fault: 'secretDecoded',
    apply: (recipe) => ({ ...recipe, secret: (secret) => Buffer.from(String(secret), 'base64') }),
  },
  { fault: 'secretWithLineBreak', apply: (recipe) => ({ ...recipe, secret: (secret) => Buffer.from(`${secret}\n`) }) },
  {
    fault: 'secretWithLineBreak',
    apply: (recipe) => ({ ...recipe, secret: (secret) => Buffer.from(`${secret}\r\n`) }),
  },
];

const digests: Deviation[] = [
  { fault: 'otherDigest', apply: digestAs('hmac', () => hmacOf('sha1')) },
  { fault: 'otherDigest', apply: digestAs('hmac', () => hmacOf('sha512')) },
  { fault: 'otherDigest', apply: digestAs('hmac', () => hmacOf('md5')) },
  { fault: 'otherDigest', apply: digestAs('hmac', () => hashOf('sha256', 'secret last')) },
  { fault: 'otherDigest', apply: digestAs('hmac', () => hashOf('sha256', 'secret first')) },
  { fault: 'historicalScheme', apply: asHistorical },
  { fault: 'secretFirst', apply: digestAs('md5', () => hashOf('md5', 'secret first')) },
  { fault: 'otherDigest', apply: digestAs('md5', () => hmacOf('md5')) },
];

function encodeAs(encode: SigningRecipe['encode']) {
  return (recipe: SigningRecipe) =>
    recipe.pairs.some(
      ({ name, value }) => encode(name) !== recipe.encode(name) || encode(value) !== recipe.encode(value),
    )
      ? { ...recipe, encode }
      : undefined;
}

/** Changes decoded values. A value stays unchanged if `change` returns false. */
function changeValues(change: (value: string) => string | false) {
  return (recipe: SigningRecipe) => {
    const pairs = recipe.pairs.map((pair) => {
      const changed = change(decodeForm(pair.value));
      return changed === false ? pair : { ...pair, value: encodeRfc3986(changed) };
    });
    return pairs.some(({ value }, index) => decodeForm(value) !== decodeForm(recipe.pairs[index]?.value ?? ''))
      ? { ...recipe, pairs }
      : undefined;
  };
}

function changeTimestamp(change: (seconds: string) => string) {
  return (recipe: SigningRecipe) => ({
    ...recipe,
    pairs: recipe.pairs.map((pair) => (pair.name === 'timestamp' ? { ...pair, value: change(pair.value) } : pair)),
  });
}

function keepPairs(keep: (pair: SentPair) => boolean) {
  return (recipe: SigningRecipe) => {
    const pairs = recipe.pairs.filter(keep);
    return pairs.length === recipe.pairs.length ? undefined : { ...recipe, pairs };
  };
}

function sortBy(rank: (pair: SentPair) => string) {
  return (recipe: SigningRecipe) => ({
    ...recipe,
    sort: (pairs: readonly SentPair[]) =>
      [...pairs].sort((a, b) => (rank(a) < rank(b) ? -1 : rank(a) > rank(b) ? 1 : 0)),
  });
}

function methodAs(change: (method: string) => string) {
  return (recipe: SigningRecipe) => {
    const method = change(recipe.method);
    return recipe.scheme === 'md5' || method === recipe.method ? undefined : { ...recipe, method };
  };
}

function separateBy(separator: string) {
  return (recipe: SigningRecipe) => (separator === recipe.separator ? undefined : { ...recipe, separator });
}

function digestAs(scheme: 'hmac' | 'md5', digest: () => SigningRecipe['digest']) {
  return (recipe: SigningRecipe) => (recipe.scheme === scheme ? { ...recipe, digest: digest() } : undefined);
}

function asHistorical(recipe: SigningRecipe): SigningRecipe | undefined {
  if (recipe.scheme === 'md5') return undefined;
  return { ...recipe, scheme: 'md5', separator: '', encode: decodeForm, digest: hashOf('md5', 'secret last') };
}

function lowerEscapes(text: string): string {
  return text.replace(/%[0-9A-F]{2}/g, (written) => written.toLowerCase());
}

function json(value: string): boolean {
  return /^[[{"]/.test(value);
}

/** Decodes UTF-8 for encodeURI. Returns invalid UTF-8 unchanged. */
function utf8(bytes: string): string {
  const text = Buffer.from(bytes, 'latin1').toString('utf8');
  return text.includes('\ufffd') ? bytes : text;
}

/** Escapes slashes and non-ASCII characters as PHP's json_encode does. */
function phpJson(bytes: string): string {
  return utf8(bytes)
    .replaceAll('/', '\\/')
    .replace(/[\u0080-\uffff]/g, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`);
}
