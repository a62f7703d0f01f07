import fc from 'fast-check';
import { textDifference } from './text-difference.ts';

test('marks the words that only one of two texts has', () => {
  expect(textDifference('I bake bread. And sell.', 'I bake fine bread.')).toEqual([
    { text: 'I bake ' },
    { text: 'fine ', only: 'stored' },
    { text: 'bread.' },
    { text: ' And sell.', only: 'own' },
  ]);
  expect(textDifference('One\nTwo', 'One\nThree')).toEqual([
    { text: 'One\n' },
    { text: 'Two', only: 'own' },
    { text: 'Three', only: 'stored' },
  ]);
});

test('joining the pieces of each text returns that text', () => {
  const text = fc.array(fc.constantFrom('Brot', 'pain', '漢字', ' ', '\n', '. ', 'é')).map((words) => words.join(''));
  fc.assert(
    fc.property(text, text, (own, stored) => {
      const pieces = textDifference(own, stored) ?? [
        { text: own, only: 'own' },
        { text: stored, only: 'stored' },
      ];
      const join = (other: string) => pieces.flatMap(({ text, only }) => (only === other ? [] : [text])).join('');
      expect([join('stored'), join('own')]).toEqual([own, stored]);
    }),
  );
});

test('returns nothing for texts without a common word, and those that take long to compare', () => {
  expect(textDifference('Baker, Mill', 'Miller. Town')).toBeUndefined();
  expect(textDifference('x'.repeat(20_001), 'x')).toBeUndefined();
  const words = (step: number) => Array.from({ length: 3_000 }, (_, index) => (index * step) % 997).join(' ');
  expect(textDifference(words(7), words(11))).toBeUndefined();
});
