import { prefixesOf, searchedWords, wordsOf } from './search-words.ts';

const found = (term: string, user: { firstname: string; lastname: string; email: string }) => {
  const words = wordsOf(user);
  const prefixes = prefixesOf(words);
  const searched = searchedWords(term);
  return (
    searched.length > 0 &&
    searched.every(({ prefix, whole }) => prefixes.includes(prefix) && words.some((word) => word.startsWith(whole)))
  );
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
  expect(searchedWords('a bb ccc dddd e f g h i j k l')).toHaveLength(8);
  expect(searchedWords('ann archer')[0]?.whole).toBe('archer');
});
