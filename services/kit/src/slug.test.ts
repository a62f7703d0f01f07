import { findFreeSlug, fold, isSlugCut, slugOf } from './slug.ts';

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

test('tells whether a slug lacks a part of its text', () => {
  expect(['a'.repeat(60), ` ${'é'.repeat(60)}! `, 'a'.repeat(61)].map(isSlugCut)).toEqual([false, false, true]);
  expect(isSlugCut(`a${'!'.repeat(1_000)}`)).toBe(true);
});

test('finds a free slug with few queries, however many are taken', async () => {
  const numberOf = (slug: string) => Number(slug.split('-')[1] ?? 1);
  const search = async (taken: number) => {
    const queried: number[] = [];
    const slug = await findFreeSlug('ann', async (slugs) => {
      queried.push(slugs.length);
      return new Set(slugs.filter((candidate) => numberOf(candidate) <= taken));
    });
    return { number: numberOf(slug), queried };
  };
  expect([(await search(0)).number, (await search(1)).number, (await search(15)).number]).toEqual([1, 2, 16]);
  const { number, queried } = await search(1_000_000);
  expect(number).toBeGreaterThan(1_000_000);
  expect([new Set(queried), queried.length < 30]).toEqual([new Set([16]), true]);
});
