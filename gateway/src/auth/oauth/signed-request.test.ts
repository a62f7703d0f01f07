import { baseString, baseStringUri } from '@vitae/accounts/signatures/oauth/base-string';
import { collectParameters, type SignedRequest } from '@vitae/accounts/signatures/oauth/collect-parameters';
import { OAuthProblem } from '@vitae/accounts/signatures/oauth/oauth-problem';
import { readProtocolParameters } from '@vitae/accounts/signatures/oauth/protocol-parameters';
import { bytesOf, encodeRfc3986 } from '@vitae/accounts/signatures/percent-encoding';
import type { Request } from 'express';
import fc from 'fast-check';
import { signedRequestOf } from './signed-request.ts';

const FORM = 'application/x-www-form-urlencoded';

function requestOf(request: Partial<SignedRequest>): SignedRequest {
  return {
    method: 'GET',
    publicUrl: 'http://example.com',
    target: '/',
    authorization: undefined,
    contentType: undefined,
    body: Buffer.alloc(0),
    ...request,
  };
}

function collect(request: Partial<SignedRequest>): string[] {
  return collectParameters(requestOf(request)).map(({ name, value }) => `${name}=${value}`);
}

function problemOf(request: Partial<SignedRequest>): string | undefined {
  try {
    collectParameters(requestOf(request));
    return undefined;
  } catch (error) {
    return error instanceof OAuthProblem ? error.problem : String(error);
  }
}

describe('signed parameters', () => {
  test('come from the query, the header without realm and a form body', () => {
    const parameters = collect({
      target: '/x?a=1&a=1&b=&c',
      authorization: 'OAuth realm="a, b=\'c\'", oauth_token="t%2B%20"',
      contentType: `${FORM}; charset=utf-8`,
      body: Buffer.from('a=2+3&oauth_nonce=n'),
    });
    expect(parameters).toEqual(['a=1', 'a=1', 'b=', 'c=', 'oauth_token=t+ ', 'a=2 3', 'oauth_nonce=n']);
  });

  test('do not include a body that is not a form', () => {
    expect(collect({ contentType: 'application/json', body: Buffer.from('a=1') })).toEqual([]);
    expect(collect({ body: Buffer.from('a=1') })).toEqual([]);
    expect(collect({ contentType: `${FORM}-not`, body: Buffer.from('a=1') })).toEqual([]);
  });

  test.each([
    ['OAuth oauth_token=abc,oauth_nonce=1'],
    ['oauth   oauth_token = "abc" ,\toauth_nonce=1 '],
    ['OAUTH oauth_token="abc",oauth_nonce="1",'],
    ['OAuth REALM="a",oauth_token=abc,Realm=b,oauth_nonce=1'],
  ])('are read from %j', (authorization) => {
    expect(collect({ authorization })).toEqual(['oauth_token=abc', 'oauth_nonce=1']);
  });

  test('contain a literal + from the header, and a space from a form', () => {
    const request = { target: '/?a=1+2', authorization: 'OAuth oauth_token="1+2%2B3"', body: Buffer.from('b=1+2') };
    const contentType = 'Application/X-WWW-Form-URLEncoded\t; charset=utf-8';
    expect(collect({ ...request, contentType })).toEqual(['a=1 2', 'oauth_token=1+2+3', 'b=1 2']);
  });

  test('ignore an Authorization header of another scheme', () => {
    expect(collect({ authorization: 'Bearer oauth_token="abc"' })).toEqual([]);
    expect(collect({ authorization: 'OAuth2 oauth_token="abc"' })).toEqual([]);
    expect(collect({ authorization: 'OAuth' })).toEqual([]);
  });

  test.each([
    ['OAuth oauth_token'],
    ['OAuth oauth_token="a'],
    ['OAuth ="a"'],
    ['OAuth oauth_token="a" oauth_nonce="b"'],
    ['OAuth a="b"c'],
  ])('are rejected in %j', (authorization) => {
    expect(problemOf({ authorization })).toBe('parameter_rejected');
  });

  test('count once when they appear in two places with the same value', () => {
    const twice = { target: '/?oauth_token=a%20b&x=1', authorization: 'OAuth oauth_token="a%20b", oauth_nonce=n' };
    expect(collect(twice)).toEqual(['oauth_token=a b', 'x=1', 'oauth_nonce=n']);
  });

  test('are rejected when they contradict each other or repeat in one place', () => {
    expect(problemOf({ target: '/?oauth_token=a', authorization: 'OAuth oauth_token="b"' })).toBe('parameter_rejected');
    expect(problemOf({ target: '/?oauth_token=a&oauth_token=a' })).toBe('parameter_rejected');
    expect(problemOf({ target: '/?oauth_token=a', contentType: FORM, body: Buffer.from('oauth_token=') })).toBe(
      'parameter_rejected',
    );
  });

  test.each(['a&', '=&', '&'])('are rejected above the maximum number, also empty ones: %s', (pair) => {
    const form = { contentType: FORM, body: Buffer.from(pair.repeat(1_001)) };
    expect(problemOf({ target: `/?${pair.repeat(1_001)}` })).toBe('parameter_rejected');
    expect(problemOf(form)).toBe('parameter_rejected');
  });

  test('are at most 1,000 in all places together', () => {
    const target = `/?${'a&'.repeat(400)}`;
    expect(problemOf({ target: `/?${'a&'.repeat(1_000)}` })).toBeUndefined();
    const header = (count: number) => ({ target, authorization: `OAuth ${'a="1",'.repeat(count)}` });
    expect([problemOf(header(600)), problemOf(header(601))]).toEqual([undefined, 'parameter_rejected']);
    const form = (count: number) => ({ target, contentType: FORM, body: Buffer.from('a&'.repeat(count)) });
    expect(problemOf(form(600))).toBeUndefined();
    expect(problemOf(form(601))).toBe('parameter_rejected');
  });
});

