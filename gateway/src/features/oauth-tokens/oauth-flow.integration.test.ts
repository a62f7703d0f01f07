import { createHmac } from 'node:crypto';
import { checkedFetch } from '@vitae/test/support/gateway/checked-fetch';
import {
  CALLBACK,
  type ConsumerFixture,
  problemOf,
  startConsumerFixture,
  type Token,
  tokenIn,
} from '@vitae/test/support/gateway/oauth-consumer';
import { signRequest } from '@vitae/test/support/gateway/sign-request';
import { OAuth as CiaranOAuth } from 'oauth';
import DdoOAuth from 'oauth-1.0a';

let consumer: ConsumerFixture;

beforeAll(async () => {
  consumer = await startConsumerFixture(process.env);
});
afterAll(() => consumer.system.close());

describe('OAuth flow', () => {
  test('issues an access token that differs from the request token', async () => {
    const request = await consumer.requestToken();
    expect(request.token).toMatch(/^[A-Za-z0-9_-]{27,}$/);
    const response = await consumer.decide(request, 'allow');
    expect(response.location).toMatch(
      /^https:\/\/app\.example\.com\/connected\?from=vitae&x=%26&oauth_token=[\w-]+&oauth_verifier=[\w-]+$/,
    );
    const verifier = new URL(response.location ?? '').searchParams.get('oauth_verifier') ?? '';
    const { status, fields, headers } = await consumer.exchange(request, verifier);
    expect(status).toBe(200);
    expect(headers.get('content-type')).toBe('application/x-www-form-urlencoded; charset=utf-8');
    expect(headers.get('cache-control')).toBe('no-store');
    const access = tokenIn(fields);
    expect(access.token).not.toBe(request.token);
    const grants = await consumer.gateway.grants.listOfUser(consumer.owner.userId);
    expect(grants).toMatchObject([
      { applicationId: consumer.application.id, companyId: consumer.system.company.id, userId: consumer.owner.userId },
    ]);
  });

  test('works with RSA-SHA1', async () => {
    const signer = { consumerKey: consumer.rsaApplication.consumerKey, key: consumer.privateKey };
    const request = await consumer.requestToken(CALLBACK, { signer });
    expect((await consumer.exchange(request, await consumer.verifierOf(request), { signer })).status).toBe(200);
  });

  test('finds the request token by the verifier if the client sends no token', async () => {
    const request = await consumer.requestToken();
    const verifier = await consumer.verifierOf(request);
    const response = await consumer.exchange(request, verifier, {
      signer: { token: { token: '', secret: request.secret } },
    });
    expect(response.status).toBe(200);
    expect(problemOf(await consumer.call('accessToken', { protocol: { oauth_verifier: verifier } }))).toEqual([
      401,
      'signature_invalid',
    ]);
  });

  test('accepts POST, query parameters and every locale', async () => {
    for (const locale of ['fr', 'en', 'it', 'es', 'de']) {
      const url = `${consumer.gateway.url}/${locale}/oauth/requestToken`;
      const sign = (method: string) =>
        new URLSearchParams(signRequest(consumer.signer(), { method, url, protocol: { oauth_callback: CALLBACK } }));
      expect((await checkedFetch(`${url}?${sign('GET')}`)).status).toBe(200);
      expect((await checkedFetch(url, { method: 'POST', body: sign('POST') })).status).toBe(200);
    }
    expect((await fetch(`${consumer.gateway.url}/pt/oauth/requestToken`)).status).toBe(404);
  });

  test('works with the clients oauth-1.0a and oauth', async () => {
    const ddo = new DdoOAuth({
      consumer: { key: consumer.application.consumerKey, secret: consumer.application.consumerSecret },
      signature_method: 'HMAC-SHA1',
      hash_function: (base, key) => createHmac('sha1', key).update(base).digest('base64'),
    });
    const url = `${consumer.gateway.url}/de/oauth/requestToken`;
    const headers = { ...ddo.toHeader(ddo.authorize({ url, method: 'POST', data: { oauth_callback: 'oob' } })) };
    const body = new URLSearchParams({ oauth_callback: 'oob' });
    expect((await checkedFetch(url, { method: 'POST', headers, body })).status).toBe(200);

    const ciaran = new CiaranOAuth(
      `${consumer.gateway.url}/fr/oauth/requestToken`,
      `${consumer.gateway.url}/fr/oauth/accessToken`,
      consumer.application.consumerKey,
      consumer.application.consumerSecret,
      '1.0A',
      CALLBACK,
      'HMAC-SHA1',
    );
    const request = await new Promise<Token>((resolve, reject) => {
      ciaran.getOAuthRequestToken((error, token, secret) =>
        error ? reject(new Error(JSON.stringify(error))) : resolve({ token, secret }),
      );
    });
    const verifier = await consumer.verifierOf(request);
    const access = await new Promise<Token>((resolve, reject) => {
      ciaran.getOAuthAccessToken(request.token, request.secret, verifier, (error, token, secret) =>
        error ? reject(new Error(JSON.stringify(error))) : resolve({ token, secret }),
      );
    });
    expect(access.token).not.toBe(request.token);
  });
});
