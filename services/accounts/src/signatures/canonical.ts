import { collectArray, SPELLINGS, type Spelling, spell } from './array-spelling.ts';
import type { Parameters, PlainParameter } from './parameters.ts';
import { bytesOf, encodeRfc3986 } from './percent-encoding.ts';

/**
 * The canonical strings of a request under the HMAC scheme (specification, "Company API: HMAC
 * scheme"): method, raw path and the sorted, re-encoded parameters, joined by line feeds. One
 * string; several, the likeliest first, when an array was sent in brackets or when the two
 * encoders that the specification names, rawurlencode and encodeURIComponent, differ; none when
 * an array contradicts itself.
 */
export function canonicalStrings(method: string, path: string, parameters: Parameters): string[] {
  const head = `${method}\n${path}\n`;
  return signedForms(parameters).flatMap((form) => {
    const strict = form.map(pair).join('&');
    const lenient = encodersDiffer(strict) ? [head + strict.replace(LEFT_BY_JAVASCRIPT, decodeURIComponent)] : [];
    return [head + strict, ...lenient];
  });
}

// encodeURIComponent leaves ! ' ( ) * as they are, rawurlencode does not.
const LEFT_BY_JAVASCRIPT = /%2[1789A]/g;

function encodersDiffer(encoded: string): boolean {
  return encoded.search(LEFT_BY_JAVASCRIPT) >= 0;
}

/** The strings whose MD5 the historical scheme takes, without the secret: the values in the order of the names. */
export function concatenations(parameters: Parameters): string[] {
  return signedForms(parameters).map((form) => form.map(({ value }) => value).join(''));
}

function pair({ name, value }: PlainParameter): string {
  return `${encodeRfc3986(name)}=${encodeRfc3986(value)}`;
}

/** Every parameter but `hash`, sorted by the bytes of its name. Names are unique, so nothing ties. */
function signedForms(parameters: Parameters): PlainParameter[][] {
  const plain = parameters.plain.filter(({ name }) => name !== 'hash');
  if (parameters.arrays.length === 0) return [plain.sort(byName)];
  const forms = SPELLINGS.map((spelling) => spellArrays(parameters, spelling));
  const whole = forms.filter((arrays) => arrays !== undefined);
  return distinct(whole).map((arrays) => [...plain, ...arrays].sort(byName));
}

function spellArrays(parameters: Parameters, spelling: Spelling): PlainParameter[] | undefined {
  const spelled: PlainParameter[] = [];
  for (const array of parameters.arrays) {
    const tree = collectArray(array);
    if (!tree) return undefined;
    spelled.push({ name: array.name, value: bytesOf(spell(tree, spelling)) });
  }
  return spelled;
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