test.each([
  ['/user?a=1', '/user?a=1'],
  ['http://cv.example.com/user?a=http://b', '/user?a=http://b'],
  ['HTTPS://cv.example.com?a=1', '?a=1'],
])('the signed target of a request for %s is %s', (originalUrl, target) => {
  const headers = { authorization: 'OAuth a=b', 'content-type': FORM };
  const body = Buffer.from('a=1');
  const received = { method: 'POST', originalUrl, headers, body } as unknown as Request;
  expect(signedRequestOf(received, 'https://cv.example.com')).toEqual({
    method: 'POST',
    publicUrl: 'https://cv.example.com',
    target,
    authorization: 'OAuth a=b',
    contentType: FORM,
    body,
  });
});

describe('protocol parameters', () => {
  const REQUIRED = {
    oauth_consumer_key: 'c',
    oauth_signature_method: 'HMAC-SHA1',
    oauth_timestamp: '1774267200',
    oauth_nonce: 'n',
    oauth_signature: 's',
  };
  /** Returns the parameters, or the problem and the parameter that it names. */
  const read = (changes: Record<string, string | undefined>, also: string[] = []) => {
    const given = Object.entries({ ...REQUIRED, ...changes }).flatMap(([name, value]) =>
      value === undefined ? [] : { name, value },
    );
    try {
      return readProtocolParameters(given, also);
    } catch (error) {
      if (!(error instanceof OAuthProblem)) throw error;
      return [error.problem, error.facts.oauth_parameters_absent ?? error.facts.oauth_parameters_rejected];
    }
  };

  test.each(Object.keys(REQUIRED))('are rejected without %s', (name) => {
    for (const value of [undefined, '']) expect(read({ [name]: value })).toEqual(['parameter_absent', name]);
  });

  test('are rejected without those that an endpoint requires', () => {
    expect(read({}, ['oauth_verifier'])).toEqual(['parameter_absent', 'oauth_verifier']);
    expect(read({ oauth_verifier: 'v' }, ['oauth_verifier'])).toMatchObject({ consumerKey: 'c' });
  });

  test.each([
    ['oauth_version', '1.0', undefined],
    ['oauth_version', '1.0A', undefined],
    ['oauth_version', '', 'version_rejected'],
    ['oauth_version', '2.0', 'version_rejected'],
    ['oauth_version', '1.0b', 'version_rejected'],
    ['oauth_signature_method', 'RSA-SHA1', undefined],
    ['oauth_signature_method', 'hmac-sha1', 'signature_method_rejected'],
    ['oauth_timestamp', '0', 'timestamp_refused'],
    ['oauth_timestamp', '01774267200', 'timestamp_refused'],
    ['oauth_timestamp', '9'.repeat(15), undefined],
    ['oauth_timestamp', '1'.repeat(16), 'timestamp_refused'],
    ['oauth_timestamp', '1774267200.5', 'timestamp_refused'],
    ['oauth_nonce', 'n'.repeat(128), undefined],
    ['oauth_nonce', 'n'.repeat(129), 'parameter_rejected'],
    ['oauth_nonce', 'n\n', 'parameter_rejected'],
    ['oauth_token', '\xff', 'parameter_rejected'],
  ])('%s may be %j: %p', (name, value, problem) => {
    const outcome = read({ [name]: value });
    expect(Array.isArray(outcome) ? outcome[0] : undefined).toBe(problem);
  });

  test('have no token if it is absent or empty', () => {
    for (const value of [undefined, '']) expect(read({ oauth_token: value })).toMatchObject({ token: undefined });
    expect(read({ oauth_token: 't' })).toMatchObject({
      consumerKey: 'c',
      token: 't',
      signatureMethod: 'HMAC-SHA1',
      signature: 's',
      timestamp: 1_774_267_200,
      nonce: 'n',
    });
  });
});

