import { createHash, createHmac, createPublicKey, generateKeyPairSync, sign as rsaSign } from 'node:crypto';
import { tokenDigest } from '@vitae/accounts/applications/token';
import type { StoredRequestToken } from '@vitae/accounts/grants/request-token-store';
import {
  type ExplainedApplication,
  explainOAuth,
  type OAuthExplanation,
  type QuestionedOAuthCall,
} from './explain-oauth.ts';
import type { OAuthFault } from './oauth-faults.ts';

const NOW = Date.UTC(2026, 2, 23, 15);
const COMPANY = 7;
const CONSUMER_SECRET = 'consumer-secret';
const TOKEN_SECRET = 'token-secret';
const API = 'https://api.example';

const application = (fields: Partial<ExplainedApplication> = {}): ExplainedApplication => ({
  id: 3,
  companyId: COMPANY,
  consumerKey: 'key',
  consumerSecret: CONSUMER_SECRET,
  rsaPublicKey: undefined,
  ...fields,
});

const requestToken = (fields: Partial<StoredRequestToken> = {}): StoredRequestToken => ({
  digest: tokenDigest('request-token'),
  sealedSecret: 'request-secret',
  applicationId: 3,
  companyId: COMPANY,
  callback: 'oob',
  state: 'authorized',
  userId: 1,
  verifierDigest: tokenDigest('verifier'),
  sealedVerifier: null,
  verifierTries: 0,
  expiresAt: new Date(NOW + 60_000),
  ...fields,
});

function explain(
  call: Partial<QuestionedOAuthCall> & { url: string },
  own = application(),
  stored = requestToken(),
): Promise<OAuthExplanation> {
  const grant = { applicationId: 3, companyId: COMPANY, userId: 1, createdAt: new Date(NOW), lastUsedAt: null };
  const token = { digest: tokenDigest('token'), sealedSecret: TOKEN_SECRET, createdAt: new Date(NOW) };
  return explainOAuth(
    { companyId: COMPANY, method: 'GET', authorization: '', contentType: '', body: '', at: NOW, theirs: '', ...call },
    {
      applications: { byConsumerKey: async (key) => (key === own.consumerKey ? own : undefined) },
      grants: { findByToken: async (digest) => (digest === token.digest ? { ...grant, token } : undefined) },
      requestTokens: {
        find: async (digest) => (digest === stored.digest ? stored : undefined),
        findByVerifier: async () => undefined,
      },
      box: { open: (sealed) => sealed },
      oauthUrl: 'https://cv.example',
      userApiUrl: API,
    },
  );
}

