import fc from 'fast-check';
import { coveringNamespace, indexTerms, namespacesOf, TOO_MANY } from './index-terms.ts';
import { compilePatterns } from './pattern.ts';
import { prefixRange } from './prefix-range.ts';

// Few characters, so that keys and prefixes match often. They include special characters of patterns, orders and encodings.
const character = fc.constantFrom(
  'a',
  'b',
  'Z',
  '0',
  '.',
  ':',
  '-',
  '>',
  '_',
  '^',
  '$',
  '[',
  '\\',
  '(',
  '?',
  '+',
  'é',
  '日',
  '\u{d7ff}',
  '\u{e000}',
  '\u{ffff}',
  '😀',
  '\u{10ffff}',
);
const key = fc.string({ unit: character, minLength: 1, maxLength: 8 });
const prefix = fc.string({ unit: character, maxLength: 4 });
const byUtf8 = (a: string, b: string) => Buffer.compare(Buffer.from(a), Buffer.from(b));

describe('a pattern', () => {
  test('matches an exact key, or with * every key with the prefix', () => {
    const matches = compilePatterns(['com.acme.kind:*', 'com.acme.note']);
    expect(['com.acme.kind:star', 'com.acme.kind:', 'com.acme.note'].filter(matches)).toHaveLength(3);
    expect(['com.acme.kind', 'com.acme.notes', 'com.acme.Kind:star', 'xcom.acme.kind:star'].filter(matches)).toEqual(
      [],
    );
  });

  test('treats all other special characters literally', () => {
    const matches = compilePatterns(['com.acme.*', 'a.c', '^b*', '(x+)+*', '[a-z]*']);
    expect(['com_acme_x', 'abc', 'b', 'xxxx', 'q'].filter(matches)).toEqual([]);
    expect(['com.acme.x', 'a.c', '^b1', '(x+)+!', '[a-z]?'].filter(matches)).toHaveLength(5);
  });

  test('matches every key with * alone', () => {
    expect(compilePatterns(['*'])('anything')).toBe(true);
    expect(compilePatterns([])('anything')).toBe(false);
  });

  test('matches the same keys as a full comparison', () => {
    fc.assert(
      fc.property(
        fc.array(prefix, { maxLength: 6 }),
        fc.array(key, { maxLength: 3 }),
        fc.array(key, { maxLength: 20 }),
        (prefixes, exact, keys) => {
          const matches = compilePatterns([...prefixes.map((start) => `${start}*`), ...exact]);
          const isExpected = (text: string) => exact.includes(text) || prefixes.some((start) => text.startsWith(start));
          expect(keys.filter(matches)).toEqual(keys.filter(isExpected));
        },
      ),
      { numRuns: 2_000 },
    );
  });
});

describe('the range of a prefix', () => {
  test('contains exactly the strings with the prefix in the order of the index', () => {
    fc.assert(
      fc.property(prefix, key, (start, text) => {
        const { least, below } = prefixRange(start);
        const within = byUtf8(text, least) >= 0 && (below === undefined || byUtf8(text, below) < 0);
        expect(within).toBe(text.startsWith(start));
      }),
      { numRuns: 5_000 },
    );
  });

  test('has an upper bound unless no string follows the prefix', () => {
    expect(prefixRange('com.acme.')).toEqual({ least: 'com.acme.', below: 'com.acme/' });
    expect(prefixRange('a\u{10ffff}')).toEqual({ least: 'a\u{10ffff}', below: 'b' });
    expect(prefixRange('\u{d7ff}').below).toBe('\u{e000}');
    expect(prefixRange('\u{10ffff}').below).toBeUndefined();
    expect(prefixRange('').below).toBeUndefined();
  });
});

describe('the namespaces of a key', () => {
  test('end after a separator', () => {
    expect(namespacesOf('com.acme.kind:star')).toEqual(['', 'com.', 'com.acme.', 'com.acme.kind:']);
    expect(namespacesOf('com.acme.kind->star')).toEqual(['', 'com.', 'com.acme.', 'com.acme.kind-', 'com.acme.kind->']);
    expect(namespacesOf('été')).toEqual(['']);
    expect(namespacesOf('.'.repeat(255))).toHaveLength(11);
  });

  test('contain the covering namespace of every prefix of the key', () => {
    fc.assert(
      fc.property(key, fc.nat(8), (text, length) => {
        const start = [...text].slice(0, length).join('');
        expect(start.startsWith(coveringNamespace(start))).toBe(true);
        expect(namespacesOf(text)).toContain(coveringNamespace(start));
      }),
      { numRuns: 2_000 },
    );
  });

  test('and keys of a user above the limit have a single index entry', () => {
    const few = Array.from({ length: 128 }, (_, index) => `a${index}`);
    expect(indexTerms(few)).toEqual({ exact: few, namespaces: [''] });
    const many = Array.from({ length: 129 }, (_, index) => `a.${index}.x`);
    expect(indexTerms(many)).toEqual({ exact: [TOO_MANY], namespaces: [TOO_MANY] });
    expect(indexTerms([])).toEqual({ exact: [], namespaces: [] });
  });
});
