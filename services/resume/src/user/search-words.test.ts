import fc from 'fast-check';
import { pairsOf, prefixesOf, searchedWords, wordsOf } from './search-words.ts';

const found = (term: string, user: { firstname: string; lastname: string; email: string }) => {
  const words = wordsOf(user);
  const searched = searchedWords(term);
  if (searched === undefined) return false;
  const { by } = searched;
  const indexed = 'pair' in by ? pairsOf(words).includes(by.pair) : prefixesOf(words).includes(by.prefix);
  return indexed && searched.words.every((whole) => words.some((word) => word.startsWith(whole)));
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
])('the user is found by %j', (term) => {
  expect(found(term, user)).toBe(true);
});

test.each(['', '  ', '-', 'ean', 'jean paul', 'tres-longue-participe', 'jeanemile', 'xample'])(
  'the user is not found by %j',
  (term) => {
    expect(found(term, user)).toBe(false);
  },
);

test('names of other scripts are found by their beginning', () => {
  const yamada = { firstname: '太郎', lastname: '山田', email: 'taro@mail.example' };
  expect(found('山', yamada)).toBe(true);
  expect(found('Łukasz', { firstname: 'Lukasz', lastname: 'Żak', email: 'l@m.example' })).toBe(true);
});

test('a term of many words is bounded, the longest come first', () => {
  expect(searchedWords('a bb ccc dddd e f g h i j k l')?.words).toHaveLength(8);
  expect(searchedWords('ann archer')).toEqual({
    by: { pair: 'ann arche' },
    words: ['archer', 'ann'],
    pairs: ['ann arche'],
  });
  expect(searchedWords('li archer')).toEqual({ by: { prefix: 'archer' }, words: ['li'], pairs: [] });
  expect(searchedWords('ann bell carter')?.pairs).toEqual(['bel carte', 'ann carte', 'ann bel']);
});

test('whatever beginnings of words are searched, the user is found', () => {
  const words = wordsOf(user);
  const begun = fc
    .constantFrom(...words)
    .chain((word) => fc.integer({ min: 1, max: word.length }).map((length) => word.slice(0, length)));
  fc.assert(
    fc.property(fc.array(begun, { minLength: 1, maxLength: 6 }), (term) => {
      expect(found(term.join(' '), user)).toBe(true);
    }),
  );
});