describe('base strings', () => {
  const parameter = fc.tuple(fc.string({ unit: 'binary', maxLength: 8 }), fc.string({ unit: 'binary', maxLength: 8 }));
  const encodePair = ([name, value]: [string, string]) =>
    `${encodeRfc3986(bytesOf(name))}=${encodeRfc3986(bytesOf(value))}`;
  const baseOf = (request: Partial<SignedRequest>) =>
    baseString('GET', 'http://example.com/', collectParameters(requestOf(request)));

  test('do not depend on the place or order of parameters', () => {
    fc.assert(
      fc.property(fc.array(parameter, { minLength: 1, maxLength: 8 }), fc.nat(), (list, seed) => {
        const plain = list.map(([name, value]): [string, string] => [`p${name}`, value]);
        const cut = seed % plain.length;
        const rotated = [...plain.slice(cut), ...plain.slice(0, cut)];
        const inQuery = baseOf({ target: `/?${plain.map(encodePair).join('&')}` });
        const split = baseOf({
          target: `/?${rotated.slice(cut).map(encodePair).join('&')}`,
          contentType: FORM,
          body: Buffer.from(rotated.slice(0, cut).map(encodePair).join('&')),
        });
        expect(split).toBe(inQuery);
      }),
    );
  });

  test('differ when any parameter differs', () => {
    fc.assert(
      fc.property(fc.array(parameter, { maxLength: 5 }), fc.array(parameter, { maxLength: 5 }), (one, other) => {
        const normal = (list: [string, string][]) => JSON.stringify(list.map(encodePair).sort());
        const baseOfList = (list: [string, string][]) =>
          baseOf({ target: `/?${list.map((pair) => encodePair([`p${pair[0]}`, pair[1]])).join('&')}` });
        fc.pre(normal(one) !== normal(other));
        expect(baseOfList(one)).not.toBe(baseOfList(other));
      }),
    );
  });

  test('contain the method in upper case', () => {
    expect(baseString('post', 'http://example.com/', [])).toBe(baseString('POST', 'http://example.com/', []));
  });

  test.each([
    ['https://API.example.com:443', '/a', 'https://api.example.com/a'],
    ['http://example.com:443', '/a', 'http://example.com:443/a'],
    ['https://example.com:80', '/a?b', 'https://example.com:80/a'],
    ['http://localhost:8080', '/fr/oauth/requestToken', 'http://localhost:8080/fr/oauth/requestToken'],
    ['https://example.com/vitae', '/a', 'https://example.com/vitae/a'],
    ['http://example.com', '?a=b', 'http://example.com/'],
    ['http://example.com', '/A%2fb/../c', 'http://example.com/A%2fb/../c'],
  ])('of %s and %s is over %s', (publicUrl, target, uri) => {
    expect(baseStringUri(publicUrl, target)).toBe(uri);
  });
});
