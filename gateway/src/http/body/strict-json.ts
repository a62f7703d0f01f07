import { boundedJson, documentLimits, type JsonLimits } from '@vitae/kit/bounded-json';
import { invalid } from '@vitae/kit/errors';
import { runSynchronously, type SlicedWork } from '@vitae/kit/slices';

/** The limits of JSON in requests. A CV of twelve pages has a few thousand keys and elements. */
export const requestLimits: JsonLimits = { ...documentLimits, maxItems: 10_000, maxKeys: 1_000 };

/** Parses untrusted JSON. Rejects oversized documents, invalid UTF-8, duplicate names and `__proto__`. */
export function parseStrictJson(bytes: Uint8Array, limits: JsonLimits = requestLimits): unknown {
  return runSynchronously(strictJson(bytes, limits));
}

/** Parses like `parseStrictJson`, in slices. */
export function* strictJson(bytes: Uint8Array, limits: JsonLimits = requestLimits): SlicedWork<unknown> {
  const { value, text } = yield* boundedJson(bytes, limits);
  yield;
  yield* rejectAmbiguousNames(text);
  return value;
}

// Strings and punctuation. Numbers, literals and white space are skipped.
const TOKEN = /"[^"\\]*(?:\\.[^"\\]*)*"|[{}[\]:,]/g;
const SLICE_CHARACTERS = 16_384;

/**
 * Rejects duplicate names in an object, which parsers interpret differently (RFC 8259 section 4), and `__proto__`,
 * which some parsers treat specially. The text must be valid JSON.
 */
function* rejectAmbiguousNames(json: string): SlicedWork<void> {
  // One entry per open bracket: the names of an object, or undefined for an array.
  const open: (Set<string> | undefined)[] = [];
  let text = '';
  let sliceEnd = SLICE_CHARACTERS;
  for (const { 0: token, index } of json.matchAll(TOKEN)) {
    if (index >= sliceEnd) {
      sliceEnd = index + SLICE_CHARACTERS;
      yield;
    }
    if (token === '{') open.push(new Set());
    else if (token === '[') open.push(undefined);
    else if (token === '}' || token === ']') open.pop();
    else if (token === ':')
      addName(open.at(-1), text.includes('\\') ? (JSON.parse(text) as string) : text.slice(1, -1));
    else text = token;
  }
}

function addName(names: Set<string> | undefined, name: string): void {
  const problem = name === '__proto__' ? 'unknown field' : names?.has(name) ? 'was sent more than once' : undefined;
  const field = name.slice(0, 100);
  if (problem) throw invalid(`${field}: ${problem}`, [{ field, message: problem }]);
  names?.add(name);
}
