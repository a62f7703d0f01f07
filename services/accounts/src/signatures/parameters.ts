import { type ByteString, decodeForm } from './percent-encoding.ts';

/** A parameter that was sent once, under a name without brackets. */
export type PlainParameter = { name: ByteString; value: ByteString };
/** A parameter that was sent in brackets: `tags[]=1&tags[]=2`. */
export type ArrayParameter = { name: ByteString; elements: { path: BracketPath; value: ByteString }[] };
/** The contents of the brackets of a name: `['b', '']` for `a[b][]`. */
export type BracketPath = ByteString[];

/** The query parameters of a URL. Each name is either plain or an array. */
export type Parameters = {
  plain: PlainParameter[];
  arrays: ArrayParameter[];
  /** The first name that was repeated without brackets. */
  repeated: ByteString | undefined;
};

export const MAX_PARAMETERS = 1_000;
export const MAX_QUERY_BYTES = 8_192;
/** The maximum number of brackets in one name. A deeper name is read literally. */
export const MAX_BRACKETS = 8;

export type ParameterLimits = { parameters: number; depth: number };

const QUERY_LIMITS: ParameterLimits = { parameters: MAX_PARAMETERS, depth: MAX_BRACKETS };

/** Returns undefined if there are more parameters than the limit, empty ones included. */
export function parseParameters(query: string, limits = QUERY_LIMITS): Parameters | undefined {
  const parameters: Parameters = { plain: [], arrays: [], repeated: undefined };
  const seen = new Map<ByteString, ArrayParameter | null>();
  let count = 0;
  for (let start = 0; start < query.length; ) {
    const ampersand = query.indexOf('&', start);
    const end = ampersand < 0 ? query.length : ampersand;
    if (++count > limits.parameters) return undefined;
    if (end > start) add(parameters, seen, query.slice(start, end), limits.depth);
    start = end + 1;
  }
  return parameters;
}

/** Returns the value of a plain parameter. */
export function plainValue(parameters: Parameters, name: string): ByteString | undefined {
  for (const parameter of parameters.plain) {
    if (parameter.name === name) return parameter.value;
  }
  return undefined;
}

function add(parameters: Parameters, seen: Map<ByteString, ArrayParameter | null>, pair: string, depth: number): void {
  const equals = pair.indexOf('=');
  const fullName = decodeForm(equals < 0 ? pair : pair.slice(0, equals));
  const value = equals < 0 ? '' : decodeForm(pair.slice(equals + 1));
  const brackets = fullName.endsWith(']') ? readBrackets(fullName, depth) : undefined;
  const name = brackets?.name ?? fullName;
  const before = seen.get(name);
  if (before === undefined) {
    const array = brackets ? { name, elements: [{ path: brackets.path, value }] } : null;
    seen.set(name, array);
    if (array) parameters.arrays.push(array);
    else parameters.plain.push({ name, value });
  } else if (before && brackets) before.elements.push({ path: brackets.path, value });
  else parameters.repeated ??= name;
}

/** Splits `tags[0][id]` into `tags` and its path. Returns undefined if the name does not have this form. */
export function readBrackets(
  fullName: ByteString,
  depth = MAX_BRACKETS,
): { name: ByteString; path: BracketPath } | undefined {
  const first = fullName.indexOf('[');
  if (first <= 0) return undefined;
  const path: BracketPath = [];
  let at = first;
  while (at < fullName.length) {
    const close = fullName.indexOf(']', at);
    if (fullName.charAt(at) !== '[' || close < 0 || path.length === depth) return undefined;
    const part = fullName.slice(at + 1, close);
    if (part.includes('[')) return undefined;
    path.push(part);
    at = close + 1;
  }
  return { name: fullName.slice(0, first), path };
}