const rfc3986 = (text: string) =>
  encodeURIComponent(text).replace(/[!'()*]/g, (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`);
const sha1 = (text: string, key = `${CONSUMER_SECRET}&${TOKEN_SECRET}`) => createHmac('sha1', key).update(text);
const signed = (text: string, key?: string) => sha1(text, key).digest('base64');

const PROTOCOL: Record<string, string> = {
  oauth_consumer_key: 'key',
  oauth_nonce: 'nonce~1',
  oauth_signature_method: 'HMAC-SHA1',
  oauth_timestamp: String(NOW / 1000),
  oauth_token: 'token',
  oauth_version: '1.0',
};
type Pairs = [string, string][];
const QUERY: Pairs = [
  ['q', 'Ada Lovelace'],
  ['empty', ''],
  ['Z', 'été'],
];
const header = (signature: string, fields: Record<string, string> = PROTOCOL) =>
  `OAuth realm="CVs", ${Object.entries({ ...fields, oauth_signature: signature })
    .map(([name, value]) => `${name}="${rfc3986(value)}"`)
    .join(', ')}`;
const query = (pairs: Pairs) => pairs.map(([name, value]) => `${rfc3986(name)}=${rfc3986(value)}`).join('&');
const URI = `${API}/cv/list`;
const url = `${URI}?${query(QUERY)}`;
const all: Pairs = [...Object.entries(PROTOCOL), ...QUERY];
const sorted = (pairs: Pairs) => [...pairs].sort(([a], [b]) => (a < b ? -1 : 1));
const normalized = (pairs: Pairs, encode = rfc3986) =>
  pairs.map(([name, value]) => `${encode(name)}=${encode(value)}`).join('&');
const base = (pairs: Pairs, uri = URI, method = 'GET', encode = rfc3986) =>
  `${method}&${rfc3986(uri)}&${rfc3986(normalized(sorted(pairs), encode))}`;
const BASE = base(all);
const lower = (text: string) => text.replace(/%../g, (one) => one.toLowerCase());
const without = (left: string) => all.filter(([name]) => name !== left);

const faultyStrings: [faults: OAuthFault[], text: string, name?: string][] = [
  [['plusForSpace'], base(all, URI, 'GET', (text) => rfc3986(text).replaceAll('%20', '+'))],
  [['doubleEncoded'], base(all, URI, 'GET', (text) => rfc3986(rfc3986(text)))],
  [['lowerCaseEscapes'], lower(BASE)],
  [['lowerCaseEscapes'], base(all, URI, 'GET', (text) => lower(rfc3986(text)))],
  [['tildeEncoded'], base(all, URI, 'GET', (text) => rfc3986(text).replaceAll('~', '%7E'))],
  [['partsUnencoded'], `GET&${URI}&${normalized(sorted(all))}`],
  [['unsorted'], `GET&${rfc3986(URI)}&${rfc3986(normalized(all))}`],
  [['queryNotSigned'], base(Object.entries(PROTOCOL))],
  [['emptyLeftOut'], base(without('empty'))],
  [['parameterLeftOut'], base(without('oauth_version')), 'oauth_version'],
  [['parameterAdded'], base([...all, ['realm', 'CVs']]), 'realm'],
  [['otherScheme'], base(all, URI.replace('https', 'http'))],
  [['otherPort'], base(all, URI.replace('.example', '.example:443'))],
  [['pathOnly'], base(all, '/cv/list')],
  [['pathSlash'], base(all, `${URI}/`)],
  [['methodCase'], BASE.replace('GET', 'get')],
  [['otherMethod'], BASE.replace('GET', 'POST')],
  [
    ['otherScheme', 'plusForSpace'],
    base(all, URI.replace('https', 'http'), 'GET', (text) => rfc3986(text).replaceAll('%20', '+')),
  ],
];

describe('explanation of an HMAC-SHA1 signature', () => {
  test.each(faultyStrings)('recognizes a signature over a base string with %j', async (...[faults, text, name]) => {
    const { findings, ours } = await explain({ url, authorization: header(signed(text)) });
    expect(ours).toEqual([BASE]);
    expect(findings).toEqual(faults.map((fault) => ({ is: 'fault', fault, ...(name && { name }) })));
  });

  test.each<[OAuthFault, string]>([
    ['tokenSecretMissing', signed(BASE, `${CONSUMER_SECRET}&`)],
    ['ampersandMissing', signed(BASE, CONSUMER_SECRET)],
    ['ampersandMissing', signed(BASE, `${CONSUMER_SECRET}${TOKEN_SECRET}`)],
    ['tokenForSecret', signed(BASE, `${CONSUMER_SECRET}&token`)],
    ['keyForSecret', signed(BASE, `key&${TOKEN_SECRET}`)],
    ['secretsSwapped', signed(BASE, `${TOKEN_SECRET}&${CONSUMER_SECRET}`)],
    ['otherDigest', createHmac('sha256', `${CONSUMER_SECRET}&${TOKEN_SECRET}`).update(BASE).digest('base64')],
    ['notKeyed', createHash('sha1').update(BASE).digest('base64')],
    ['signatureHex', sha1(BASE).digest('hex')],
    ['signatureHexInBase64', Buffer.from(sha1(BASE).digest('hex')).toString('base64')],
    ['signatureBase64Variant', signed(BASE).replace('=', '')],
    ['signatureEncodedTwice', rfc3986(signed(BASE))],
  ])('recognizes %s in a signature of the correct base string', async (fault, signature) => {
    const { findings } = await explain({ url, authorization: header(signature) });
    expect(findings).toEqual([{ is: 'fault', fault }]);
  });

  test('confirms a correct signature, at any host that forwards to the API', async () => {
    const right = await explain({ url, authorization: header(signed(BASE)) });
    expect(right).toEqual({ findings: [{ is: 'rightSignature' }], ours: [BASE], difference: undefined });
    const internal = 'http://10.0.0.1:8080/cv/list';
    const other = await explain({
      url: url.replace(URI, internal),
      authorization: header(signed(base(all, internal))),
    });
    expect(other.findings).toEqual([{ is: 'fault', fault: 'otherHost' }]);
  });

  test('recognizes bodies that were signed although they are no form, and the reverse', async () => {
    const body = 'name=Ada&age=36';
    const withBody = base([...all, ['name', 'Ada'], ['age', '36']], URI, 'POST');
    const post = { url, method: 'POST', body };
    const json = await explain({ ...post, contentType: 'application/json', authorization: header(signed(withBody)) });
    expect(json.findings).toEqual([{ is: 'fault', fault: 'bodySigned' }]);
    const form = await explain({
      ...post,
      contentType: 'application/x-www-form-urlencoded',
      authorization: header(signed(base(all, URI, 'POST'))),
    });
    expect(form.findings).toEqual([{ is: 'fault', fault: 'bodyNotSigned' }]);
    expect(form.ours).toEqual([withBody]);
  });

  test('accepts parameters of the query that the header repeats, signed once or twice', async () => {
    const fields = { ...PROTOCOL, q: 'Ada Lovelace' };
    const twice = base([...all, ['q', 'Ada Lovelace']]);
    for (const text of [BASE, twice]) {
      const { findings, ours } = await explain({ url, authorization: header(signed(text), fields) });
      expect({ findings, ours }).toEqual({ findings: [{ is: 'rightSignature' }], ours: [twice, BASE] });
    }
  });

  test('recognizes an unencoded plus sign of a signature in the query', async () => {
    // This nonce makes a signature that contains a plus sign.
    const fields = Array.from({ length: 100 }, (_none, at) => ({ ...PROTOCOL, oauth_nonce: `n${at}` })).find((one) =>
      signed(base(Object.entries(one))).includes('+'),
    );
    const pairs = Object.entries(fields ?? {});
    const { findings } = await explain({ url: `${URI}?${query(pairs)}&oauth_signature=${signed(base(pairs))}` });
    expect(findings).toEqual([{ is: 'fault', fault: 'signaturePlus' }]);
  });
});

test('explains RSA-SHA1 signatures, and signatures of the wrong method', async () => {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2_048 });
  const own = application({ rsaPublicKey: createPublicKey(privateKey) });
  const fields = { ...PROTOCOL, oauth_signature_method: 'RSA-SHA1' };
  const rsa = async (text: string) => {
    const signature = rsaSign('sha1', Buffer.from(text), privateKey).toString('base64');
    return (await explain({ url, authorization: header(signature, fields) }, own)).findings;
  };
  const pairs: Pairs = [...Object.entries(fields), ...QUERY];
  expect(await rsa(base(pairs))).toEqual([{ is: 'rightSignature' }]);
  expect(await rsa(base(pairs, URI.replace('https', 'http')))).toEqual([{ is: 'fault', fault: 'otherScheme' }]);
  expect(await rsa('something else')).toEqual([{ is: 'otherSecret' }]);
  const hmac = { url, authorization: header(signed(BASE)) };
  expect((await explain(hmac, own)).findings).toEqual([{ is: 'mustUseRsa' }]);
  expect((await explain({ url, authorization: header('x', fields) })).findings).toEqual([{ is: 'mustUseHmac' }]);
});

