import { inspect } from 'node:util';
import { createFetch, createSigner, type VitaeOptions } from '@vitae/auth';
import { signingMiddleware } from '@vitae/auth/openapi-fetch';
import createClient from 'openapi-fetch';
import { compareSigned, signingVectors } from '../support/signing-vectors.ts';

const credentials = { url: 'https://api.example.com', key: 'vt_live_0', secret: '7d1f4b0e'.repeat(8) };

/** A fetch with the given responses. Repeats the last one. */
function fetchOf(...responses: [status: number, headers?: Record<string, string>][]) {
  const requests: Request[] = [];
  const bodies: string[] = [];
  const send = async (request: Request) => {
    requests.push(request);
    bodies.push(await request.text());
    const [status, headers = {}] = responses[Math.min(requests.length, responses.length) - 1] ?? [500];
    return new Response('{}', { status, headers: { 'Content-Type': 'application/json', ...headers } });
  };
  return { send, requests, bodies };
}

const nonces = (requests: Request[]) => requests.map(({ url }) => new URL(url).searchParams.get('nonce'));

test('signs the published requests', async () => {
  const vectors = signingVectors();
  const signed = await Promise.all(
    vectors.map(({ url, method, ...rest }) => createSigner({ ...rest, url })(method, url, rest)),
  );
  const { differences, published } = compareSigned(vectors, signed);
  expect(differences).toEqual([]);
  expect(published).toBeGreaterThan(150);
});

test.each([
  ['429 for any method', 'POST', [429, { 'Retry-After': '0' }]],
  ['503 for idempotent methods', 'PUT', [503, { 'Retry-After': 'Wed, 21 Oct 2015 07:28:00 GMT' }]],
] as const)('retries %s with a new nonce and the same body', async (_title, method, limited) => {
  const { send, requests, bodies } = fetchOf([...limited], [200]);
  const body = new Blob(['{"a":1}']).stream();
  const response = await createFetch({ ...credentials, fetch: send })('/api/v1/tags', {
    method,
    body,
    headers: { 'Content-Type': 'application/json' },
    duplex: 'half',
  } as RequestInit);
  expect([response.status, bodies]).toEqual([200, ['{"a":1}', '{"a":1}']]);
  expect(new Set(nonces(requests)).size).toBe(2);
  expect(requests.map(({ headers }) => headers.get('Content-Type'))).toEqual(['application/json', 'application/json']);
});

test.each([
  ['Retry-After is longer than the limit', 'GET', [429, { 'Retry-After': '61' }], {}, 1],
  ['there is no Retry-After', 'GET', [503], {}, 1],
  ['a POST may have been executed', 'POST', [503, { 'Retry-After': '0' }], {}, 1],
  ['there is another error', 'GET', [500, { 'Retry-After': '0' }], {}, 1],
  ['all retries have failed', 'GET', [429, { 'Retry-After': '0' }], {}, 3],
  ['retries are disabled', 'GET', [429, { 'Retry-After': '0' }], { maxRetries: 0 }, 1],
] as const)('returns the response if %s', async (_title, method, [status, headers], options, attempts) => {
  const { send, requests } = fetchOf([status, headers ?? {}]);
  const response = await createFetch({ ...credentials, ...options, fetch: send })('/api/v1/tags', { method });
  expect([response.status, requests.length]).toEqual([status, attempts]);
});

test('stops waiting when the request is aborted', async () => {
  const { send } = fetchOf([429, { 'Retry-After': '60' }]);
  const request = createFetch({ ...credentials, fetch: send })('/api/v1/tags', { signal: AbortSignal.timeout(10) });
  await expect(request).rejects.toThrow('timeout');
});

test('signs no request to another origin', async () => {
  const { send, requests } = fetchOf([200]);
  await createFetch({ ...credentials, fetch: send })('https://storage.example.com/file?a=1');
  expect(requests.map(({ url }) => url)).toEqual(['https://storage.example.com/file?a=1']);
});

test('signs and retries the requests of openapi-fetch', async () => {
  type Paths = { '/api/v1/users': { get: { responses: { 200: { content: { 'application/json': object } } } } } };
  const { send, requests } = fetchOf([429, { 'Retry-After': '0' }], [200]);
  const client = createClient<Paths>({ baseUrl: credentials.url });
  client.use(signingMiddleware({ ...credentials, fetch: send }));
  const { data } = await client.GET('/api/v1/users');
  expect(data).toEqual({});
  expect(requests.map(({ url }) => new URL(url).searchParams.get('hash')?.length)).toEqual([64, 64]);
  expect(new Set(nonces(requests)).size).toBe(2);
});

test.each<[string, Partial<VitaeOptions>]>([
  ['url is not an absolute address', { url: '/api' }],
  ['key is missing', { key: '' }],
  ['the secret must have 64 hexadecimal characters', { secret: 'IuJyt42BnUiOlPM8FvB67tG' }],
])('rejects wrong options: %s', (message, wrong) => {
  expect(() => createFetch({ ...credentials, ...wrong })).toThrow(`vitae-auth: ${message}`);
});

test('rejects contradictory parameters', async () => {
  const sign = createSigner(credentials);
  for (const query of ['a=1&a[]=2', 'a[0]=1&a[0]=2', 'a[b]=1&a[b][c]=2'])
    await expect(sign('GET', `${credentials.url}/?${query}`)).rejects.toThrow('the parameter a is both');
});

test('does not show the secret', () => {
  const all = [createFetch(credentials), createSigner(credentials), signingMiddleware(credentials)];
  expect(inspect(all, { depth: 9, showHidden: true })).not.toContain(credentials.secret);
});
