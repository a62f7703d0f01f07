import { createHmac, createPrivateKey, generateKeyPairSync, type KeyObject } from 'node:crypto';
import { OAuth as CiaranOAuth } from 'oauth';
import DdoOAuth from 'oauth-1.0a';
import { checkedFetch } from '../scratch/checked-fetch.ts';
import {
  type ScratchOwner,
  type ScratchOwners,
  type ScratchOwnersGateway,
  startScratchOwners,
} from '../scratch/scratch-owners.ts';
import { type Answer, createWebVisitor } from '../scratch/web-visitor.ts';
import type { CreatedApplication } from './applications.ts';
import { type RequestToSign, type Signer, signRequest, toAuthorizationHeader } from './sign-request.ts';
import { tokenDigest } from './token.ts';

const CALLBACK = 'https://app.example.com/connected?from=vitae&x=%26';

let system: ScratchOwners;
let gateway: ScratchOwnersGateway;
let owner: ScratchOwner;
let application: CreatedApplication;
let privateKey: KeyObject;

beforeAll(async () => {
  system = await startScratchOwners(process.env);
  gateway = await system.start();
  owner = await system.createOwner(gateway);
  const pair = generateKeyPairSync('rsa', { modulusLength: 2_048 });
  privateKey = pair.privateKey;
  const rsaPublicKey = pair.publicKey.export({ type: 'spki', format: 'pem' }).toString();
  const callbacks = ['https://app.example.com/connected', 'oob'];
  application = await gateway.applications.create({
    companyId: system.company.id,
    name: 'Jobs <b>',
    callbacks,
    rsaPublicKey,
  });
});
afterAll(() => system.close());

type Token = { token: string; secret: string };
type Step = { signer?: Partial<Signer>; protocol?: Record<string, string>; at?: ScratchOwnersGateway };

const signerOf = (over: Partial<Signer> = {}): Signer => ({
  consumerKey: application.consumerKey,
  key: application.consumerSecret,
  ...over,
});

async function call(
  step: string,
  { signer, protocol = {}, at = gateway }: Step = {},
): Promise<{ status: number; fields: URLSearchParams; headers: Headers }> {
  const url = `${gateway.url}/fr/oauth/${step}`;
  const Authorization = toAuthorizationHeader(
    signRequest(signerOf(signer), { method: 'GET', url, protocol }, system.clock.now()),
  );
  const answer = await checkedFetch(url.replace(gateway.url, at.url), { headers: { Authorization } });
  return { status: answer.status, fields: new URLSearchParams(await answer.text()), headers: answer.headers };
}

const tokenIn = (fields: URLSearchParams): Token => ({
  token: fields.get('oauth_token') ?? '',
  secret: fields.get('oauth_token_secret') ?? '',
});

async function requestToken(callback = CALLBACK, step: Step = {}): Promise<Token> {
  const { status, fields } = await call('requestToken', { ...step, protocol: { oauth_callback: callback } });
  expect([status, fields.get('oauth_problem')]).toEqual([200, null]);
  expect(fields.get('oauth_callback_confirmed')).toBe('true');
  return tokenIn(fields);
}

/** Signs in and answers the screen; what follows the decision. */
async function decide({ token }: Token, decision: 'allow' | 'refuse', by = owner): Promise<Answer> {
  const visitor = createWebVisitor(gateway.url, system.newAddress());
  const address = `/fr/oauth/authorize?oauth_token=${token}`;
  await visitor.submit(await visitor.get(address), '/fr/oauth/sign-in', { login: by.username, password: by.password });
  return visitor.submit(await visitor.get(address), '/fr/oauth/authorize', { decision });
}

async function verifierOf(token: Token): Promise<string> {
  const answer = await decide(token, 'allow');
  expect(answer.status).toBe(303);
  const back = new URL(answer.location ?? '');
  expect(back.searchParams.get('oauth_token')).toBe(token.token);
  return back.searchParams.get('oauth_verifier') ?? '';
}

async function exchange(token: Token, verifier: string, step: Step = {}) {
  return call('accessToken', {
    ...step,
    signer: { token, ...step.signer },
    protocol: { oauth_verifier: verifier, ...step.protocol },
  });
}

const problemOf = ({ status, fields }: { status: number; fields: URLSearchParams }) => [
  status,
  fields.get('oauth_problem'),
];

