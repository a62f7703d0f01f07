import { createPrivateKey, generateKeyPairSync } from 'node:crypto';
import { checkedFetch } from '@vitae/test/support/gateway/checked-fetch';
import { type ConsumerFixture, problemOf, startConsumerFixture } from '@vitae/test/support/gateway/oauth-consumer';
import { type RequestToSign, signRequest, toAuthorizationHeader } from '@vitae/test/support/gateway/sign-request';

let consumer: ConsumerFixture;

beforeAll(async () => {
  consumer = await startConsumerFixture(process.env);
});
afterAll(() => consumer.system.close());

describe('rejected token requests', () => {
  const rejections: [string, () => Promise<{ status: number; fields: URLSearchParams }>, number, string][] = [
    [
      'without a nonce',
      () => consumer.call('requestToken', { protocol: { oauth_callback: 'oob', oauth_nonce: '' } }),
      400,
      'parameter_absent',
    ],
    ['without a callback', () => consumer.call('requestToken'), 400, 'parameter_absent'],
    [
      'with PLAINTEXT',
      () => consumer.call('requestToken', { protocol: { oauth_callback: 'oob', oauth_signature_method: 'PLAINTEXT' } }),
      400,
      'signature_method_rejected',
    ],
    [
      'with another version',
      () => consumer.call('requestToken', { protocol: { oauth_callback: 'oob', oauth_version: '1.1' } }),
      400,
      'version_rejected',
    ],
    [
      'with an old timestamp',
      () =>
        consumer.call('requestToken', {
          protocol: {
            oauth_callback: 'oob',
            oauth_timestamp: `${Math.floor(consumer.system.clock.now() / 1000) - 301}`,
          },
        }),
      401,
      'timestamp_refused',
    ],
    [
      'with a timestamp in milliseconds',
      () =>
        consumer.call('requestToken', {
          protocol: { oauth_callback: 'oob', oauth_timestamp: `${consumer.system.clock.now()}` },
        }),
      401,
      'timestamp_refused',
    ],
    [
      'with a negative timestamp',
      () => consumer.call('requestToken', { protocol: { oauth_callback: 'oob', oauth_timestamp: '-1' } }),
      401,
      'timestamp_refused',
    ],
    [
      'with a nonce of 129 characters',
      () => consumer.call('requestToken', { protocol: { oauth_callback: 'oob', oauth_nonce: 'n'.repeat(129) } }),
      400,
      'parameter_rejected',
    ],
    [
      'with an unknown consumer key',
      () => consumer.call('requestToken', { signer: { consumerKey: 'unknown' }, protocol: { oauth_callback: 'oob' } }),
      401,
      'consumer_key_unknown',
    ],
    [
      'with a wrong secret',
      () => consumer.call('requestToken', { signer: { key: 'wrong' }, protocol: { oauth_callback: 'oob' } }),
      401,
      'signature_invalid',
    ],
    ['with an unknown token', () => consumer.exchange({ token: 'nothing', secret: 'x' }, 'v'), 401, 'token_rejected'],
  ];
  test.each(rejections)('returns a problem for a request %s', async (_case, send, status, problem) => {
    const response = await send();
    expect(problemOf(response)).toEqual([status, problem]);
  });

  test('have a form as body and a challenge', async () => {
    const response = await consumer.call('requestToken', {
      signer: { key: 'wrong' },
      protocol: { oauth_callback: 'oob' },
    });
    expect(response.headers.get('www-authenticate')).toBe(`OAuth realm="${consumer.gateway.url}"`);
    expect(response.headers.get('content-type')).toMatch(/^application\/x-www-form-urlencoded/);
  });

  test('include requests signed with the PEM public key as an HMAC secret', async () => {
    const { consumerKey, rsaPublicKey: pem } = consumer.rsaApplication;
    for (const key of [pem ?? '', pem?.trim() ?? '', pem?.replaceAll('\n', '\r\n') ?? '']) {
      const request = { signer: { consumerKey, key }, protocol: { oauth_callback: 'oob' } };
      expect(problemOf(await consumer.call('requestToken', request))).toEqual([400, 'signature_method_rejected']);
    }
  });

  test('include requests signed with the secret of an application that has a public key', async () => {
    const { consumerKey, consumerSecret } = consumer.rsaApplication;
    const request = { signer: { consumerKey, key: consumerSecret }, protocol: { oauth_callback: 'oob' } };
    expect(problemOf(await consumer.call('requestToken', request))).toEqual([400, 'signature_method_rejected']);
  });

  test('include RSA-SHA1 signatures without a registered key or by another key', async () => {
    const plain = await consumer.gateway.applications.create({
      companyId: consumer.system.company.id,
      name: 'Plain',
      callbacks: ['oob'],
    });
    const signer = { consumerKey: plain.consumerKey, key: consumer.privateKey };
    expect(problemOf(await consumer.call('requestToken', { signer, protocol: { oauth_callback: 'oob' } }))).toEqual([
      400,
      'signature_method_rejected',
    ]);
    const otherKey = createPrivateKey(
      generateKeyPairSync('rsa', { modulusLength: 2_048 }).privateKey.export({ type: 'pkcs8', format: 'pem' }),
    );
    expect(
      problemOf(
        await consumer.call('requestToken', {
          signer: { consumerKey: consumer.rsaApplication.consumerKey, key: otherKey },
          protocol: { oauth_callback: 'oob' },
        }),
      ),
    ).toEqual([401, 'signature_invalid']);
  });

  test('include a replay at any gateway', async () => {
    const second = await consumer.system.start({ publicUrl: consumer.gateway.url });
    const url = `${consumer.gateway.url}/fr/oauth/requestToken`;
    const request: RequestToSign = { method: 'GET', url, protocol: { oauth_callback: 'oob' } };
    const Authorization = toAuthorizationHeader(signRequest(consumer.signer(), request, consumer.system.clock.now()));
    const send = async (base: string) => {
      const response = await checkedFetch(url.replace(consumer.gateway.url, base), { headers: { Authorization } });
      return [response.status, new URLSearchParams(await response.text()).get('oauth_problem')];
    };
    const responses = await Promise.all([
      send(consumer.gateway.url),
      send(second.url),
      send(consumer.gateway.url),
      send(second.url),
    ]);
    expect(responses.filter(([status]) => status === 200)).toHaveLength(1);
    expect(responses.filter(([, problem]) => problem === 'nonce_used')).toHaveLength(3);
  });

  test('do not consume the nonce', async () => {
    const protocol = { oauth_callback: 'oob', oauth_nonce: 'kept-for-me' };
    expect((await consumer.call('requestToken', { signer: { key: 'wrong' }, protocol })).status).toBe(401);
    expect((await consumer.call('requestToken', { protocol })).status).toBe(200);
  });

  test('include requests of a disabled application at every gateway', async () => {
    const disabled = await consumer.gateway.applications.create({
      companyId: consumer.system.company.id,
      name: 'Disabled',
      callbacks: ['oob'],
    });
    const signer = { consumerKey: disabled.consumerKey, key: disabled.consumerSecret };
    expect((await consumer.call('requestToken', { signer, protocol: { oauth_callback: 'oob' } })).status).toBe(200);
    const second = await consumer.system.start({ publicUrl: consumer.gateway.url });
    await consumer.gateway.applications.disable(disabled.id);
    expect(
      problemOf(await consumer.call('requestToken', { signer, protocol: { oauth_callback: 'oob' }, at: second })),
    ).toEqual([401, 'consumer_key_unknown']);
  });
});
