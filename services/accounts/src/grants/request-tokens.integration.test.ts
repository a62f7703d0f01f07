import {
  CALLBACK,
  problemOf,
  type ScratchConsumer,
  startScratchConsumer,
} from '@vitae/test/support/gateway/oauth-consumer';
import { tokenDigest } from '../applications/token.ts';

let consumer: ScratchConsumer;

beforeAll(async () => {
  consumer = await startScratchConsumer(process.env);
});
afterAll(() => consumer.system.close());

describe('a request token', () => {
  test('is used once, even by two at the same moment', async () => {
    const request = await consumer.requestToken();
    const verifier = await consumer.verifierOf(request);
    const answers = await Promise.all(Array.from({ length: 4 }, () => consumer.exchange(request, verifier)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 401, 401, 401]);
    expect(problemOf(await consumer.exchange(request, verifier))).toEqual([401, 'token_rejected']);
  });

  test('that is exchanged while the owner takes the access back leaves no grant', async () => {
    for (let round = 0; round < 8; round++) {
      const person = await consumer.system.createOwner(consumer.gateway);
      const request = await consumer.requestToken();
      const back = new URL((await consumer.decide(request, 'allow', person)).location ?? '');
      const verifier = back.searchParams.get('oauth_verifier') ?? '';
      const revoke = async () => {
        await consumer.gateway.requestTokens.refuseAuthorized(person.userId, consumer.application.id);
        await consumer.gateway.grants.revoke(person.userId, consumer.application.id);
      };
      await Promise.all([consumer.exchange(request, verifier), revoke()]);
      expect(await consumer.gateway.grants.listOfUser(person.userId)).toEqual([]);
    }
  });

  test('is used and its grant made in one step', async () => {
    const request = await consumer.requestToken();
    await consumer.verifierOf(request);
    const digest = tokenDigest(request.token);
    const failing = consumer.gateway.requestTokens.use(digest, () => Promise.reject(new Error('no grant')));
    await expect(failing).rejects.toThrow('no grant');
    expect((await consumer.gateway.requestTokens.find(digest))?.state).toBe('authorized');
    expect(await consumer.gateway.requestTokens.use(digest, () => Promise.resolve())).toBe(true);
    expect(await consumer.gateway.requestTokens.use(digest, () => Promise.resolve())).toBe(false);
  });

  test('ends after five wrong verifiers, also when they come at once', async () => {
    const request = await consumer.requestToken();
    const verifier = await consumer.verifierOf(request);
    const wrong = await Promise.all(
      Array.from({ length: 12 }, (_none, index) => consumer.exchange(request, `guess-${index}`)),
    );
    expect(wrong.filter(({ fields }) => fields.get('oauth_problem') === 'permission_denied')).toHaveLength(5);
    expect(problemOf(await consumer.exchange(request, verifier))).toEqual([401, 'token_rejected']);
  });

  test('is exchanged only after it was allowed', async () => {
    const request = await consumer.requestToken();
    expect(problemOf(await consumer.exchange(request, 'anything'))).toEqual([401, 'permission_denied']);
    const refused = await consumer.decide(request, 'refuse');
    expect(refused.location).toBe(`${CALLBACK}&oauth_token=${request.token}&oauth_problem=user_refused`);
    expect(problemOf(await consumer.exchange(request, 'anything'))).toEqual([401, 'permission_denied']);
  });

  test('of another application is refused', async () => {
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

  test('is asked for with a registered callback', async () => {
    for (const callback of [
      'https://evil.example/connected',
      'https://app.example.com/other',
      'javascript:alert(1)',
      'connected',
    ]) {
      const answer = await consumer.call('requestToken', { protocol: { oauth_callback: callback } });
      expect(problemOf(answer)).toEqual([400, 'parameter_rejected']);
      expect(answer.fields.get('oauth_parameters_rejected')).toBe('oauth_callback');
    }
  });
});

// Moves the clock, so it comes last.
describe('an old request token', () => {
  test('is refused after ten minutes', async () => {
    const request = await consumer.requestToken();
    const verifier = await consumer.verifierOf(request);
    consumer.system.clock.forward(600_001);
    expect(problemOf(await consumer.exchange(request, verifier))).toEqual([401, 'token_expired']);
    const late = await consumer.decide(await consumer.requestToken(), 'allow');
    expect(late.status).toBe(303);
  });
});
