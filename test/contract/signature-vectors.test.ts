import { createSecretKey } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as hmac from '@vitae/accounts/signatures/hmac';
import * as md5 from '@vitae/accounts/signatures/md5';
import { parseParameters } from '@vitae/accounts/signatures/parameters';

type Vector = {
  by: string;
  what: string;
  scheme: 'hmac' | 'md5';
  method: string;
  path: string;
  query: string;
  secret: string;
  canonical: string;
  hash: string;
};

const vectors: Vector[] = JSON.parse(
  readFileSync(join(import.meta.dirname, '../../docs/signature-vectors.json'), 'utf8'),
);

function accepts({ scheme, method, path, query, secret }: Vector, hash: string): boolean {
  const parameters = parseParameters(query);
  if (!parameters) return false;
  const key = createSecretKey(Buffer.from(secret));
  return (scheme === 'hmac' ? hmac : md5).verify({ method, path, parameters }, hash, key);
}

describe('signature vectors of independent implementations', () => {
  test('cover both schemes and both languages', () => {
    expect(new Set(vectors.map(({ query }) => query)).size).toBeGreaterThanOrEqual(200);
    expect(new Set(vectors.map(({ by, scheme }) => `${by.split(/[ ,]/)[0]} ${scheme}`)).size).toBe(4);
  });

  test.each(vectors.map((vector) => [`${vector.scheme}, ${vector.by}: ${vector.what}`, vector] as const))(
    'only the exact signature is accepted: %s',
    (_title, vector) => {
      expect(accepts(vector, vector.hash)).toBe(true);
      const wrong = vector.hash.replace(/^./, (digit) => (digit === '0' ? '1' : '0'));
      expect(accepts(vector, wrong)).toBe(false);
      expect(accepts({ ...vector, secret: `${vector.secret}0` }, vector.hash)).toBe(false);
    },
  );

  test('a signature is rejected for another method or path', () => {
    for (const vector of vectors.filter(({ scheme }) => scheme === 'hmac')) {
      expect(accepts({ ...vector, method: vector.method === 'GET' ? 'DELETE' : 'GET' }, vector.hash)).toBe(false);
      expect(accepts({ ...vector, path: `${vector.path}/` }, vector.hash)).toBe(false);
    }
  });
});
