import { randomBytes } from 'node:crypto';
import { tokenDigest } from '@vitae/accounts/applications/token';
import { accessTokenRecord } from '@vitae/accounts/grants/grant-store';
import { createSecretBox } from '@vitae/accounts/secrets/secret-box';
import type { SignedRequest } from '@vitae/accounts/signatures/oauth/collect-parameters';
import { OAuthProblem } from '@vitae/accounts/signatures/oauth/oauth-problem';
import { signRequest, toAuthorizationHeader } from '@vitae/test/support/gateway/sign-request';
import type { UserAdmission } from '../../quota/user-quota.ts';
import { createKnownApplications } from './known-applications.ts';
import { createUserAuthenticator, LAST_USE_INTERVAL_MS } from './user-authenticator.ts';

const NOW = 1_774_267_200_000;
const ORIGIN = 'https://cv.example.com';
const TOKEN = { token: 'token', secret: 'token secret' };
const ORIGINS = ['https://app.example.com'];
const application = {
  ...{ id: 5, companyId: 1, name: 'Jobs', consumerSecret: 'secret' },
  ...{ rsaPublicKey: undefined, origins: ORIGINS },
};
const box = createSecretBox([{ id: 'test', key: randomBytes(32) }]);
const digest = tokenDigest(TOKEN.token);

type Options = {
  outcome?: UserAdmission['outcome'];
  lastUsedAt?: number;
  apiKeyOf?: number;
  compatibility?: '2012';
};

function setUp({ outcome = 'accepted', lastUsedAt, apiKeyOf = application.id, compatibility }: Options = {}) {
  const admitted: unknown[][] = [];
  const uses: unknown[][] = [];
  const token = { digest, sealedSecret: box.seal(TOKEN.secret, accessTokenRecord(digest)) };
  const last = lastUsedAt === undefined ? null : new Date(lastUsedAt);
  const grant = { applicationId: 5, userId: 9, companyId: 1, token, lastUsedAt: last };
  const { authenticate } = createUserAuthenticator({
    applications: {
      byConsumerKey: async (key: string) => (key === 'consumer' ? { ...application, compatibility } : undefined),
      byApiKey: async (key: string) => (key === 'good' ? { ...application, id: apiKeyOf, compatibility } : undefined),
    },
    grants: {
      findByToken: async (asked: string) => (asked === digest ? grant : undefined),
      recordUse: async (...use: unknown[]) => void uses.push(use),
    },
    quota: {
      admit: async (...asked: unknown[]) => {
        admitted.push(asked);
        return { outcome, usage: { used: 3, now: NOW / 1_000 } };
      },
    },
    box,
    clock: { now: () => NOW },
  } as never);
  return { authenticate, admitted, uses };
}

/** A request with the given query. It is signed unless `signer` is null. */
function request(query = '', signer: object | null = {}): SignedRequest {
  const target = `/user${query}`;
  const credentials = { consumerKey: 'consumer', key: 'secret', token: TOKEN, ...signer };
  const parameters = signer && signRequest(credentials, { method: 'GET', url: ORIGIN + target }, NOW);
  const authorization = parameters ? toAuthorizationHeader(parameters) : undefined;
  const body = Buffer.alloc(0);
  return { method: 'GET', publicUrl: ORIGIN, target, authorization, contentType: undefined, body };
}

const problemOf = (attempt: Promise<unknown>) =>
  attempt.then(
    () => 'accepted',
    (error: unknown) => error as OAuthProblem,
  );

