import { documentLimits, type JsonLimits, parseBoundedJson } from '@vitae/kit/bounded-json';
import { invalid } from '@vitae/kit/errors';

/** JSON that a stranger sent: bounded, UTF-8, every name once and none with a meaning beyond the document. */
export function parseStrictJson(bytes: Uint8Array, limits: JsonLimits = documentLimits): unknown {
  const value = parseBoundedJson(bytes, limits);
  refuseAmbiguousNames(new TextDecoder().decode(bytes));
  return value;
}

// Strings, and the marks that open, close and separate; what is between them is white space, a number or a word.
const TOKEN = /"[^"\\]*(?:\\.[^"\\]*)*"|[{}[\]:,]/g;

/**
 * Refuses names that mean two things: the same one twice in an object, of which parsers disagree
 * which counts (RFC 8259 section 4), and `__proto__`, which some take for more than a name.
 * The text is taken for valid JSON.
 */
function refuseAmbiguousNames(json: string): void {
  // One entry for each open bracket: the names seen in an object, undefined for an array.
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
