import { signedUrl, type UrlToSign } from './sign-url.ts';
import { signedRequest } from './signed-request.ts';

const sign = (url: string, more: Partial<UrlToSign> = {}) =>
  signedUrl({
    scheme: 'hmac',
    method: 'get',
    url,
    key: 'vt_live_00',
    secret: 'secret',
    now: 1_774_267_200_999,
    nonce: '7b1f4c9a2e8d6035',
    ...more,
  });
const parametersOf = (url: string) => Object.fromEntries(new URL(url).searchParams);

describe('a signed URL', () => {
  test('has the parameters of its scheme', () => {
    const own = { apikey: 'vt_live_00', timestamp: '1774267200', hash: expect.stringMatching(/^[0-9a-f]{64}$/) };
    const { url, canonical } = sign('http://h/p?b=2&a=1');
    expect(parametersOf(url)).toEqual({ a: '1', b: '2', nonce: '7b1f4c9a2e8d6035', ...own });
    expect(canonical).toBe('GET\n/p\na=1&apikey=vt_live_00&b=2&nonce=7b1f4c9a2e8d6035&timestamp=1774267200');
    const historical = sign('http://h/p', { scheme: 'md5' });
    expect(parametersOf(historical.url)).toEqual({ ...own, hash: expect.stringMatching(/^[0-9a-f]{32}$/) });
    expect(historical.canonical).toBe('vt_live_001774267200');
  });

  test('keeps its timestamp and nonce, and has a new hash', () => {
    const { url } = sign('http://h/p?timestamp=1&hash=old&nonce=mine&&apikey=vt_live_00');
    expect(parametersOf(url)).toMatchObject({ timestamp: '1', nonce: 'mine', apikey: 'vt_live_00' });
    expect(url).not.toContain('old');
    expect(sign(url).url).toBe(url);
  });

  test.each([
    ['another key', 'apikey=other', 'contains a different apikey'],
    ['a repeated parameter', 'a=1&a=2', 'repeated parameter'],
    ['too many parameters', 'a[]=1&'.repeat(1_001), 'too many parameters'],
    ['too many parameters with its own', 'a[]=1&'.repeat(999), 'too many parameters'],
  ])('cannot have %s', (_what, query, message) => {
    expect(() => sign(`http://h/p?${query}`)).toThrow(message);
  });
});

test.each(['hmac', 'md5'] as const)('a contradictory array cannot be signed: %s', (scheme) => {
  expect(() => sign('http://h/p?a[b]=1&a[b][c]=2', { scheme })).toThrow('An array parameter is contradictory');
});

test('a query has at most 8,192 bytes and 1,000 parameters', () => {
  const request = (query: string) => () => signedRequest('GET', { path: '/p', query } as never);
  expect(request('x'.repeat(8_192))().parameters.plain).toHaveLength(1);
  expect(request('x'.repeat(8_193))).toThrow(expect.objectContaining({ reason: 'query_too_long', status: 414 }));
  expect(request('&'.repeat(1_000))().parameters.plain).toEqual([]);
  expect(request('&'.repeat(1_001))).toThrow(expect.objectContaining({ code: 'INVALID_ARGUMENT' }));
});
