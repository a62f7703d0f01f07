import { fold, freeSlug, slugOf } from './slug.ts';

test.each([
  ['Émilie Łukasz-Straße', 'emilie-lukasz-strasse'],
  ['  Développeur C++ / Node.js  ', 'developpeur-c-node-js'],
  ['日本語', ''],
  [`${'a'.repeat(59)} b`, 'a'.repeat(59)],
])('turns %j into the slug %j', (text, slug) => {
  expect(slugOf(text)).toBe(slug);
});

test('folds composed and decomposed letters to the same text', () => {
  expect(fold('Zoë')).toBe(fold('Zoe\u0308'));
});

test('numbers a slug that is taken', () => {
  expect(freeSlug('ann', new Set())).toBe('ann');
  expect(freeSlug('ann', new Set(['ann', 'ann-2']))).toBe('ann-3');
});
