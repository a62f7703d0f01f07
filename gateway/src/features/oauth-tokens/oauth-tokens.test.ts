import { randomBytes } from 'node:crypto';
import { tokenDigest } from '@vitae/accounts/applications/token';
import { accessTokenRecord } from '@vitae/accounts/grants/grant-store';
import { requestTokenRecord, type StoredRequestToken } from '@vitae/accounts/grants/request-token-store';
import { createSecretBox } from '@vitae/accounts/secrets/secret-box';
import type { OAuthProblem } from '@vitae/accounts/signatures/oauth/oauth-problem';
import { signRequest, toAuthorizationHeader } from '@vitae/test/support/gateway/sign-request';
import { issueAccessToken } from './access-token.ts';
import { issueRequestToken } from './request-token.ts';

const NOW = 1_774_267_200_000;
const ORIGIN = 'https://cv.example.com';
const CALLBACK = 'https://app.example.com/back';
const TOKEN = { token: 'request token', secret: 'token secret' };
const digest = tokenDigest(TOKEN.token);
const box = createSecretBox([{ id: 'test', key: randomBytes(32) }]);
const application = { id: 5, companyId: 1, consumerSecret: 'secret', rsaPublicKey: undefined, callbacks: [CALLBACK] };
const authorized: StoredRequestToken = {
  digest,
  sealedSecret: box.seal(TOKEN.secret, requestTokenRecord(digest)),
  applicationId: 5,
  companyId: 1,
  callback: CALLBACK,
  state: 'authorized',
  userId: 9,
  verifierDigest: tokenDigest('verifier'),
  sealedVerifier: 'sealed',
  verifierTries: 0,
  expiresAt: new Date(NOW + 1),
};

type Options = { stored?: Partial<StoredRequestToken>; isUsed?: boolean; isConsumed?: boolean; attemptsLeft?: boolean };

function setUp({ stored = {}, isUsed = false, isConsumed = true, attemptsLeft = true }: Options = {}) {
  const steps: string[] = [];
  const inserted: StoredRequestToken[] = [];
  const grants: unknown[][] = [];
  const dependencies = {
    applications: { byConsumerKey: async (key: string) => (key === 'consumer' ? application : undefined) },
    nonces: {
      claim: async () => {
        steps.push('nonce');
        return !isUsed;
      },
    },
    requestTokens: {
      insert: async (token: StoredRequestToken) => void inserted.push(token),
      find: async (asked: string) => (asked === digest ? { ...authorized, ...stored } : undefined),
      findByVerifier: async (applicationId: number, verifierDigest: string) =>
        applicationId === 5 && verifierDigest === authorized.verifierDigest ? authorized : undefined,
      countAttempt: async (_digest: string, max: number) => {
        steps.push(`attempt of ${max}`);
        return attemptsLeft;
      },
      consume: async (_digest: string, then: (session: unknown) => Promise<void>) => {
        steps.push('consume');
        if (isConsumed) await then('session');
        return isConsumed;
      },
    },
    grants: { addToken: async (...added: unknown[]) => void grants.push(added) },
    box,
    random: randomBytes,
    clock: { now: () => NOW },
  } as never;
  return { dependencies, steps, inserted, grants };
}

function request(protocol: Record<string, string>, signer: object) {
  const credentials = { consumerKey: 'consumer', key: 'secret', ...signer };
  const signed = signRequest(credentials, { method: 'POST', url: `${ORIGIN}/token`, protocol }, NOW);
  const authorization = toAuthorizationHeader(signed);
  const body = Buffer.alloc(0);
  return { method: 'POST', publicUrl: ORIGIN, target: '/token', authorization, contentType: undefined, body };
}
const exchange = ({ dependencies }: ReturnType<typeof setUp>, verifier = 'verifier', token = TOKEN) =>
  issueAccessToken(request({ oauth_verifier: verifier }, { token }), dependencies);
const issue = ({ dependencies }: ReturnType<typeof setUp>, callback = CALLBACK) =>
  issueRequestToken(request({ oauth_callback: callback }, {}), dependencies);
const problemOf = (attempt: Promise<unknown>) =>
  attempt.then(
    () => 'accepted',
    ({ problem }: OAuthProblem) => problem,
  );

