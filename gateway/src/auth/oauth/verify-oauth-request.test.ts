import { createHash, createHmac, generateKeyPairSync, randomBytes } from 'node:crypto';
import { tokenDigest } from '@vitae/accounts/applications/token';
import { accessTokenRecord } from '@vitae/accounts/grants/grant-store';
import { createSecretBox } from '@vitae/accounts/secrets/secret-box';
import type { SignedRequest } from '@vitae/accounts/signatures/oauth/collect-parameters';
import * as hmacSha1 from '@vitae/accounts/signatures/oauth/hmac-sha1';
import type { OAuthProblem } from '@vitae/accounts/signatures/oauth/oauth-problem';
import type { ProtocolParameters } from '@vitae/accounts/signatures/oauth/protocol-parameters';
import * as rsaSha1 from '@vitae/accounts/signatures/oauth/rsa-sha1';
import { verifySignature } from '@vitae/accounts/signatures/oauth/verify-signature';
import { keyRing } from '@vitae/kit/key-ring';
import DdoOAuth from 'oauth-1.0a';
import { authenticateOAuth } from './authenticate-oauth.ts';
import { claimNonce, nonceUseOf, verifyOAuthRequest } from './verify-oauth-request.ts';

const NOW = 1_774_267_200;
const ORIGIN = 'https://cv.example.com';
const CONSUMER = { key: 'consumer', secret: 'consumer secret' };
const TOKEN = { key: 'token', secret: 'token secret' };
const clock = { now: () => NOW * 1_000 };
const application = { id: 5, companyId: 1, consumerSecret: CONSUMER.secret };
const applications = { byConsumerKey: async (key: string) => (key === CONSUMER.key ? application : undefined) };
const findToken = async () => TOKEN;

/** A signed request. `seconds` is the time since `NOW`. */
function signed({ seconds = 0, more = {}, body = '' }: { seconds?: number; more?: object; body?: string } = {}) {
  const client = new DdoOAuth({
    consumer: CONSUMER,
    signature_method: 'HMAC-SHA1',
    hash_function: (base) => hmacSha1.sign(base, { consumerSecret: CONSUMER.secret, tokenSecret: TOKEN.secret }),
  });
  client.getTimeStamp = () => NOW + seconds;
  const query = new URLSearchParams(Object.entries(more)).toString();
  const url = `${ORIGIN}/user${query && '?'}${query}`;
  const { Authorization: authorization } = client.toHeader(client.authorize({ url, method: 'POST' }, TOKEN));
  const target = url.slice(ORIGIN.length);
  const contentType = 'application/json';
  return { method: 'POST', publicUrl: ORIGIN, target, authorization, contentType, body: Buffer.from(body) };
}

const verify = (request: SignedRequest) =>
  verifyOAuthRequest(request, { applications: applications as never, clock }, findToken);
const problemOf = (promise: Promise<unknown>) =>
  promise.then(
    () => 'accepted',
    ({ problem }: OAuthProblem) => problem,
  );

