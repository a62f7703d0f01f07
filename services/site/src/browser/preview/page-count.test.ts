import { countPages, describePages } from './page-count.ts';

const texts = { one: '# Seite', other: '# Seiten' };

test.each([
  [{ pages: 0, fill: [] }, ''],
  [{ pages: 1, fill: [0.2] }, '1 Seite'],
  [{ pages: 2, fill: [0.9, 0.01] }, '1,1 Seiten'],
  [{ pages: 2, fill: [0.9, 0.54] }, '1,5 Seiten'],
  [{ pages: 3, fill: [0.9, 0.9, 1.2] }, '3 Seiten'],
])('describes the layout %j in the language of the page', (layout, text) => {
  expect(describePages(countPages(layout), texts, 'de')).toBe(text);
});

test('uses the general text for plural categories without one of their own', () => {
  expect(describePages(2, { other: '# pages' }, 'ar')).toMatch(/ pages$/);
});
