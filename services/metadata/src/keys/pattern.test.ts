import fc from 'fast-check';
import { coveringNamespace, indexTerms, namespacesOf, TOO_MANY } from './index-terms.ts';
import { compilePatterns } from './pattern.ts';
import { prefixRange } from './prefix-range.ts';

// Few different characters, so that keys and prefixes meet; among them what patterns, orders and encodings stumble over.
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

describe('a key to unassign', () => {
  test('means itself, and with * every key that starts so', () => {
    const meant = compilePatterns(['com.acme.kind:*', 'com.acme.note']);
    expect(['com.acme.kind:star', 'com.acme.kind:', 'com.acme.note'].filter(meant)).toHaveLength(3);
    expect(['com.acme.kind', 'com.acme.notes', 'com.acme.Kind:star', 'xcom.acme.kind:star'].filter(meant)).toEqual([]);
  });

  test('is never a pattern beyond that', () => {
    const meant = compilePatterns(['com.acme.*', 'a.c', '^b*', '(x+)+*', '[a-z]*']);
    expect(['com_acme_x', 'abc', 'b', 'xxxx', 'q'].filter(meant)).toEqual([]);
    expect(['com.acme.x', 'a.c', '^b1', '(x+)+!', '[a-z]?'].filter(meant)).toHaveLength(5);
  });

  test('as * alone means every key', () => {
    expect(compilePatterns(['*'])('anything')).toBe(true);
    expect(compilePatterns([])('anything')).toBe(false);
  });

  test('is found as one would find it by hand, however many there are', () => {
    fc.assert(
      fc.property(
        fc.array(prefix, { maxLength: 6 }),
        fc.array(key, { maxLength: 3 }),
        fc.array(key, { maxLength: 20 }),
        (prefixes, exact, keys) => {
          const meant = compilePatterns([...prefixes.map((one) => `${one}*`), ...exact]);
          const byHand = (one: string) => exact.includes(one) || prefixes.some((start) => one.startsWith(start));
          expect(keys.filter(meant)).toEqual(keys.filter(byHand));
        },
      ),
      { numRuns: 2_000 },
    );
  });
});

describe('the range of a prefix', () => {
  test('holds what starts with it and nothing else, in the order of the index', () => {
    fc.assert(
      fc.property(prefix, key, (start, one) => {
        const { least, below } = prefixRange(start);
        const within = byUtf8(one, least) >= 0 && (below === undefined || byUtf8(one, below) < 0);
        expect(within).toBe(one.startsWith(start));
      }),
      { numRuns: 5_000 },
    );
  });

  test('has an end, except where nothing comes after it', () => {
    expect(prefixRange('com.acme.')).toEqual({ least: 'com.acme.', below: 'com.acme/' });
    expect(prefixRange('a\u{10ffff}')).toEqual({ least: 'a\u{10ffff}', below: 'b' });
    expect(prefixRange('\u{d7ff}').below).toBe('\u{e000}');
    expect(prefixRange('\u{10ffff}').below).toBeUndefined();
    expect(prefixRange('').below).toBeUndefined();
  });
});

describe('the namespaces of a key', () => {
  test('end where a part of it ends', () => {
    expect(namespacesOf('com.acme.kind:star')).toEqual(['', 'com.', 'com.acme.', 'com.acme.kind:']);
    expect(namespacesOf('com.acme.kind->star')).toEqual(['', 'com.', 'com.acme.', 'com.acme.kind-', 'com.acme.kind->']);
    expect(namespacesOf('été')).toEqual(['']);
    expect(namespacesOf('.'.repeat(255))).toHaveLength(11);
  });

  test('cover every prefix: a key that starts with it is in the namespace that covers it', () => {
    fc.assert(
      fc.property(key, fc.nat(8), (one, length) => {
        const start = [...one].slice(0, length).join('');
        expect(start.startsWith(coveringNamespace(start))).toBe(true);
        expect(namespacesOf(one)).toContain(coveringNamespace(start));
      }),
      { numRuns: 2_000 },
    );
  });

  test('and the keys themselves are bounded: who holds very many is indexed once', () => {
    const few = Array.from({ length: 128 }, (_, index) => `a${index}`);
    expect(indexTerms(few)).toEqual({ exact: few, namespaces: [''] });
    const many = Array.from({ length: 129 }, (_, index) => `a.${index}.x`);
    expect(indexTerms(many)).toEqual({ exact: [TOO_MANY], namespaces: [TOO_MANY] });
    expect(indexTerms([])).toEqual({ exact: [], namespaces: [] });
  });
});
