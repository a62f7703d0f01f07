import express, { type Request } from 'express';
import { browserLocale } from './locale.ts';

describe('browser locale', () => {
  it.each([
    ['fr', 'fr'],
    ['pt-BR, es-MX;q=0.8, en;q=0.5', 'es'],
    ['en;q=0.1, de-AT;q=0.9', 'de'],
    ['IT-it', 'it'],
    ['fr;q=0, en', 'en'],
    ['ja', 'en'],
    ['*', 'en'],
    ['', 'en'],
    ['fr;q=abc', 'en'],
    [undefined, 'en'],
  ])('for Accept-Language %j is %s', (header, locale) => {
    const request: Request = Object.create(express.request, { headers: { value: { 'accept-language': header } } });
    expect(browserLocale(request)).toBe(locale);
  });
});
