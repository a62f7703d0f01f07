import { createSecretKey } from 'node:crypto';
import { readFileSync } from 'node:fs';
import * as hmac from './hmac.ts';
import * as md5 from './md5.ts';
import { parseParameters } from './parameters.ts';

type Vectors = {
  'hmac-sha256': { method: string; path: string; parameters: Record<string, string>; secret: string; hash: string }[];
  md5: { parameters: Record<string, string>; secret: string; hash: string }[];
};
const vectors = JSON.parse(readFileSync(new URL('../../../../docs/vectors.json', import.meta.url), 'utf8')) as Vectors;

const keyOf = (secret: string) => createSecretKey(Buffer.from(secret, 'utf8'));
const queryOf = (parameters: Record<string, string>) => new URLSearchParams(parameters).toString();

function parametersOf(query: string) {
  const parameters = parseParameters(query);
  if (!parameters) throw new Error('too many parameters');
  return parameters;
}

describe('test vectors of the specification', () => {
  test.each(vectors['hmac-sha256'])(
    'match HMAC-SHA256 of $method $path',
    ({ method, path, parameters, secret, hash }) => {
      const request = { method, path, parameters: parametersOf(queryOf(parameters)) };
      expect(hmac.sign(request, keyOf(secret))).toBe(hash);
      expect(hmac.verify(request, hash, keyOf(secret))).toBe(true);
      expect(hmac.verify(request, hash.toUpperCase(), keyOf(secret))).toBe(true);
    },
  );

  test.each(vectors.md5)('match MD5 of the historical scheme', ({ parameters, secret, hash }) => {
    const request = { method: 'GET', path: '/api/v1/svc/cv/1', parameters: parametersOf(queryOf(parameters)) };
    expect(md5.sign(request, keyOf(secret))).toBe(hash);
    expect(md5.verify(request, hash, keyOf(secret))).toBe(true);
    expect(md5.verify(request, hash.toUpperCase(), keyOf(secret))).toBe(true);
  });

  test('match only the exact request of the HMAC example', () => {
    const query =
      'apikey=shw_live_3f9a1c74be2058d6a1f4c39e7b0d82f4&timestamp=1774267200&nonce=7b1f4c9a2e8d6035&hash=be49e8c3daffdfe07b90fd1ee47f3062960f82bba4238b2ec244fbbacc63d621';
    const secret = keyOf('c4e1a9f7b2d85630fa47e91c8b0d2356e7f1a4c980b3d62e5f8a17c4b9d0e236');
    const hash = 'be49e8c3daffdfe07b90fd1ee47f3062960f82bba4238b2ec244fbbacc63d621';
    const request = { method: 'GET', path: '/api/v1/users/666', parameters: parametersOf(query) };
    expect(hmac.verify(request, hash, secret)).toBe(true);
    expect(hmac.verify({ ...request, method: 'PUT' }, hash, secret)).toBe(false);
    expect(hmac.verify({ ...request, path: '/api/v1/users/667' }, hash, secret)).toBe(false);
    expect(hmac.verify({ ...request, parameters: parametersOf(`${query}&more=1`) }, hash, secret)).toBe(false);
    expect(hmac.verify(request, `${hash.slice(0, -1)}2`, secret)).toBe(false);
    expect(hmac.verify(request, 'é'.repeat(64), secret)).toBe(false);
  });
});