describe('an access token', () => {
  test('is stored as a digest with its encrypted secret, in the transaction that uses the request token', async () => {
    const exchanged = setUp();
    const { fields } = await exchange(exchanged);
    expect(exchanged.steps).toEqual(['nonce', 'attempt of 5', 'consume']);
    const [[grant, token, session] = []] = exchanged.grants as [[object, Record<string, string>, string]];
    const at = new Date(NOW);
    expect(grant).toEqual({ applicationId: 5, companyId: 1, userId: 9, createdAt: at, lastUsedAt: null });
    const stored = tokenDigest(fields.oauth_token);
    expect([token?.digest, token?.createdAt, session]).toEqual([stored, at, 'session']);
    expect(box.open(token?.sealedSecret ?? '', accessTokenRecord(stored))).toBe(fields.oauth_token_secret);
  });

  test.each<[string, Options, string]>([
    ['at the time the request token expires', { stored: { expiresAt: new Date(NOW) } }, 'token_expired'],
    ['before the owner decided', { stored: { state: 'issued' } }, 'permission_denied'],
    ['after the owner denied access', { stored: { state: 'refused' } }, 'permission_denied'],
    ['without an owner', { stored: { userId: null } }, 'token_rejected'],
    ['for a token of another application', { stored: { applicationId: 6 } }, 'token_rejected'],
    ['after too many attempts', { attemptsLeft: false }, 'token_rejected'],
    ['if the request token was used', { isConsumed: false }, 'token_rejected'],
    ['if the nonce was used', { isUsed: true }, 'nonce_used'],
  ])('is not issued %s', async (_when, options, problem) => {
    const exchanged = setUp(options);
    expect(await problemOf(exchange(exchanged))).toBe(problem);
    expect(exchanged.grants).toEqual([]);
  });

  test('is issued to a client that sends the verifier without the request token', async () => {
    const withoutToken = { ...TOKEN, token: '' };
    const exchanged = setUp();
    expect((await exchange(exchanged, 'verifier', withoutToken)).fields.oauth_token).toBeDefined();
    expect(await problemOf(exchange(setUp(), 'another', withoutToken))).toBe('token_rejected');
  });

  test('is not issued for a wrong verifier, which counts as an attempt', async () => {
    const exchanged = setUp();
    expect(await problemOf(exchange(exchanged, 'another'))).toBe('permission_denied');
    expect(exchanged.steps).toEqual(['nonce', 'attempt of 5']);
  });

  test('is not issued for a wrong signature, which uses neither the nonce nor an attempt', async () => {
    const exchanged = setUp();
    expect(await problemOf(exchange(exchanged, 'verifier', { ...TOKEN, secret: 'wrong' }))).toBe('signature_invalid');
    expect(exchanged.steps).toEqual([]);
  });
});

describe('a request token', () => {
  test('is stored as a digest for ten minutes', async () => {
    const issued = setUp();
    const { fields } = await issue(issued);
    const stored = tokenDigest(fields.oauth_token);
    expect(fields.oauth_callback_confirmed).toBe('true');
    expect(issued.inserted).toEqual([
      {
        digest: stored,
        sealedSecret: expect.any(String),
        applicationId: 5,
        companyId: 1,
        callback: CALLBACK,
        state: 'issued',
        userId: null,
        verifierDigest: null,
        sealedVerifier: null,
        verifierTries: 0,
        expiresAt: new Date(NOW + 600_000),
      },
    ]);
    const sealed = issued.inserted[0]?.sealedSecret ?? '';
    expect(box.open(sealed, requestTokenRecord(stored))).toBe(fields.oauth_token_secret);
  });

  test('is stored with the callback that the client sent, which may have another query', async () => {
    for (const callback of [`${CALLBACK}?state=1`, 'oob']) {
      const issued = setUp();
      await issue(issued, callback);
      expect(issued.inserted[0]?.callback).toBe(callback);
    }
  });

  test('is not issued for an unregistered callback or a used nonce', async () => {
    const unregistered = setUp();
    expect(await problemOf(issue(unregistered, 'https://evil.example/'))).toBe('parameter_rejected');
    expect(unregistered.steps).toEqual([]);
    const replayed = setUp({ isUsed: true });
    expect(await problemOf(issue(replayed))).toBe('nonce_used');
    expect([...unregistered.inserted, ...replayed.inserted]).toEqual([]);
  });
});