describe('the three steps', () => {
  test('end in an access token that differs from the request token', async () => {
    const request = await requestToken();
    expect(request.token).toMatch(/^[A-Za-z0-9_-]{27,}$/);
    const answer = await decide(request, 'allow');
    expect(answer.location).toMatch(
      /^https:\/\/app\.example\.com\/connected\?from=vitae&x=%26&oauth_token=[\w-]+&oauth_verifier=[\w-]+$/,
    );
    const verifier = new URL(answer.location ?? '').searchParams.get('oauth_verifier') ?? '';
    const { status, fields, headers } = await exchange(request, verifier);
    expect(status).toBe(200);
    expect(headers.get('content-type')).toBe('application/x-www-form-urlencoded; charset=utf-8');
    expect(headers.get('cache-control')).toBe('no-store');
    const access = tokenIn(fields);
    expect(access.token).not.toBe(request.token);
    const grants = await gateway.grants.listOfUser(owner.userId);
    expect(grants).toMatchObject([
      { applicationId: application.id, companyId: system.company.id, userId: owner.userId },
    ]);
  });

  test('work with RSA-SHA1 throughout', async () => {
    const signer = { key: privateKey };
    const request = await requestToken(CALLBACK, { signer });
    expect((await exchange(request, await verifierOf(request), { signer })).status).toBe(200);
  });

  test('find the request token by its verifier when the client sends none', async () => {
    const request = await requestToken();
    const verifier = await verifierOf(request);
    const answer = await exchange(request, verifier, { signer: { token: { token: '', secret: request.secret } } });
    expect(answer.status).toBe(200);
    const url = `${gateway.url}/en/oauth/accessToken`;
    expect(problemOf(await call('accessToken', { protocol: { oauth_verifier: verifier } }))).toEqual([
      401,
      'signature_invalid',
    ]);
    expect(url).toContain('/en/');
  });

  test('are open to POST and to the query, under every locale', async () => {
    for (const locale of ['fr', 'en', 'it', 'es', 'de']) {
      const url = `${gateway.url}/${locale}/oauth/requestToken`;
      const sign = (method: string) =>
        new URLSearchParams(signRequest(signerOf(), { method, url, protocol: { oauth_callback: CALLBACK } }));
      expect((await checkedFetch(`${url}?${sign('GET')}`)).status).toBe(200);
      expect((await checkedFetch(url, { method: 'POST', body: sign('POST') })).status).toBe(200);
    }
    expect((await fetch(`${gateway.url}/pt/oauth/requestToken`)).status).toBe(404);
  });

  test('are walked by oauth-1.0a and by oauth', async () => {
    const ddo = new DdoOAuth({
      consumer: { key: application.consumerKey, secret: application.consumerSecret },
      signature_method: 'HMAC-SHA1',
      hash_function: (base, key) => createHmac('sha1', key).update(base).digest('base64'),
    });
    const url = `${gateway.url}/de/oauth/requestToken`;
    const headers = { ...ddo.toHeader(ddo.authorize({ url, method: 'POST', data: { oauth_callback: 'oob' } })) };
    const body = new URLSearchParams({ oauth_callback: 'oob' });
    expect((await checkedFetch(url, { method: 'POST', headers, body })).status).toBe(200);

    const ciaran = new CiaranOAuth(
      `${gateway.url}/fr/oauth/requestToken`,
      `${gateway.url}/fr/oauth/accessToken`,
      application.consumerKey,
      application.consumerSecret,
      '1.0A',
      CALLBACK,
      'HMAC-SHA1',
    );
    const request = await new Promise<Token>((resolve, reject) => {
      ciaran.getOAuthRequestToken((error, token, secret) =>
        error ? reject(new Error(JSON.stringify(error))) : resolve({ token, secret }),
      );
    });
    const verifier = await verifierOf(request);
    const access = await new Promise<Token>((resolve, reject) => {
      ciaran.getOAuthAccessToken(request.token, request.secret, verifier, (error, token, secret) =>
        error ? reject(new Error(JSON.stringify(error))) : resolve({ token, secret }),
      );
    });
    expect(access.token).not.toBe(request.token);
  });
});

