import { createHmac, createSecretKey } from 'node:crypto';
import fc from 'fast-check';
import { canonicalStrings, concatenations } from './canonical.ts';
import * as hmac from './hmac.ts';
import * as md5 from './md5.ts';
import { MAX_PARAMETERS, type Parameters, parseParameters } from './parameters.ts';

const SECRET = createSecretKey(Buffer.from('c4e1a9f7b2d85630fa47e91c8b0d2356e7f1a4c980b3d62e5f8a17c4b9d0e236'));

function read(query: string): Parameters {
  const parameters = parseParameters(query);
  if (!parameters) throw new Error('too many parameters');
  return parameters;
}

const canonical = (query: string) => canonicalStrings('GET', '/p', read(query)).map((one) => one.split('\n')[2]);

/** An independent implementation of RFC 3986. */
function rfc3986(text: string): string {
  return Array.from(Buffer.from(text, 'utf8'), (byte) => {
    const character = String.fromCharCode(byte);
    return /[A-Za-z0-9._~-]/.test(character) ? character : `%${byte.toString(16).toUpperCase().padStart(2, '0')}`;
  }).join('');
}

function sortedPairs(values: Map<string, string>): string {
  const names = [...values.keys()].sort((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b)));
  return names.map((name) => `${rfc3986(name)}=${rfc3986(values.get(name) ?? '')}`).join('&');
}

const plainName = fc
  .string({ unit: 'binary', minLength: 1, maxLength: 12 })
  .filter((name) => !name.includes('[') && name !== 'hash');
const text = fc.string({ unit: 'binary', maxLength: 24 });

describe('canonical string', () => {
  test('equals that of an independent implementation for any names and values', () => {
    fc.assert(
      fc.property(fc.uniqueArray(fc.tuple(plainName, text), { selector: ([name]) => name, maxLength: 12 }), (pairs) => {
        const values = new Map(pairs);
        const sent = new URLSearchParams(pairs.map(([name, value]) => [name, value])).toString();
        expect(canonical(sent)[0]).toBe(sortedPairs(values));
        const strictly = pairs.map(([name, value]) => `${rfc3986(name)}=${rfc3986(value)}`).join('&');
        expect(canonical(strictly)[0]).toBe(sortedPairs(values));
      }),
      { numRuns: 500 },
    );
  });

  test('differs for different bytes, UTF-8 or not', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 16 }), fc.uint8Array({ maxLength: 16 }), (a, b) => {
        const query = (bytes: Uint8Array) =>
          `x=${Array.from(bytes, (byte) => `%${byte.toString(16).padStart(2, '0')}`).join('')}`;
        expect(canonical(query(a))[0] === canonical(query(b))[0]).toBe(Buffer.compare(a, b) === 0);
      }),
    );
  });

  test('exists for any text without errors', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary-ascii', maxLength: 200 }), (query) => {
        const strings = canonicalStrings('GET', '/p', read(query));
        expect(strings.length).toBeLessThanOrEqual(8);
      }),
      { numRuns: 2_000 },
    );
  });

  test.each([
    ['+ is a space', 'term=a+b', 'term=a%20b'],
    ['an escaped + stays one', 'term=a%2Bb', 'term=a%2Bb'],
    ['escapes are written in upper case', 'term=%c3%a9', 'term=%C3%A9'],
    ['what need not be escaped is not', 'term=%41%7e', 'term=A~'],
    ['a percent sign that escapes nothing', 'term=100%&x=%zz', 'term=100%25&x=%25zz'],
    ['a name without a value', 'flag&x=', 'flag=&x='],
    ['only the first = divides', 'x=a=b', 'x=a%3Db'],
    ['a value without a name', '=x', '=x'],
    ['empty pairs are nothing', '&&x=1&', 'x=1'],
    ['names sort by their bytes', 'b=1&a=2&B=3&%C3%A9=4&a-b=5&a%20b=6', 'B=3&a=2&a%20b=6&a-b=5&b=1&%C3%A9=4'],
    ['hash is left out', 'hash=ab&x=1', 'x=1'],
  ])('%s', (_what, query, expected) => {
    expect(canonical(query)).toEqual([expected]);
  });

  test('is over the raw path and the method', () => {
    expect(canonicalStrings('PUT', '/api/v1/users/a%2fb', read('x=1'))).toEqual(['PUT\n/api/v1/users/a%2fb\nx=1']);
  });
});

