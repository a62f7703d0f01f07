import { type BracketPath, MAX_BRACKETS, readBrackets } from './bracket-name.ts';
import { type ByteString, decodeForm } from './percent-encoding.ts';

/** A parameter that was sent once, under a name without brackets. */
export type PlainParameter = { name: ByteString; value: ByteString };
/** A parameter that was sent in brackets: `tags[]=1&tags[]=2`. */
export type ArrayParameter = { name: ByteString; elements: { path: BracketPath; value: ByteString }[] };

/** The URL's query parameters; no name is in both. */
export type Parameters = {
  plain: PlainParameter[];
  arrays: ArrayParameter[];
  /** The first name that was sent more than once where that has no meaning. */
  repeated: ByteString | undefined;
};

/** The most parameters that are read. */
export const MAX_PARAMETERS = 1_000;

/** The longest query string that is read, in bytes. */
export const MAX_QUERY_BYTES = 8_192;

/** How much is read: parameters in all, and brackets of one name. */
export type ParameterBounds = { parameters: number; depth: number };

const QUERY_BOUNDS: ParameterBounds = { parameters: MAX_PARAMETERS, depth: MAX_BRACKETS };

/** Undefined when there are more parameters than are read. */
export function parseParameters(query: string, bounds = QUERY_BOUNDS): Parameters | undefined {
  const parameters: Parameters = { plain: [], arrays: [], repeated: undefined };
  const seen = new Map<ByteString, ArrayParameter | null>();
  let count = 0;
  for (let start = 0; start < query.length; ) {
    const ampersand = query.indexOf('&', start);
    const end = ampersand < 0 ? query.length : ampersand;
    if (end > start) {
      if (++count > bounds.parameters) return undefined;
      add(parameters, seen, query.slice(start, end), bounds.depth);
    }
    start = end + 1;
  }
  return parameters;
}

/** The value of a plain parameter. */
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
