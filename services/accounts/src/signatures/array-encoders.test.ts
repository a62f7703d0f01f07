import { createHash, createHmac, createSecretKey } from 'node:crypto';
import fc from 'fast-check';
import { verify } from './hmac.ts';
import * as md5 from './md5.ts';
import { parseParameters } from './parameters.ts';

const KEY = 'c4e1a9f7b2d85630fa47e91c8b0d2356e7f1a4c980b3d62e5f8a17c4b9d0e236';
const SECRET = createSecretKey(Buffer.from(KEY));
const PATH = '/api/v1/users/7/associateTags';

type Value = string | number | Value[] | { [key: string]: Value };
type Encoder = { json(value: Value): string; percent(text: string): string };

const javascript: Encoder = { json: (value) => JSON.stringify(value), percent: encodeURIComponent };

/** json_encode and rawurlencode according to the PHP manual. */
const php: Encoder = {
  json: (value) =>
    JSON.stringify(value)
      .replaceAll('/', '\\/')
      .replace(/[\u0080-\uffff]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`),
  percent: (text) =>
    encodeURIComponent(text).replace(/[!'()*]/g, (mark) => `%${mark.charCodeAt(0).toString(16).toUpperCase()}`),
};

/** Encodes arrays in brackets like http_build_query and qs. */
function inBrackets(name: string, value: Value, encoder: Encoder): string[] {
  if (typeof value !== 'object') return [`${encoder.percent(name)}=${encoder.percent(String(value))}`];
  const members = Array.isArray(value) ? [...value.entries()] : Object.entries(value);
  return members.flatMap(([key, member]) => inBrackets(`${name}[${key}]`, member, encoder));
}

function hashOf(values: Record<string, string>, { percent }: Encoder): string {
  const pairs = Object.keys(values).sort();
  const query = pairs.map((name) => `${percent(name)}=${percent(values[name] ?? '')}`).join('&');
  return createHmac('sha256', KEY).update(`PUT\n${PATH}\n${query}`).digest('hex');
}

function accepted(query: string, hash: string): boolean {
  const parameters = parseParameters(query);
  return parameters !== undefined && verify({ method: 'PUT', path: PATH, parameters }, hash, SECRET);
}

// Text that no encoder treats as a number or an index, with characters that encoders escape differently.
const word = fc.string({ unit: fc.constantFrom('a', 'B', '/', 'é', '€', '😀', ' ', '&', "'", '(', '*', '+', '"') });
const text = word.map((rest) => `t${rest}`);
const key = fc.string({ unit: fc.constantFrom('a', 'Z', 'é', '/', '_'), minLength: 1, maxLength: 4 });

/** Without empty arrays, which brackets cannot represent. */
function nested(leaf: fc.Arbitrary<Value>): fc.Arbitrary<Value> {
  const { root } = fc.letrec<{ root: Value; any: Value }>((tie) => ({
    any: fc.oneof({ maxDepth: 3, withCrossShrink: true }, leaf, tie('root')),
    root: fc.oneof(
      fc.array(tie('any'), { minLength: 1, maxLength: 4 }),
      fc.dictionary(key, tie('any'), { minKeys: 1, maxKeys: 3, noNullPrototype: true }),
    ),
  }));
  return root;
}

// The encoder of a request encodes either all numbers or none as text.
const arrays = fc.oneof(nested(text), nested(fc.oneof(text, fc.nat())), nested(fc.oneof(text, fc.nat().map(String))));

describe.each([
  ['JavaScript', javascript],
  ['PHP', php],
])('a nested array encoded by %s', (_name, encoder) => {
  const signed = (value: Value) => ({ apikey: 'k', filter: encoder.json(value), nonce: 'n' });
  const check = (send: (value: Value) => string[], runs: number) =>
    fc.assert(
      fc.property(arrays, (value) => {
        const hash = hashOf(signed(value), encoder);
        const query = ['nonce=n', ...send(value), 'apikey=k'].join('&');
        expect(accepted(query, hash)).toBe(true);
        expect(accepted(query.replace('nonce=n', 'nonce=m'), hash)).toBe(false);
      }),
      { numRuns: runs },
    );

  test('is accepted as JSON text', () => check((value) => [`filter=${encoder.percent(encoder.json(value))}`], 300));

  test('is accepted in brackets', () => check((value) => inBrackets('filter', value, encoder), 300));
});

describe('an array that a client of the historical scheme signs as text', () => {
  const lists = fc.array(fc.oneof(text, fc.nat(), fc.array(text, { minLength: 1, maxLength: 3 })), {
    minLength: 1,
    maxLength: 4,
  });
  /** Array#join of Ruby, which joins the elements of lists in the list too. */
  const joined = (value: Value): string => (Array.isArray(value) ? value.map(joined).join('') : String(value));

  test.each([
    ["PHP's Array", arrays, () => 'Array'],
    ['elements that Ruby joins', lists, joined],
  ])('is accepted as %s only where text is', (_name, values, textOf) =>
    fc.assert(
      fc.property(values as fc.Arbitrary<Value>, (value) => {
        const hash = createHash('md5')
          .update(`k${textOf(value)}1${KEY}`)
          .digest('hex');
        const query = ['timestamp=1', ...inBrackets('filter', value, php), 'apikey=k', `hash=${hash}`].join('&');
        const parameters = parseParameters(query);
        if (!parameters) throw new Error('There are too many parameters');
        expect(md5.verifyArrayText({ parameters }, hash, SECRET)).toBe(true);
        expect(md5.verify({ parameters }, hash, SECRET)).toBe(false);
      }),
    ),
  );
});
