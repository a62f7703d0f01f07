import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { runInNewContext } from 'node:vm';
import { addressPlaceholders, readApiReference } from '@vitae/proto/api-reference';
import { compareSigned, type SigningVector, signingVectors } from '@vitae/test/support/signing-vectors';
import { Request, VariableScope } from 'postman-collection';
import { buildCollection, collectionFile, collectionText, preRequestFile } from './collection.ts';

const cryptoJs = createRequire(import.meta.url)('crypto-js');
const script = readFileSync(preRequestFile, 'utf8');

type SignedAt = Pick<SigningVector, 'timestamp' | 'nonce'>;

/** Runs the script as Postman does: with its model of a request, and crypto-js. Returns the address that is sent. */
function signedUrl(url: string, method: string, variables: Record<string, string>, at?: SignedAt): string {
  const scope = new VariableScope(Object.entries(variables).map(([key, value]) => ({ key, value })));
  const request = new Request({ url, method });
  request.url.query.add({ key: 'limit', value: '1', disabled: true });
  const pm = {
    request,
    variables: { replaceIn: (text: string) => scope.replaceIn(text) },
  };
  const require = () => (at ? { ...cryptoJs, lib: { WordArray: { random: () => at.nonce } } } : cryptoJs);
  const clock = at ? { Date: { now: () => at.timestamp * 1_000 } } : {};
  // The sandbox of Postman declares these names.
  runInNewContext(`const CryptoJS = undefined, _ = undefined, cheerio = undefined;\n${script}`, {
    pm,
    require,
    ...clock,
  });
  return request.url.toString();
}

function signed({ url, method, key, secret, timestamp, nonce }: SigningVector): string {
  return signedUrl(url, method, { baseUrl: new URL(url).origin, key, secret }, { timestamp, nonce });
}

const credentials = { baseUrl: 'https://api.example.com', key: 'vt_live_0', secret: '7d1f4b0e'.repeat(8) };

test('the collection is current: npm run generate:api-reference', async () => {
  const collection = await buildCollection(readApiReference(addressPlaceholders));
  expect(readFileSync(collectionFile, 'utf8')).toBe(collectionText(collection));
});

describe('the pre-request script', () => {
  test('signs the published requests', () => {
    const vectors = signingVectors().filter(({ url }) => !/(%5D%5B|\]\[|%5B[a-z]|\[[a-z])/i.test(url));
    const { differences, published } = compareSigned(vectors, vectors.map(signed));
    expect(differences).toEqual([]);
    expect(published).toBeGreaterThan(150);
  });

  test('resolves variables and omits disabled parameters', () => {
    const url = '{{baseUrl}}/api/v1/users/{{userId}}/cv?culture={{culture}}&page=1';
    const request = new URL(signedUrl(url, 'GET', { ...credentials, userId: 'a b', culture: 'é' }));
    expect([request.origin, request.pathname]).toEqual([credentials.baseUrl, '/api/v1/users/a%20b/cv']);
    expect(Object.fromEntries(request.searchParams)).toEqual({
      culture: 'é',
      page: '1',
      apikey: credentials.key,
      timestamp: expect.stringMatching(/^\d{10}$/),
      nonce: expect.stringMatching(/^[0-9a-f]{32}$/),
      hash: expect.stringMatching(/^[0-9a-f]{64}$/),
    });
  });

  test.each([
    ['Set the variables "key" and "secret"', '/', { secret: '' }],
    ['Send the parameter filter[a][b] as JSON text', '/?filter[a][b]=1', {}],
  ])('explains errors: %s', (message, path, wrong) => {
    expect(() => signedUrl(`{{baseUrl}}${path}`, 'GET', { ...credentials, ...wrong })).toThrow(message);
  });
});
