import {
  CALLBACK,
  type ConsumerFixture,
  problemOf,
  startConsumerFixture,
} from '@vitae/test/support/gateway/oauth-consumer';
import { tokenDigest } from '../applications/token.ts';

let consumer: ConsumerFixture;

beforeAll(async () => {
  consumer = await startConsumerFixture(process.env);
});
afterAll(() => consumer.system.close());

describe('request tokens', () => {
  test('are exchanged only once, even by concurrent requests', async () => {
    const request = await consumer.requestToken();
    const verifier = await consumer.verifierOf(request);
    const responses = await Promise.all(Array.from({ length: 4 }, () => consumer.exchange(request, verifier)));
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 401, 401, 401]);
    expect(problemOf(await consumer.exchange(request, verifier))).toEqual([401, 'token_rejected']);
  });

  test('leave no grant if they are exchanged while the owner revokes access', async () => {
    for (let round = 0; round < 8; round++) {
      const owner = await consumer.system.createOwner(consumer.gateway);
      const request = await consumer.requestToken();
      const back = new URL((await consumer.decide(request, 'allow', owner)).location ?? '');
      const verifier = back.searchParams.get('oauth_verifier') ?? '';
      const revoke = async () => {
        await consumer.gateway.requestTokens.revokeAuthorized(owner.userId, consumer.application.id);
        await consumer.gateway.grants.revoke(owner.userId, consumer.application.id);
      };
      await Promise.all([consumer.exchange(request, verifier), revoke()]);
      expect(await consumer.gateway.grants.listOfUser(owner.userId)).toEqual([]);
    }
  });

  test('end when the owner revokes access before they are exchanged', async () => {
    const owner = await consumer.system.createOwner(consumer.gateway);
    const request = await consumer.requestToken();
    const back = new URL((await consumer.decide(request, 'allow', owner)).location ?? '');
    await consumer.gateway.requestTokens.revokeAuthorized(owner.userId, consumer.application.id);
    const response = await consumer.exchange(request, back.searchParams.get('oauth_verifier') ?? '');
    expect(problemOf(response)).toEqual([401, 'permission_denied']);
    expect(await consumer.gateway.grants.listOfUser(owner.userId)).toEqual([]);
  });

  test('stay authorized if creating the grant fails', async () => {
    const request = await consumer.requestToken();
    await consumer.verifierOf(request);
    const digest = tokenDigest(request.token);
    const failing = consumer.gateway.requestTokens.consume(digest, () => Promise.reject(new Error('no grant')));
    await expect(failing).rejects.toThrow('no grant');
    expect((await consumer.gateway.requestTokens.find(digest))?.state).toBe('authorized');
    expect(await consumer.gateway.requestTokens.consume(digest, () => Promise.resolve())).toBe(true);
    expect(await consumer.gateway.requestTokens.consume(digest, () => Promise.resolve())).toBe(false);
  });

  test('are rejected after five wrong verifiers, even if these are concurrent', async () => {
    const request = await consumer.requestToken();
    const verifier = await consumer.verifierOf(request);
    const wrong = await Promise.all(
      Array.from({ length: 12 }, (_none, index) => consumer.exchange(request, `guess-${index}`)),
    );
    expect(wrong.filter(({ fields }) => fields.get('oauth_problem') === 'permission_denied')).toHaveLength(5);
    expect(problemOf(await consumer.exchange(request, verifier))).toEqual([401, 'token_rejected']);
  });

  test('are exchanged only after the owner authorized them', async () => {
    const request = await consumer.requestToken();
    expect(problemOf(await consumer.exchange(request, 'anything'))).toEqual([401, 'permission_denied']);
    const denied = await consumer.decide(request, 'refuse');
    expect(denied.location).toBe(`${CALLBACK}&oauth_token=${request.token}&oauth_problem=user_refused`);
    expect(problemOf(await consumer.exchange(request, 'anything'))).toEqual([401, 'permission_denied']);
  });

  test('are rejected if another application presents them', async () => {
    const other = await consumer.gateway.applications.create({
      companyId: consumer.system.company.id,
      name: 'Other',
      callbacks: ['https://other.example/'],
    });
    const request = await consumer.requestToken();
    const verifier = await consumer.verifierOf(request);
    const signer = { consumerKey: other.consumerKey, key: other.consumerSecret };
    expect(problemOf(await consumer.exchange(request, verifier, { signer }))).toEqual([401, 'token_rejected']);
    const withoutToken = { signer: { ...signer, token: { token: '', secret: request.secret } } };
    expect(problemOf(await consumer.exchange(request, verifier, withoutToken))).toEqual([401, 'token_rejected']);
    expect((await consumer.exchange(request, verifier)).status).toBe(200);
  });

  test('require a registered callback', async () => {
    for (const callback of [
      'https://evil.example/connected',
      'https://app.example.com/other',
      'javascript:alert(1)',
      'connected',
    ]) {
      const response = await consumer.call('requestToken', { protocol: { oauth_callback: callback } });
      expect(problemOf(response)).toEqual([400, 'parameter_rejected']);
      expect(response.fields.get('oauth_parameters_rejected')).toBe('oauth_callback');
    }
  });
});

// Last, because it advances the clock.
describe('an expired request token', () => {
  test('is rejected after ten minutes', async () => {
    const request = await consumer.requestToken();
    const verifier = await consumer.verifierOf(request);
    consumer.system.clock.forward(600_001);
    expect(problemOf(await consumer.exchange(request, verifier))).toEqual([401, 'token_expired']);
    const late = await consumer.decide(await consumer.requestToken(), 'allow');
    expect(late.status).toBe(303);
  });
});
