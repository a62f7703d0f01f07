import { fold, freeSlug, slugOf } from './slug.ts';

test.each([
  ['Émilie Łukasz-Straße', 'emilie-lukasz-strasse'],
  ['  Développeur C++ / Node.js  ', 'developpeur-c-node-js'],
  ['日本語', ''],
  [`${'a'.repeat(59)} b`, 'a'.repeat(59)],
])('%j is written %j in an address', (text, slug) => {
  expect(slugOf(text)).toBe(slug);
});

test('folding makes composed and decomposed letters the same', () => {
  expect(fold('Zoë')).toBe(fold('Zoe\u0308'));
});

test('a taken slug is numbered', () => {
  expect(freeSlug('ann', new Set())).toBe('ann');
  expect(freeSlug('ann', new Set(['ann', 'ann-2']))).toBe('ann-3');
});
