import fc from 'fast-check';
import { sitePath } from './site-path.ts';

const isAccepted = (path: string) => sitePath.safeParse(path).success;

test.each([
  '/',
  '/account',
  '/account/password?done=1',
  '/p/ada/engineer',
  '/en/oauth/authorize?oauth_token=a%2Fb&oauth_callback=https%3A%2F%2Fapp.example%2Fback',
  '/account#cvs',
  '/p/ren%C3%A9',
])('accepts %s', (path) => {
  expect(sitePath.parse(path)).toBe(path);
});

test.each([
  '',
  'account',
  'https://evil.example/account',
  'javascript:alert(1)',
  '//evil.example',
  '///evil.example',
  '/\\evil.example',
  '\\\\evil.example',
  '/account\\..\\evil',
  '/\t/evil.example',
  '/\n/evil.example',
  '/account\r\nSet-Cookie: a=b',
  '/account\0',
  ' /account',
  '/account ',
  '/./account',
  '/.//evil.example',
  '/account/../settings',
  '/account/%2e%2e//evil.example',
  '/ren\u00e9',
  '/account\u2028',
  '/<script>',
  `/${'a'.repeat(500)}`,
])('rejects %j', (path) => {
  expect(isAccepted(path)).toBe(false);
});

test('accepts only paths that browsers request from this site unchanged', () => {
  const parts = fc.constantFrom(
    '/',
    '\\',
    '.',
    '..',
    '%2e',
    ':',
    '@',
    '\t',
    '\n',
    ' ',
    '?',
    '#',
    'evil.example',
    'http',
  );
  const paths = fc.array(fc.oneof(parts, fc.string({ unit: 'binary', maxLength: 3 })), { maxLength: 8 });
  fc.assert(
    fc.property(paths, (texts) => {
      const path = `/${texts.join('')}`;
      fc.pre(isAccepted(path));
      expect(new URL(path, 'https://vitae.example/account/sign-in-link/x').href).toBe(`https://vitae.example${path}`);
    }),
    { numRuns: 500 },
  );
});
