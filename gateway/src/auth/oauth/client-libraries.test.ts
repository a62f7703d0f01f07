import { createHmac, generateKeyPairSync, sign as rsaSign } from 'node:crypto';
import { baseString, baseStringUri } from '@vitae/accounts/signatures/oauth/base-string';
import { collectParameters, type SignedRequest } from '@vitae/accounts/signatures/oauth/collect-parameters';
import * as hmacSha1 from '@vitae/accounts/signatures/oauth/hmac-sha1';
import { textOfParameter } from '@vitae/accounts/signatures/oauth/protocol-parameters';
import * as rsaSha1 from '@vitae/accounts/signatures/oauth/rsa-sha1';
import fc from 'fast-check';
import { OAuth as CiaranOAuth } from 'oauth';
import DdoOAuth from 'oauth-1.0a';

const consumer = { key: 'consumer key/é', secret: 'sécret & co' };
const token = { key: 'tok_en-1', secret: 'token secret+' };
const FORM = 'application/x-www-form-urlencoded';

type Verify = (signed: string, signature: string) => boolean;
const withSecrets: Verify = (signed, signature) =>
  hmacSha1.verify(signed, signature, { consumerSecret: consumer.secret, tokenSecret: token.secret });

function isVerified(url: string, request: Partial<SignedRequest>, verify: Verify): boolean {
  const { origin } = new URL(url);
  const target = url.slice(origin.length);
  const whole = {
    method: 'GET',
    publicUrl: origin,
    target,
    authorization: undefined,
    contentType: undefined,
    body: Buffer.alloc(0),
    ...request,
  };
  const parameters = collectParameters(whole);
  const signed = baseString(whole.method, baseStringUri(origin, target), parameters);
  return verify(signed, textOfParameter(parameters, 'oauth_signature') ?? '');
}

const texts = fc.array(fc.tuple(fc.stringMatching(/^[a-z]{1,5}$/), fc.string({ unit: 'grapheme', maxLength: 10 })), {
  maxLength: 5,
});
const queryOf = (pairs: [string, string][]) =>
  pairs.length === 0
    ? ''
    : `?${Array.from(new Map(pairs), ([name, value]) => `${name}=${encodeURIComponent(value)}`).join('&')}`;
const formOf = (fields: object) =>
  new URLSearchParams(Object.entries(fields).map(([name, value]): [string, string] => [name, String(value)]));

describe('requests signed by oauth-1.0a', () => {
  const client = new DdoOAuth({
    consumer,
    signature_method: 'HMAC-SHA1',
    hash_function: (base, key) => createHmac('sha1', key).update(base).digest('base64'),
  });

  test('are accepted with parameters in the header', () => {
    fc.assert(
      fc.property(texts, (pairs) => {
        const url = `https://cv.example.com/user${queryOf(pairs)}`;
        const { Authorization } = client.toHeader(client.authorize({ url, method: 'GET' }, token));
        expect(isVerified(url, { authorization: Authorization }, withSecrets)).toBe(true);
        expect(
          isVerified(`${url}${pairs.length ? '&' : '?'}more=1`, { authorization: Authorization }, withSecrets),
        ).toBe(false);
      }),
    );
  });

  test('are accepted with parameters in the query and again in the header', () => {
    const url = 'http://localhost:8080/cv/1?format=xml';
    const signed = client.authorize({ url, method: 'GET' }, token);
    // The result of the library includes the parameters of the URL.
    const protocol = Object.entries(signed).filter(([name]) => name.startsWith('oauth_'));
    const query = formOf(Object.fromEntries(protocol));
    expect(isVerified(`${url}&${query}`, {}, withSecrets)).toBe(true);
    expect(isVerified(`${url}&${query}`, { authorization: client.toHeader(signed).Authorization }, withSecrets)).toBe(
      true,
    );
  });

  test('are accepted with a form body', () => {
    const url = 'https://cv.example.com/cv/list';
    const data = { text: 'ä + b', 'odd name!': "'()*" };
    const signed = client.authorize({ url, method: 'POST', data }, token);
    const body = Buffer.from(formOf({ ...data, ...signed }).toString());
    expect(isVerified(url, { method: 'POST', contentType: FORM, body }, withSecrets)).toBe(true);
  });

  test('are accepted with RSA-SHA1', () => {
    const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2_048 });
    const rsaClient = new DdoOAuth({
      consumer,
      signature_method: 'RSA-SHA1',
      hash_function: (base) => rsaSign('sha1', Buffer.from(base), privateKey).toString('base64'),
    });
    const url = 'https://cv.example.com/user?x=%C3%A9';
    const { Authorization } = rsaClient.toHeader(rsaClient.authorize({ url, method: 'GET' }, token));
    const verify: Verify = (signed, signature) => rsaSha1.verify(signed, signature, publicKey);
    expect(isVerified(url, { authorization: Authorization }, verify)).toBe(true);
    expect(isVerified(url, { method: 'POST', authorization: Authorization }, verify)).toBe(false);
  });
});

describe('requests signed by node-oauth', () => {
  const client = new CiaranOAuth('', '', consumer.key, consumer.secret, '1.0', null, 'HMAC-SHA1');

  test('are accepted with parameters in the header', () => {
    fc.assert(
      fc.property(texts, (pairs) => {
        const url = `https://cv.example.com/user${queryOf(pairs)}`;
        const authorization = client.authHeader(url, token.key, token.secret, 'GET');
        expect(isVerified(url, { authorization }, withSecrets)).toBe(true);
        expect(isVerified(url, { method: 'DELETE', authorization }, withSecrets)).toBe(false);
      }),
    );
  });

  test('are accepted with parameters in the query', () => {
    const url = client.signUrl('http://localhost:8080/cv/1/display/web?format=xml', token.key, token.secret, 'GET');
    expect(isVerified(url, {}, withSecrets)).toBe(true);
  });
});

describe('signatures', () => {
  const secrets = { consumerSecret: consumer.secret, tokenSecret: '' };

  test('are rejected in another base64 alphabet, without padding or with a space for +', () => {
    let text = '';
    let signature = '';
    for (let round = 0; !/\+/.test(signature) || !/\//.test(signature); round++) {
      text = `base ${round}`;
      signature = hmacSha1.sign(text, secrets);
    }
    expect(hmacSha1.verify(text, signature, secrets)).toBe(true);
    const wrong = [
      signature.replaceAll('+', '-').replaceAll('/', '_'),
      signature.replace('=', ''),
      signature.replaceAll('+', ' '),
      ` ${signature}`,
      '',
    ];
    for (const other of wrong) expect(hmacSha1.verify(text, other, secrets)).toBe(false);
  });

  test('are rejected in another base64 alphabet with RSA-SHA1', () => {
    const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2_048 });
    const signature = rsaSha1.sign('base', privateKey);
    expect(rsaSha1.verify('base', signature, publicKey)).toBe(true);
    expect(rsaSha1.verify('base', Buffer.from(signature, 'base64').toString('base64url'), publicKey)).toBe(false);
    expect(rsaSha1.verify('base', `${signature}=`, publicKey)).toBe(false);
    expect(rsaSha1.verify('base', '', publicKey)).toBe(false);
  });
});