describe('a request for the data of a user', () => {
  test('is admitted once for its user and application', async () => {
    const { authenticate, admitted } = setUp();
    const counted = { companyId: 1, applicationId: 5, userId: 9 };
    const usage = { used: 3, now: NOW / 1_000 };
    expect(await authenticate(request(), false, 'cv.read')).toEqual({
      counted,
      usage,
      limited: false,
      origins: ORIGINS,
    });
    const use = { companyId: 1, consumerKey: 'consumer', token: 'token', timestamp: NOW / 1_000 };
    const nonce = { nonce: expect.any(String), signature: expect.any(String), allowsReuse: false };
    expect(admitted).toEqual([[counted, { ...use, ...nonce }, 'cv.read']]);
    const limited = setUp({ outcome: 'limited' });
    expect(await limited.authenticate(request(), false, 'cv.read')).toEqual({
      counted,
      usage,
      limited: true,
      origins: ORIGINS,
    });
  });

  test('is rejected if its nonce was used, on behalf of its application', async () => {
    const { authenticate, uses } = setUp({ outcome: 'nonce_used' });
    const problem = await problemOf(authenticate(request(), false, 'cv.read'));
    expect(problem).toMatchObject({ problem: 'nonce_used', application: { id: 5, companyId: 1 } });
    expect(uses).toEqual([]);
  });

  test('may reuse its nonce with the compatibility profile, which is suggested otherwise', async () => {
    const profile = setUp({ compatibility: '2012' });
    expect(await profile.authenticate(request(), false, 'cv.read')).toMatchObject({ compatibility: '2012' });
    expect(await profile.authenticate(request('?apiKey=good', null), true, 'cv.read')).toMatchObject({
      compatibility: '2012',
    });
    expect(profile.admitted[0]?.[1]).toMatchObject({ allowsReuse: true });
    const { authenticate } = setUp({ outcome: 'nonce_reused' });
    const problem = await problemOf(authenticate(request(), false, 'cv.read'));
    expect(problem).toMatchObject({ problem: 'nonce_used', suggestion: '2012' });
    const used = await problemOf(setUp({ outcome: 'nonce_used' }).authenticate(request(), false, 'cv.read'));
    expect(used).toHaveProperty('suggestion', undefined);
  });

  test.each([
    ['never', undefined, 1],
    ['a minute ago', NOW - LAST_USE_INTERVAL_MS, 1],
    ['less than a minute ago', NOW - LAST_USE_INTERVAL_MS + 1, 0],
  ])('records the use of a grant that was used %s', async (_when, lastUsedAt, count) => {
    const { authenticate, uses } = setUp(lastUsedAt === undefined ? {} : { lastUsedAt });
    await authenticate(request(), false, 'cv.read');
    expect(uses).toEqual(Array(count).fill([5, [9], new Date(NOW), 60_000]));
  });

  test.each([
    ['without an access token', { token: undefined }, 'parameter_absent'],
    ['with an unknown access token', { token: { ...TOKEN, token: 'another' } }, 'token_rejected'],
    ['with a wrong token secret', { token: { ...TOKEN, secret: 'another' } }, 'signature_invalid'],
  ])('is rejected %s', async (_what, signer, problem) => {
    const { authenticate, admitted } = setUp();
    expect(await problemOf(authenticate(request('', signer), true, 'cv.read'))).toMatchObject({ problem });
    expect(admitted).toEqual([]);
  });
});

describe('a request with an apiKey', () => {
  test('needs no signature where a server may send it', async () => {
    const { authenticate, admitted } = setUp();
    const counted = { companyId: 1, applicationId: 5, userId: 0 };
    expect(await authenticate(request('?apiKey=good', null), true, 'cv.list')).toMatchObject({ counted });
    expect(admitted).toEqual([[counted, undefined, 'cv.list']]);
  });

  test.each([
    ['where an owner must have signed it', '?apiKey=good', false, { id: 5, companyId: 1 }],
    ['if it has neither an apiKey nor a signature', '', true, undefined],
  ])('is rejected with 401 %s', async (_where, query, apiKeyAlone, onBehalfOf) => {
    const { authenticate, admitted } = setUp();
    const problem = await problemOf(authenticate(request(query, null), apiKeyAlone, 'cv.read'));
    expect(problem).toBeInstanceOf(OAuthProblem);
    expect(problem).toMatchObject({ problem: 'parameter_absent', status: 401 });
    expect(problem).toHaveProperty('application', onBehalfOf && expect.objectContaining(onBehalfOf));
    expect(admitted).toEqual([]);
  });

  test('must be valid even if the request is signed', async () => {
    const { authenticate, admitted } = setUp();
    const error = await problemOf(authenticate(request('?apiKey=wrong'), true, 'cv.read'));
    expect(error).toMatchObject({ reason: 'api_key_invalid' });
    expect(admitted).toEqual([]);
  });

  test('must belong to the application that signed the request', async () => {
    const own = setUp();
    expect(await problemOf(own.authenticate(request('?apiKey=good'), true, 'cv.read'))).toBe('accepted');
    expect(own.admitted).toMatchObject([[{ userId: 9 }, { token: 'token' }, 'cv.read']]);
    const other = setUp({ apiKeyOf: 6 });
    const problem = await problemOf(other.authenticate(request('?apiKey=good'), true, 'cv.read'));
    expect(problem).toMatchObject({ problem: 'permission_denied', application: { id: 5 } });
    expect(other.admitted).toEqual([]);
  });
});

test('remembers the credentials of enabled applications only', async () => {
  let enabled = true;
  const find = async (credential: string) => (enabled && credential === 'good' ? (application as never) : undefined);
  const known = createKnownApplications({ byConsumerKey: find, byApiKey: find });
  for (const lookup of [known.byConsumerKey, known.byApiKey]) {
    enabled = true;
    expect(known.isKnown('good')).toBe(false);
    expect(await lookup('good')).toBe(application);
    expect(await lookup('wrong')).toBeUndefined();
    expect([known.isKnown('good'), known.isKnown('wrong')]).toEqual([true, false]);
    enabled = false;
    expect(await lookup('good')).toBeUndefined();
    expect(known.isKnown('good')).toBe(false);
  }
});

test('remembers the latest 50,000 applications', async () => {
  const find = async () => application as never;
  const known = createKnownApplications({ byConsumerKey: find, byApiKey: find });
  for (let index = 0; index <= 50_000; index++) await known.byConsumerKey(`${index}`);
  expect(['0', '1', '50000'].map(known.isKnown)).toEqual([false, true, true]);
});
