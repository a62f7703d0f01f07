import { textWidth } from './text-widths.ts';

test.each([
  ['i', 0.229],
  ['W', 0.89],
  ['a b', 0.479 + 0.226 + 0.525],
  ['„…“', 0.418 + 0.69 + 0.418],
  ['ЩΩ', 0.89 + 0.664],
])('%s in the sans typeface is %d times as wide as high', (text, width) => {
  expect(textWidth(text, 'sans')).toBeCloseTo(width, 2);
});

test('a no-break space is as wide as a space, and a text as wide as its characters', () => {
  expect(textWidth('a\u00a0b', 'serif')).toBe(textWidth('a b', 'serif'));
  expect(textWidth('Łódź – “é”', 'serif')).toBeGreaterThan(textWidth('Łódź', 'serif') ?? 0);
});

test.each([
  ['日本', 'sans'],
  ['مرحبا', 'sans'],
  ['\n', 'sans'],
  ['Привет', 'serif'],
] as const)('the width of %s in the %s typeface is unknown', (text, typeface) => {
  expect(textWidth(text, typeface)).toBeUndefined();
});
