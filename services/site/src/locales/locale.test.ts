import { negotiateLocale } from './locale.ts';

describe('the language of a browser', () => {
  test.each([
    ['fr', 'fr'],
    ['pt-BR, es-MX;q=0.8, en;q=0.5', 'es'],
    ['en;q=0.1, de-AT;q=0.9', 'de'],
    ['IT-it', 'it'],
    ['fr;q=0, en', 'en'],
    ['ja', undefined],
    ['*', undefined],
    ['', undefined],
    ['fr;q=abc', undefined],
    [undefined, undefined],
  ])('%j is answered in %s', (header, locale) => {
    expect(negotiateLocale(header)).toBe(locale);
  });
});