describe('a request token', () => {
  test('is used once, even by two at the same moment', async () => {
    const request = await requestToken();
    const verifier = await verifierOf(request);
    const answers = await Promise.all(Array.from({ length: 4 }, () => exchange(request, verifier)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 401, 401, 401]);
    expect(problemOf(await exchange(request, verifier))).toEqual([401, 'token_rejected']);
  });

  test('that is exchanged while the owner takes the access back leaves no grant', async () => {
    for (let round = 0; round < 8; round++) {
      const person = await system.createOwner(gateway);
      const request = await requestToken();
      const back = new URL((await decide(request, 'allow', person)).location ?? '');
      const verifier = back.searchParams.get('oauth_verifier') ?? '';
      const revoke = async () => {
        await gateway.requestTokens.refuseAuthorized(person.userId, application.id);
        await gateway.grants.revoke(person.userId, application.id);
      };
      await Promise.all([exchange(request, verifier), revoke()]);
      expect(await gateway.grants.listOfUser(person.userId)).toEqual([]);
    }
  });

  test('is used and its grant made in one step', async () => {
    const request = await requestToken();
    await verifierOf(request);
    const digest = tokenDigest(request.token);
    const failing = gateway.requestTokens.use(digest, () => Promise.reject(new Error('no grant')));
    await expect(failing).rejects.toThrow('no grant');
    expect((await gateway.requestTokens.find(digest))?.state).toBe('authorized');
    expect(await gateway.requestTokens.use(digest, () => Promise.resolve())).toBe(true);
    expect(await gateway.requestTokens.use(digest, () => Promise.resolve())).toBe(false);
  });

  test('ends after five wrong verifiers, also when they come at once', async () => {
    const request = await requestToken();
    const verifier = await verifierOf(request);
    const wrong = await Promise.all(Array.from({ length: 12 }, (_none, index) => exchange(request, `guess-${index}`)));
    expect(wrong.filter(({ fields }) => fields.get('oauth_problem') === 'permission_denied')).toHaveLength(5);
    expect(problemOf(await exchange(request, verifier))).toEqual([401, 'token_rejected']);
  });

  test('is exchanged only after it was allowed', async () => {
    const request = await requestToken();
    expect(problemOf(await exchange(request, 'anything'))).toEqual([401, 'permission_denied']);
    const refused = await decide(request, 'refuse');
    expect(refused.location).toBe(`${CALLBACK}&oauth_token=${request.token}&oauth_problem=user_refused`);
    expect(problemOf(await exchange(request, 'anything'))).toEqual([401, 'permission_denied']);
  });

  test('of another application is refused', async () => {
    const other = await gateway.applications.create({
      companyId: system.company.id,
      name: 'Other',
      callbacks: ['https://other.example/'],
    });
    const request = await requestToken();
    const verifier = await verifierOf(request);
    const signer = { consumerKey: other.consumerKey, key: other.consumerSecret };
    expect(problemOf(await exchange(request, verifier, { signer }))).toEqual([401, 'token_rejected']);
    const withoutToken = { signer: { ...signer, token: { token: '', secret: request.secret } } };
    expect(problemOf(await exchange(request, verifier, withoutToken))).toEqual([401, 'token_rejected']);
    expect((await exchange(request, verifier)).status).toBe(200);
  });

  test('is asked for with a registered callback', async () => {
    for (const callback of [
      'https://evil.example/connected',
      'https://app.example.com/other',
      'javascript:alert(1)',
      'connected',
    ]) {
      const answer = await call('requestToken', { protocol: { oauth_callback: callback } });
      expect(problemOf(answer)).toEqual([400, 'parameter_rejected']);
      expect(answer.fields.get('oauth_parameters_rejected')).toBe('oauth_callback');
    }
  });
});

