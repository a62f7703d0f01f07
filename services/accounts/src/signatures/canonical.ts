import { collectArray, JSON_STYLES, joinElements, type Tree, toJson } from './array-json.ts';
import type { Parameters, PlainParameter } from './parameters.ts';
import { type ByteString, bytesOf, encodeRfc3986 } from './percent-encoding.ts';

/**
 * Returns the canonical strings of a request in the HMAC scheme (specification, "Company API: HMAC scheme"): method, raw
 * path and the sorted, re-encoded parameters, joined by line feeds. There are several, the likeliest first, if an array
 * was sent in brackets or if rawurlencode and encodeURIComponent encode a parameter differently. There are none if an
 * array is contradictory.
 */
export function canonicalStrings(method: string, path: string, parameters: Parameters): string[] {
  const head = `${method}\n${path}\n`;
  return signedForms(parameters).flatMap((form) => {
    const strict = form.map(pair).join('&');
    const lenient = encodersDiffer(strict) ? [head + strict.replace(UNENCODED_BY_JAVASCRIPT, decodeURIComponent)] : [];
    return [head + strict, ...lenient];
  });
}

// encodeURIComponent does not encode ! ' ( ) *, but rawurlencode does.
const UNENCODED_BY_JAVASCRIPT = /%2[1789A]/g;

function encodersDiffer(encoded: string): boolean {
  return encoded.search(UNENCODED_BY_JAVASCRIPT) >= 0;
}

/** Returns the strings that the historical scheme hashes, without the secret: the values in the order of their names. */
export function concatenations(parameters: Parameters): string[] {
  return signedForms(parameters).map(valuesOf);
}

/**
 * Returns the strings that clients without JSON hash in the historical scheme: PHP converts every array to `Array`, and
 * Ruby joins the elements. There are none without arrays.
 */
export function arrayTextConcatenations(parameters: Parameters): string[] {
  if (parameters.arrays.length === 0) return [];
  return formsWithArrays(parameters, [() => 'Array', joinElements]).map(valuesOf);
}

function valuesOf(form: readonly PlainParameter[]): string {
  return form.map(({ value }) => value).join('');
}

function pair({ name, value }: PlainParameter): string {
  return `${encodeRfc3986(name)}=${encodeRfc3986(value)}`;
}

/** Returns every parameter except `hash`, sorted by the bytes of its name. Names are unique. */
function signedForms(parameters: Parameters): PlainParameter[][] {
  if (parameters.arrays.length === 0) return [plainOf(parameters).sort(byName)];
  return formsWithArrays(
    parameters,
    JSON_STYLES.map((style) => (tree) => toJson(tree, style)),
  );
}

function plainOf(parameters: Parameters): PlainParameter[] {
  return parameters.plain.filter(({ name }) => name !== 'hash');
}

/** Converts an array to the text that a client signs. Returns undefined if the client cannot sign such an array. */
type ArrayEncoder = (tree: Tree) => string | undefined;

function formsWithArrays(parameters: Parameters, encoders: readonly ArrayEncoder[]): PlainParameter[][] {
  const plain = plainOf(parameters);
  const arrays = collectArrays(parameters);
  const forms = encoders.map((encoder) => arrays && encodeArrays(arrays, encoder));
  const valid = forms.filter((form) => form !== undefined);
  return distinct(valid).map((form) => [...plain, ...form].sort(byName));
}

type NamedTree = { name: ByteString; tree: Tree };

/** Returns undefined if an array is contradictory. */
function collectArrays({ arrays }: Parameters): NamedTree[] | undefined {
  const collected: NamedTree[] = [];
  for (const array of arrays) {
    const tree = collectArray(array);
    if (!tree) return undefined;
    collected.push({ name: array.name, tree });
  }
  return collected;
}

function encodeArrays(arrays: readonly NamedTree[], encoder: ArrayEncoder): PlainParameter[] | undefined {
  const encoded: PlainParameter[] = [];
  for (const { name, tree } of arrays) {
    const text = encoder(tree);
    if (text === undefined) return undefined;
    encoded.push({ name, value: bytesOf(text) });
  }
  return encoded;
}

function distinct(forms: PlainParameter[][]): PlainParameter[][] {
  const seen = new Set<string>();
  return forms.filter((form) => {
    const key = form.map(({ value }) => value).join('\n');
    return !seen.has(key) && seen.add(key);
  });
}

function byName(a: PlainParameter, b: PlainParameter): number {
  return a.name < b.name ? -1 : 1;
}
