import { isOrigin, MAX_ORIGINS, parseOrigins } from './origin.ts';

describe('origins of an application', () => {
  test.each([
    ['https://app.example.com', 'https://app.example.com'],
    ['https://app.example.com:8443', 'https://app.example.com:8443'],
    ['HTTPS://App.Example.com:443/', 'https://app.example.com'],
    ['http://localhost:3000', 'http://localhost:3000'],
    ['http://127.0.0.1', 'http://127.0.0.1'],
    ['http://[::1]:8080', 'http://[::1]:8080'],
  ])('accept %s as %s', (text, expected) => {
    expect(parseOrigins([text, expected])).toEqual([expected]);
    expect(isOrigin(expected)).toBe(true);
  });

  test.each([
    'http://app.example.com',
    'http://localhost.example.com',
    'http://127.0.0.1.nip.io',
    'https://app.example.com/path',
    'https://app.example.com//',
    'https://app.example.com?x',
    'https://app.example.com#x',
    'https://user@app.example.com',
    'https://*.example.com',
    'https://app.example.com:99999',
    'https://app.example.com, https://other.example',
    'https://bücher.example',
    'https://',
    'app.example.com',
    'file://app',
    'chrome-extension://abc',
    'null',
    '*',
    '',
    `https://${'a'.repeat(280)}.example`,
  ])('reject %s', (text) => {
    expect(() => parseOrigins([text])).toThrow('origins');
    expect(isOrigin(text)).toBe(false);
  });

  test('are limited in number', () => {
    const many = (count: number) => Array.from({ length: count }, (_none, index) => `https://a${index}.example`);
    expect(parseOrigins(many(MAX_ORIGINS))).toHaveLength(10);
    expect(() => parseOrigins(many(MAX_ORIGINS + 1))).toThrow('origins');
  });

  test.each(['https://app.example.com/', 'HTTPS://app.example.com', 'https://app.example.com:443'])(
    'are compared as browsers send them: %s',
    (text) => {
      expect(isOrigin(text)).toBe(false);
    },
  );
});