describe('a signed OAuth request', () => {
  test('is accepted up to 300 seconds before or after its timestamp', async () => {
    for (const seconds of [-300, 0, 300]) expect(await problemOf(verify(signed({ seconds })))).toBe('accepted');
    for (const seconds of [-301, 301]) expect(await problemOf(verify(signed({ seconds })))).toBe('timestamp_refused');
  });

  test('is accepted for whole seconds, and names the acceptable timestamps', async () => {
    const verifyAt = (ms: number, seconds: number) =>
      verifyOAuthRequest(
        signed({ seconds }),
        { applications: applications as never, clock: { now: () => NOW * 1_000 + ms } },
        findToken,
      );
    expect(await problemOf(verifyAt(999, -300))).toBe('accepted');
    expect(await problemOf(verifyAt(0, 300))).toBe('accepted');
    await expect(verifyAt(999, 301)).rejects.toMatchObject({
      facts: { oauth_acceptable_timestamps: `${NOW - 300}-${NOW + 300}` },
    });
  });

  test('is rejected on behalf of its application, if that is known', async () => {
    const own = { id: 5, companyId: 1 };
    const wrong = { ...signed(), target: '/user?more=1' };
    for (const rejected of [signed({ seconds: 301 }), wrong])
      await expect(verify(rejected)).rejects.toMatchObject({ application: own, code: 'UNAUTHENTICATED', status: 401 });
    const incomplete = verifyOAuthRequest(signed(), { applications: applications as never, clock }, findToken, [
      'missing',
    ]);
    await expect(incomplete).rejects.toMatchObject({ application: own, code: 'INVALID_ARGUMENT', status: 400 });
    const failing = () => Promise.reject(new TypeError('unavailable'));
    const unavailable = verifyOAuthRequest(signed(), { applications: applications as never, clock }, failing);
    await expect(unavailable).rejects.toThrow('unavailable');
    const unknown = verifyOAuthRequest(
      signed(),
      { applications: { byConsumerKey: async () => undefined }, clock },
      findToken,
    );
    await expect(unknown).rejects.toMatchObject({ problem: 'consumer_key_unknown', application: undefined });
  });

  test('is rejected if its body differs from the signed hash', async () => {
    const body = '{"a":1}';
    const more = { oauth_body_hash: createHash('sha1').update(body).digest('base64') };
    expect(await problemOf(verify(signed({ more, body })))).toBe('accepted');
    expect(await problemOf(verify(signed({ more, body: '{"a":2}' })))).toBe('signature_invalid');
    expect(await problemOf(verify(signed({ more: { oauth_body_hash: '' }, body })))).toBe('signature_invalid');
  });

  test('has a large body read only for its hash, and only if the signature is valid', async () => {
    const body = '{"a":1}';
    const more = { oauth_body_hash: createHash('sha1').update(body).digest('base64') };
    let reads = 0;
    const read = (text: string) => async () => {
      reads += 1;
      return Buffer.from(text);
    };
    const outcomeOf = (request: ReturnType<typeof signed>, text = body) =>
      problemOf(verify({ ...request, readBody: read(text) } as typeof request));
    expect([await outcomeOf(signed()), reads]).toEqual(['accepted', 0]);
    expect([await outcomeOf({ ...signed({ more }), method: 'PUT' }), reads]).toEqual(['signature_invalid', 0]);
    expect([await outcomeOf(signed({ more })), reads]).toEqual(['accepted', 1]);
    expect([await outcomeOf(signed({ more }), '{"a":2}'), reads]).toEqual(['signature_invalid', 2]);
  });

  test('is rejected if the signature or the application is unknown', async () => {
    const request = signed();
    expect(await problemOf(verify({ ...request, target: '/user?more=1' }))).toBe('signature_invalid');
    expect(await problemOf(verify({ ...request, method: 'GET' }))).toBe('signature_invalid');
    const unknown = { byConsumerKey: async () => undefined };
    const attempt = verifyOAuthRequest(request, { applications: unknown, clock }, findToken);
    expect(await problemOf(attempt)).toBe('consumer_key_unknown');
  });

  describe('whose Authorization header repeats parameters', () => {
    const FORM = 'application/x-www-form-urlencoded';
    const PROTOCOL = {
      oauth_consumer_key: CONSUMER.key,
      oauth_token: TOKEN.key,
      oauth_signature_method: 'HMAC-SHA1',
      oauth_timestamp: String(NOW),
      oauth_nonce: 'abc',
    };
    type Pairs = [name: string, value: string][];
    const encoded = (pairs: Pairs) => pairs.map((pair) => pair.map(encodeURIComponent).join('='));

    /** Sends parameters in the query, the form and the header, with a signature over `counted`, computed here. */
    function sentWith({ query = [], form = [], header = [], counted }: Partial<Record<string, Pairs>>) {
      const normalized = encoded([...Object.entries(PROTOCOL), ...(counted ?? [])])
        .sort()
        .join('&');
      const base = ['POST', `${ORIGIN}/user`, normalized].map(encodeURIComponent).join('&');
      const key = [CONSUMER.secret, TOKEN.secret].map(encodeURIComponent).join('&');
      const oauth_signature = createHmac('sha1', key).update(base).digest('base64');
      const pairs: Pairs = [['realm', ''], ...header, ...Object.entries({ ...PROTOCOL, oauth_signature })];
      const authorization = `OAuth ${pairs.map(([name, value]) => `${name}="${encodeURIComponent(value)}"`).join(', ')}`;
      const target = `/user${query.length > 0 ? '?' : ''}${encoded(query).join('&')}`;
      const body = Buffer.from(encoded(form).join('&'));
      return { method: 'POST', publicUrl: ORIGIN, target, authorization, contentType: FORM, body };
    }

    const JSON_FORMAT: Pairs = [['format', 'json']];
    const XML_FORMAT: Pairs = [['format', 'xml']];
    const KEYS: Pairs = [
      ['key', 'b'],
      ['key', 'a'],
    ];

    test.each([
      ['of the query, signed once', { query: JSON_FORMAT, header: JSON_FORMAT, counted: JSON_FORMAT }],
      [
        'of the query, signed twice',
        { query: JSON_FORMAT, header: JSON_FORMAT, counted: [...JSON_FORMAT, ...JSON_FORMAT] },
      ],
      ['of the form, signed once', { form: JSON_FORMAT, header: JSON_FORMAT, counted: JSON_FORMAT }],
      ['with several values in another order', { query: KEYS, header: [...KEYS].reverse(), counted: KEYS }],
      [
        'of two places',
        { query: KEYS, form: XML_FORMAT, header: [...XML_FORMAT, ...KEYS], counted: [...KEYS, ...XML_FORMAT] },
      ],
      [
        'next to one that only it has',
        { query: KEYS, header: [...KEYS, ...XML_FORMAT], counted: [...KEYS, ...XML_FORMAT] },
      ],
      ['that only it has', { header: JSON_FORMAT, counted: JSON_FORMAT }],
      [
        'with different values, all signed',
        { query: JSON_FORMAT, header: XML_FORMAT, counted: [...JSON_FORMAT, ...XML_FORMAT] },
      ],
    ] satisfies [string, Parameters<typeof sentWith>[0]][])('is accepted with parameters %s', async (_what, parts) => {
      expect(await problemOf(verify(sentWith(parts)))).toBe('accepted');
    });

    test.each([
      ['different values, the first signed', { query: JSON_FORMAT, header: XML_FORMAT, counted: JSON_FORMAT }],
      ['different values, the second signed', { query: JSON_FORMAT, header: XML_FORMAT, counted: XML_FORMAT }],
      ['some of the values', { query: KEYS, header: KEYS.slice(1), counted: KEYS }],
      ['more values', { query: KEYS.slice(1), header: KEYS, counted: KEYS.slice(1) }],
      [
        'one equal and one different value',
        { query: [...KEYS, ...XML_FORMAT], header: [...KEYS, ...JSON_FORMAT], counted: [...KEYS, ...XML_FORMAT] },
      ],
      [
        'a parameter that was not signed',
        { query: JSON_FORMAT, header: [...JSON_FORMAT, ...KEYS], counted: JSON_FORMAT },
      ],
      ['a parameter that was not signed at all', { query: JSON_FORMAT, header: JSON_FORMAT, counted: [] }],
      ['a parameter that query and form repeat', { query: JSON_FORMAT, form: JSON_FORMAT, counted: JSON_FORMAT }],
    ] satisfies [string, Parameters<typeof sentWith>[0]][])('is rejected with %s', async (_what, parts) => {
      expect(await problemOf(verify(sentWith(parts)))).toBe('signature_invalid');
    });
  });

  test('claims its nonce for the application, token and timestamp', async () => {
    const uses: object[] = [];
    const nonces = { claim: async (use: object) => uses.push(use) === 1 };
    const verified = await verify(signed());
    await claimNonce(verified, nonces);
    expect(await problemOf(claimNonce(verified, nonces))).toBe('nonce_used');
    const { nonce } = verified.given;
    const scope = { companyId: 1, consumerKey: CONSUMER.key, token: TOKEN.key, timestamp: NOW };
    const { signature } = verified.given;
    expect(uses[0]).toEqual({ ...scope, nonce, signature, allowsReuse: false });
    const profile = { ...verified, application: { ...verified.application, compatibility: '2012' as const } };
    expect(nonceUseOf(profile)).toMatchObject({ nonce, allowsReuse: true });
  });

  test.each([
    ['its own access token', 5, 'accepted'],
    ["another application's access token", 6, 'token_rejected'],
  ])('with %s', async (_what, applicationId, expected) => {
    const box = createSecretBox(keyRing('keys').parse(`k:${randomBytes(32).toString('base64')}`));
    const digest = tokenDigest(TOKEN.key);
    const token = { digest, sealedSecret: box.seal(TOKEN.secret, accessTokenRecord(digest)) };
    const grants = { findByToken: async () => ({ applicationId, userId: 9, companyId: 1, token, lastUsedAt: null }) };
    const authenticate = authenticateOAuth({ applications, grants, box, clock } as never);
    expect(await problemOf(authenticate(signed()))).toBe(expected);
  });
});

