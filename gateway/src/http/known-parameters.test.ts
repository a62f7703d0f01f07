import { parseParameters } from '@vitae/accounts/signatures/parameters';
import { requireKnownParameters } from './known-parameters.ts';
import type { RequestContext } from './request-context.ts';

const known = new Set(['filter', 'page', 'limit']);
const SIGNATURE = 'apikey=k&timestamp=1&nonce=n&hash=h';

function check(query: string, scheme?: 'hmac' | 'md5'): void {
  const company = scheme && { key: { scheme } };
  requireKnownParameters({ company, signed: { parameters: parseParameters(query) } } as RequestContext, known);
}

test.each([
  ['the user API', 'oauth_token=t&oauth_body_hash=b&apiKey=k&filter=c', undefined],
  ['an HMAC key', `${SIGNATURE}&filter=c&page=2&limit[]=1`, 'hmac'],
  ['a historical key', `${SIGNATURE}&filtre=c&_=1`, 'md5'],
] as const)('accepts the parameters of a request to %s', (_what, query, scheme) => {
  expect(() => check(query, scheme)).not.toThrow();
});

test.each([
  ['filtre=c', undefined, 'filtre', 'Did you mean filter?'],
  ['apikey=k', undefined, 'apikey', 'Known parameters: filter, page, limit'],
  [`${SIGNATURE}&Limit=3`, 'hmac', 'Limit', 'Did you mean limit?'],
  [`${SIGNATURE}&oauth_token=t`, 'hmac', 'oauth_token', 'Known parameters: filter, page, limit'],
  [`${SIGNATURE}&%C3%A9=1`, 'hmac', 'é', 'Known parameters: filter, page, limit'],
] as const)('rejects %s signed with %s', (query, scheme, field, advice) => {
  const details = [{ field, message: `unknown parameter. ${advice}` }];
  expect(() => check(query, scheme)).toThrow(expect.objectContaining({ reason: 'invalid_argument', details }));
});

test('reports at most 20 parameters, with short names', () => {
  const names = Array.from({ length: 900 }, (_, index) => `${'x'.repeat(500)}${index}`);
  expect(() => check(names.join('&'), 'hmac')).toThrow(
    expect.objectContaining({
      details: Array.from({ length: 20 }, () => ({ field: 'x'.repeat(50), message: expect.any(String) })),
    }),
  );
});
