import { newReadableVerifier, newToken, systemRandomBytes, tokenDigest } from './token.ts';

test('a token has 256 random bits and needs no escaping', () => {
  expect(newToken(systemRandomBytes)).toMatch(/^[\w-]{43}$/);
  expect(tokenDigest('abc')).toBe('ungWv48Bz-pBQUDeXa4iI7ADYaOWF3qctBD_YfIAFa0');
});

test('a verifier has 16 characters that are not easily confused, each selected by five bits', () => {
  expect(newReadableVerifier(systemRandomBytes)).toMatch(/^[a-hjkmnp-z02-9]{16}$/);
  const bytes = (length: number) => Buffer.from(Array.from({ length }, (_none, index) => 32 * index + 2 * index));
  expect(newReadableVerifier(bytes)).toBe('acegjmprtvxz2468');
});