describe('comparison with the base string of the sender', () => {
  test('names what differs, and confirms the secrets if the signature belongs to it', async () => {
    const theirs = base([...without('empty').filter(([name]) => name !== 'q'), ['q', 'Ada'], ['x', '1']]);
    const { findings, difference } = await explain({ url, authorization: header(signed(theirs)), theirs });
    expect(findings).toEqual([
      { is: 'theirsLacks', name: 'empty' },
      { is: 'theirsDiffers', name: 'q' },
      { is: 'theirsAdds', name: 'x' },
      { is: 'theirsSigned' },
    ]);
    expect(difference?.line).toBe(1);
  });

  test('reports a signature that belongs to neither', async () => {
    const theirs = base(all, `${API}/cv/other`);
    const { findings } = await explain({ url, authorization: header(signed('another')), theirs });
    expect(findings).toEqual([{ is: 'theirsUri' }, { is: 'theirsNotSigned' }]);
    const same = await explain({ url, authorization: header(signed('another')), theirs: BASE });
    expect(same).toMatchObject({ findings: [{ is: 'otherSecret' }], difference: undefined });
  });
});

describe('explanation of other parameters', () => {
  const findings = async (fields: Record<string, string>, more: Partial<QuestionedOAuthCall> = {}) => {
    const pairs: Pairs = [...Object.entries(fields), ...QUERY];
    return (await explain({ url, authorization: header(signed(base(pairs)), fields), ...more })).findings;
  };

  test('reports missing, repeated and invalid parameters', async () => {
    const { oauth_token: _token, ...rest } = PROTOCOL;
    expect(await findings(rest)).toEqual([{ is: 'missingParameters', names: 'oauth_token' }]);
    const twice = await explain({ url: `${url}&oauth_token=other`, authorization: header('x') });
    expect(twice).toEqual({
      findings: [{ is: 'rejectedParameter', name: 'oauth_token' }],
      ours: [],
      difference: undefined,
    });
    expect(await findings({ ...PROTOCOL, oauth_version: '2.0' })).toEqual([{ is: 'wrongVersion' }]);
    expect(await findings({ ...PROTOCOL, oauth_signature_method: 'PLAINTEXT' })).toEqual([{ is: 'unknownMethod' }]);
    expect(await findings({ ...PROTOCOL, oauth_timestamp: 'now' })).toEqual([{ is: 'invalidTimestamp' }]);
    expect((await explain({ url, authorization: 'OAuth a b' })).findings).toEqual([{ is: 'invalidForm' }]);
  });

  test('reports timestamps outside the window, in milliseconds, and recorded causes', async () => {
    const late = { ...PROTOCOL, oauth_timestamp: String(NOW / 1000 - 3_600) };
    expect(await findings(late)).toEqual([
      { is: 'rightSignature' },
      { is: 'outOfWindow', seconds: -3_600, byNow: true },
    ]);
    const milliseconds = { ...PROTOCOL, oauth_timestamp: String(NOW) };
    expect(await findings(milliseconds)).toEqual([{ is: 'rightSignature' }, { is: 'milliseconds' }]);
    expect(await findings(PROTOCOL, { cause: 'nonce_used' })).toEqual([{ is: 'nonceUsed' }, { is: 'rightSignature' }]);
    expect(await findings(PROTOCOL, { cause: 'nonce_used', suggestion: '2012' })).toContainEqual({ is: 'nonceReused' });
  });

  test('treats applications of other companies as unknown', async () => {
    const call = { url, authorization: header(signed(BASE)) };
    const foreign = await explain(call, application({ companyId: 8 }));
    expect(foreign).toEqual(await explain(call, application({ consumerKey: 'another' })));
    expect(foreign.findings).toEqual([{ is: 'unknownApplication' }]);
  });

  test('reports tokens that are unknown or belong to another step', async () => {
    expect(await findings({ ...PROTOCOL, oauth_token: 'nothing' })).toEqual([{ is: 'unknownToken' }]);
    expect(await findings({ ...PROTOCOL, oauth_token: 'request-token' })).toEqual([{ is: 'requestTokenForApi' }]);
  });

  test.each([
    [{}, []],
    [{ state: 'used' as const }, [{ is: 'usedToken' }]],
    [{ state: 'refused' as const }, [{ is: 'deniedToken' }]],
    [{ state: 'issued' as const }, [{ is: 'notYetAuthorized' }]],
    [{ expiresAt: new Date(NOW - 1) }, [{ is: 'expiredToken' }]],
    [{ applicationId: 4 }, [{ is: 'unknownRequestToken' }]],
  ])('verifies a request for an access token with the request token %j', async (stored, expected) => {
    const uri = 'https://cv.example/en/oauth/accessToken';
    const fields = { ...PROTOCOL, oauth_token: 'request-token', oauth_verifier: 'verifier' };
    const signature = signed(base(Object.entries(fields), uri), `${CONSUMER_SECRET}&request-secret`);
    const found = await explain(
      { url: uri, authorization: header(signature, fields) },
      undefined,
      requestToken(stored),
    );
    const verified = 'applicationId' in stored ? [] : [{ is: 'rightSignature' }];
    expect(found.findings).toEqual([...expected, ...verified]);
  });

  test('checks the hash of a body', async () => {
    const fields = { ...PROTOCOL, oauth_body_hash: createHash('sha1').update('{}').digest('base64') };
    expect(await findings(fields, { body: '{}' })).toEqual([{ is: 'rightSignature' }]);
    expect(await findings(fields, { body: '{ }' })).toEqual([{ is: 'rightSignature' }, { is: 'bodyHash' }]);
  });
});

test('an explanation contains neither secrets nor signatures', async () => {
  const explained = JSON.stringify(await explain({ url, authorization: header(signed('x')), theirs: 'x' }));
  for (const hidden of [CONSUMER_SECRET, TOKEN_SECRET, signed(BASE)]) expect(explained).not.toContain(hidden);
});

test('a request may have the maximum number of parameters', async () => {
  const many = Array.from({ length: 900 }, (_none, at) => `p${at}=%2F`).join('&');
  const { findings } = await explain({ url: `${URI}?${many}`, authorization: header(signed('x')) });
  expect(findings).toEqual([{ is: 'otherSecret' }]);
});