test('the registered key determines the signature method', () => {
  const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2_048 });
  const withKey = { ...application, rsaPublicKey: publicKey };
  const verifyAs = (signer: object, signatureMethod: string, signature: string) => {
    const given = { signatureMethod, signature } as ProtocolParameters;
    try {
      verifySignature(['base'], given, signer as never, TOKEN.secret);
      return 'accepted';
    } catch (error) {
      return (error as OAuthProblem).problem;
    }
  };
  const hmac = (tokenSecret: string) => hmacSha1.sign('base', { consumerSecret: CONSUMER.secret, tokenSecret });
  expect(verifyAs(application, 'HMAC-SHA1', hmac(TOKEN.secret))).toBe('accepted');
  for (const signature of [hmac(''), hmac(TOKEN.secret).slice(1), ''])
    expect(verifyAs(application, 'HMAC-SHA1', signature)).toBe('signature_invalid');
  expect(verifyAs(withKey, 'HMAC-SHA1', hmac(TOKEN.secret))).toBe('signature_method_rejected');
  expect(verifyAs(withKey, 'RSA-SHA1', rsaSha1.sign('base', privateKey))).toBe('accepted');
  expect(verifyAs(withKey, 'RSA-SHA1', rsaSha1.sign('other', privateKey))).toBe('signature_invalid');
  expect(verifyAs(application, 'RSA-SHA1', rsaSha1.sign('base', privateKey))).toBe('signature_method_rejected');
});