describe('array in brackets', () => {
  const encodings = (query: string) =>
    canonical(query).map((one) => decodeURIComponent(one?.replace('tags=', '') ?? ''));

  test.each([
    ['tags[]=1&tags[]=2', ['["1","2"]', '[1,2]']],
    ['tags[0]=1&tags[1]=2', ['["1","2"]', '[1,2]']],
    ['tags[1]=b&tags[0]=a', ['["a","b"]']],
    ['tags[]=a/b', ['["a/b"]', '["a\\/b"]']],
    ['tags[]=%C3%A9', ['["é"]', '["\\u00e9"]']],
    ['tags[]=%F0%9F%8E%93', ['["🎓"]', '["\\ud83c\\udf93"]']],
    ['tags[]=1&tags[]=%C3%A9', ['["1","é"]', '[1,"é"]', '["1","\\u00e9"]', '[1,"\\u00e9"]']],
    ['tags[a]=x&tags[b][]=y', ['{"a":"x","b":["y"]}']],
    ['tags[2]=x', ['{"2":"x"}']],
    ['tags[]=007&tags[]=1.5&tags[]=-2', ['["007","1.5","-2"]', '["007",1.5,-2]']],
    ['tags[5]=x&tags[]=y', ['{"5":"x","6":"y"}']],
    ['tags%5B%5D=x', ['["x"]']],
  ])('%s', (query, expected) => {
    expect(encodings(query)).toEqual(expected);
  });

  test.each(['tags[]=1&tags=2', 'tags=1&tags=1', 'tags[0]=1&tags[0]=1', 'tags[a]=1&tags[a][b]=2', 'tags[]=%FF'])(
    'is rejected with any signature if it is contradictory: %s',
    (query) => {
      const parameters = read(query);
      const isRejected = parameters.repeated !== undefined || canonicalStrings('GET', '/p', parameters).length === 0;
      expect(isRejected).toBe(true);
    },
  );

  test('does not include names with unbalanced brackets', () => {
    expect(canonical('a[b=1&a]b=2&[c]=3&a[b]c=4')).toEqual(['%5Bc%5D=3&a%5Bb=1&a%5Bb%5Dc=4&a%5Db=2']);
  });

  test('has at most eight brackets', () => {
    const deep = (count: number) => read(`a${'[x]'.repeat(count)}=1`);
    expect(deep(8)).toMatchObject({ plain: [], arrays: [{ name: 'a' }] });
    expect(deep(9)).toMatchObject({ plain: [{ name: `a${'[x]'.repeat(9)}` }], arrays: [] });
  });

  test('does not include JSON text in a plain parameter', () => {
    expect(canonical('tags=[1,%20"2"]')).toEqual(['tags=%5B1%2C%20%222%22%5D']);
  });

  test('may have keys like __proto__', () => {
    expect(encodings('tags[__proto__]=x&tags[constructor]=y')).toEqual(['{"__proto__":"x","constructor":"y"}']);
  });
});

describe('verification', () => {
  test('accepts only the signed parameters', () => {
    fc.assert(
      fc.property(
        fc.uniqueArray(fc.tuple(plainName, text), { selector: ([name]) => name, minLength: 1, maxLength: 6 }),
        (pairs) => {
          const query = pairs.map(([name, value]) => `${rfc3986(name)}=${rfc3986(value)}`).join('&');
          const hash = createHmac('sha256', SECRET)
            .update(`GET\n/p\n${sortedPairs(new Map(pairs))}`)
            .digest('hex');
          expect(hmac.verify({ method: 'GET', path: '/p', parameters: read(query) }, hash, SECRET)).toBe(true);
          expect(hmac.verify({ method: 'GET', path: '/p', parameters: read(`${query}x`) }, hash, SECRET)).toBe(false);
        },
      ),
    );
  });

  test.each(['', '0'.repeat(64), 'zz', `${'0'.repeat(63)}g`, '0'.repeat(66), 'é'.repeat(32), '0'.repeat(8_000)])(
    'rejects the hash %p',
    (hash) => {
      const parameters = read('apikey=x');
      expect(hmac.verify({ method: 'GET', path: '/p', parameters }, hash, SECRET)).toBe(false);
      expect(md5.verify({ parameters }, hash, SECRET)).toBe(false);
    },
  );
});

test('joins values in the order of their names in the historical scheme', () => {
  expect(concatenations(read('b=2&a=x+y&hash=no&c[]=1'))).toEqual(['x y2["1"]', 'x y2[1]']);
});

test('rejects queries with too many parameters', () => {
  const many = (count: number) => Array.from({ length: count }, (_none, index) => `p${index}=`).join('&');
  expect(parseParameters(many(MAX_PARAMETERS))?.plain).toHaveLength(MAX_PARAMETERS);
  expect(parseParameters(many(MAX_PARAMETERS + 1))).toBeUndefined();
});
