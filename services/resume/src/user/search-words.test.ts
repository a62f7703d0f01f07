import fc from 'fast-check';
import { pairsOf, parseSearchTerm, prefixesOf, wordsOf } from './search-words.ts';

const matches = (term: string, user: { firstname: string; lastname: string; email: string }) => {
  const words = wordsOf(user);
  const search = parseSearchTerm(term);
  if (search === undefined) return false;
  const { by } = search;
  const indexed = 'pair' in by ? pairsOf(words).includes(by.pair) : prefixesOf(words).includes(by.prefix);
  return indexed && search.words.every((prefix) => words.some((word) => word.startsWith(prefix)));
};

const user = {
  firstname: 'Jean-Émile',
  lastname: 'O’Connor de la Très-Longue-Particule',
  email: 'jean.oconnor+cv@mail.example',
};

test.each([
  'jean',
  'JEAN',
  'émile',
  'emile',
  'jean-em',
  "o'conn",
  'O’Conn',
  'connor',
  'tres',
  'tres-longue-particule',
  'mail.ex',
  'jean.oconnor+cv@mail.example',
  'particule jean',
  '  de   la ',
])('finds the user by %j', (term) => {
  expect(matches(term, user)).toBe(true);
});

test.each(['', '  ', '-', 'ean', 'jean paul', 'tres-longue-participe', 'jeanemile', 'xample'])(
  'does not find the user by %j',
  (term) => {
    expect(matches(term, user)).toBe(false);
  },
);

test('finds names in other scripts by their prefix', () => {
  const yamada = { firstname: '太郎', lastname: '山田', email: 'taro@mail.example' };
  expect(matches('山', yamada)).toBe(true);
  expect(matches('Łukasz', { firstname: 'Lukasz', lastname: 'Żak', email: 'l@m.example' })).toBe(true);
});

test('limits the number of words and puts the longest first', () => {
  expect(parseSearchTerm('a bb ccc dddd e f g h i j k l')?.words).toHaveLength(8);
  expect(parseSearchTerm('ann archer')).toEqual({
    by: { pair: 'ann arche' },
    words: ['archer', 'ann'],
    pairs: ['ann arche'],
  });
  expect(parseSearchTerm('li archer')).toEqual({ by: { prefix: 'archer' }, words: ['li'], pairs: [] });
  expect(parseSearchTerm('ann bell carter')?.pairs).toEqual(['bel carte', 'ann carte', 'ann bel']);
});

test('finds the user by any prefixes of the words', () => {
  const words = wordsOf(user);
  const prefix = fc
    .constantFrom(...words)
    .chain((word) => fc.integer({ min: 1, max: word.length }).map((length) => word.slice(0, length)));
  fc.assert(
    fc.property(fc.array(prefix, { minLength: 1, maxLength: 6 }), (term) => {
      expect(matches(term.join(' '), user)).toBe(true);
    }),
  );
});
