import { documentLimits, type JsonLimits, parseBoundedJson } from '@vitae/kit/bounded-json';
import { invalid } from '@vitae/kit/errors';

/** Parses untrusted JSON. Rejects oversized documents, invalid UTF-8, duplicate names and `__proto__`. */
export function parseStrictJson(bytes: Uint8Array, limits: JsonLimits = documentLimits): unknown {
  const value = parseBoundedJson(bytes, limits);
  rejectAmbiguousNames(new TextDecoder().decode(bytes));
  return value;
}

// Strings and punctuation. Numbers, literals and white space are skipped.
const TOKEN = /"[^"\\]*(?:\\.[^"\\]*)*"|[{}[\]:,]/g;

/**
 * Rejects duplicate names in an object, which parsers interpret differently (RFC 8259 section 4), and `__proto__`,
 * which some parsers treat specially. The text must be valid JSON.
 */
function rejectAmbiguousNames(json: string): void {
  // One entry per open bracket: the names of an object, or undefined for an array.
  const open: (Set<string> | undefined)[] = [];
  let text = '';
  for (const [token] of json.matchAll(TOKEN)) {
    if (token === '{') open.push(new Set());
    else if (token === '[') open.push(undefined);
    else if (token === '}' || token === ']') open.pop();
    else if (token === ':') addName(open.at(-1), JSON.parse(text) as string);
    else text = token;
  }
}

function addName(names: Set<string> | undefined, name: string): void {
  const problem = name === '__proto__' ? 'unknown field' : names?.has(name) ? 'was sent more than once' : undefined;
  const field = name.slice(0, 100);
  if (problem) throw invalid(`${field}: ${problem}`, [{ field, message: problem }]);
  names?.add(name);
}