describe('a request is refused', () => {
  const refusals: [string, () => Promise<{ status: number; fields: URLSearchParams }>, number, string][] = [
    [
      'without a nonce',
      () => call('requestToken', { protocol: { oauth_callback: 'oob', oauth_nonce: '' } }),
      400,
      'parameter_absent',
    ],
    ['without a callback', () => call('requestToken'), 400, 'parameter_absent'],
    [
      'with PLAINTEXT',
      () => call('requestToken', { protocol: { oauth_callback: 'oob', oauth_signature_method: 'PLAINTEXT' } }),
      400,
      'signature_method_rejected',
    ],
    [
      'with another version',
      () => call('requestToken', { protocol: { oauth_callback: 'oob', oauth_version: '1.1' } }),
      400,
      'version_rejected',
    ],
    [
      'with an old timestamp',
      () =>
        call('requestToken', {
          protocol: { oauth_callback: 'oob', oauth_timestamp: `${Math.floor(system.clock.now() / 1000) - 301}` },
        }),
      401,
      'timestamp_refused',
    ],
    [
      'with milliseconds',
      () => call('requestToken', { protocol: { oauth_callback: 'oob', oauth_timestamp: `${system.clock.now()}` } }),
      401,
      'timestamp_refused',
    ],
    [
      'with a negative timestamp',
      () => call('requestToken', { protocol: { oauth_callback: 'oob', oauth_timestamp: '-1' } }),
      401,
      'timestamp_refused',
    ],
    [
      'with a nonce of 129 characters',
      () => call('requestToken', { protocol: { oauth_callback: 'oob', oauth_nonce: 'n'.repeat(129) } }),
      400,
      'parameter_rejected',
    ],
    [
      'with an unknown consumer key',
      () => call('requestToken', { signer: { consumerKey: 'nobody' }, protocol: { oauth_callback: 'oob' } }),
      401,
      'consumer_key_unknown',
    ],
    [
      'with a wrong secret',
      () => call('requestToken', { signer: { key: 'wrong' }, protocol: { oauth_callback: 'oob' } }),
      401,
      'signature_invalid',
    ],
    ['with an unknown token', () => exchange({ token: 'nothing', secret: 'x' }, 'v'), 401, 'token_rejected'],
  ];
  test.each(refusals)('%s', async (_case, send, status, problem) => {
    const answer = await send();
    expect(problemOf(answer)).toEqual([status, problem]);
  });

  test('in the form and with the challenge that decisions §5 ask for', async () => {
    const answer = await call('requestToken', { signer: { key: 'wrong' }, protocol: { oauth_callback: 'oob' } });
    expect(answer.headers.get('www-authenticate')).toBe(`OAuth realm="${gateway.url}"`);
    expect(answer.headers.get('content-type')).toMatch(/^application\/x-www-form-urlencoded/);
  });

  test('when its PEM public key is used as an HMAC secret', async () => {
    const pem = application.rsaPublicKey ?? '';
    for (const key of [pem, pem.trim(), pem.replaceAll('\n', '\r\n')]) {
      expect(problemOf(await call('requestToken', { signer: { key }, protocol: { oauth_callback: 'oob' } }))).toEqual([
        401,
        'signature_invalid',
      ]);
    }
  });

  test('when it is signed with RSA-SHA1 and no key was registered, or another one', async () => {
    const plain = await gateway.applications.create({
      companyId: system.company.id,
      name: 'Plain',
      callbacks: ['oob'],
    });
    const signer = { consumerKey: plain.consumerKey, key: privateKey };
    expect(problemOf(await call('requestToken', { signer, protocol: { oauth_callback: 'oob' } }))).toEqual([
      400,
      'signature_method_rejected',
    ]);
    const stranger = createPrivateKey(
      generateKeyPairSync('rsa', { modulusLength: 2_048 }).privateKey.export({ type: 'pkcs8', format: 'pem' }),
    );
    expect(
      problemOf(await call('requestToken', { signer: { key: stranger }, protocol: { oauth_callback: 'oob' } })),
    ).toEqual([401, 'signature_invalid']);
  });

  test('when it comes a second time, also at another gateway', async () => {
    const second = await system.start({ publicUrl: gateway.url });
    const url = `${gateway.url}/fr/oauth/requestToken`;
    const request: RequestToSign = { method: 'GET', url, protocol: { oauth_callback: 'oob' } };
    const Authorization = toAuthorizationHeader(signRequest(signerOf(), request, system.clock.now()));
    const send = async (base: string) => {
      const answer = await checkedFetch(url.replace(gateway.url, base), { headers: { Authorization } });
      return [answer.status, new URLSearchParams(await answer.text()).get('oauth_problem')];
    };
    const answers = await Promise.all([send(gateway.url), send(second.url), send(gateway.url), send(second.url)]);
    expect(answers.filter(([status]) => status === 200)).toHaveLength(1);
    expect(answers.filter(([, problem]) => problem === 'nonce_used')).toHaveLength(3);
  });

  test('without using its nonce up, so that a stranger cannot spend it', async () => {
    const protocol = { oauth_callback: 'oob', oauth_nonce: 'kept-for-me' };
    expect((await call('requestToken', { signer: { key: 'wrong' }, protocol })).status).toBe(401);
    expect((await call('requestToken', { protocol })).status).toBe(200);
  });

  test('once its application is disabled, at every gateway', async () => {
    const gone = await gateway.applications.create({ companyId: system.company.id, name: 'Gone', callbacks: ['oob'] });
    const signer = { consumerKey: gone.consumerKey, key: gone.consumerSecret };
    expect((await call('requestToken', { signer, protocol: { oauth_callback: 'oob' } })).status).toBe(200);
    const second = await system.start({ publicUrl: gateway.url });
    await gateway.applications.disable(gone.id);
    expect(problemOf(await call('requestToken', { signer, protocol: { oauth_callback: 'oob' }, at: second }))).toEqual([
      401,
      'consumer_key_unknown',
    ]);
  });
});

// Moves the clock, so it comes last.
describe('an old request token', () => {
  test('is refused after ten minutes', async () => {
    const request = await requestToken();
    const verifier = await verifierOf(request);
    system.clock.forward(600_001);
    expect(problemOf(await exchange(request, verifier))).toEqual([401, 'token_expired']);
    const late = await decide(await requestToken(), 'allow');
    expect(late.status).toBe(303);
  });
});
