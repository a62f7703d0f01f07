import type { Json } from '../../support/company-api.ts';
import { checkedFetch } from '../../support/gateway/checked-fetch.ts';
import { statusOfLargeXml } from '../../support/large-body.ts';
import { until } from '../../support/until.ts';
import { oauthSigner, problemOf } from '../../support/user-api.ts';
import type { Owner, UserApiSystem } from '../../support/user-api-system.ts';

type Context = { system: UserApiSystem; owner: Owner; otherOwner: Owner };

export function rejectedRequestTests(context: () => Context): void {
  const system = () => context().system;
  const owner = () => context().owner;
  const otherOwner = () => context().otherOwner;

  test('rejects a parameter that is sent twice and names it', async () => {
    const query = `apiKey=${system().application.apiKey}&userId=${owner().id}&userId=${otherOwner().id}`;
    const response = await checkedFetch(`${system().publicUrl}/employmentpreferences?${query}`);
    expect([response.status, ((await response.json()) as Json).error.details]).toEqual([
      400,
      [{ field: 'userId', message: 'was sent more than once' }],
    ]);
  });

  test('rejects XML of 5 MB', async () => {
    const url = `${system().publicUrl}/metadata/update?apiKey=${system().application.apiKey}`;
    expect(await statusOfLargeXml(url, 5 * 1024 * 1024)).toBe(413);
  });

  test('rejects an unsigned request with a challenge', async () => {
    const response = await checkedFetch(`${system().publicUrl}/user`);
    expect([response.status, response.headers.get('www-authenticate')]).toEqual([
      401,
      `OAuth realm="${system().publicUrl}"`,
    ]);
  });

  test('rejects a replayed request on every gateway', async () => {
    const { token } = await system().authorize(system().application, owner());
    const signer = oauthSigner(system().application);
    const headers = {
      ...signer.toHeader(signer.authorize({ url: `${system().publicUrl}/user`, method: 'GET' }, token)),
    };
    const responses = [];
    for (const gateway of [...system().gateways, ...system().gateways])
      responses.push(await checkedFetch(`${gateway}/user`, { headers }));
    expect(responses.map(({ status }) => status)).toEqual([200, 401, 401, 401]);
    expect(new URLSearchParams(await responses[1]?.text()).get('oauth_problem')).toBe('nonce_used');
  });

  test('rejects a token of another application', async () => {
    const { token } = await system().authorize(system().application, owner());
    const response = await system().apiOf(token, system().rsaApplication).get('/user');
    expect([response.status, problemOf(response)]).toEqual([401, 'token_rejected']);
  });

  test('rejects an unsupported method', async () => {
    const response = await checkedFetch(`${system().publicUrl}/user`, { method: 'DELETE' });
    expect([response.status, response.headers.get('allow')]).toEqual([405, 'GET, HEAD, OPTIONS']);
  });

  test('rejects the 251st request of a minute with the specified message', async () => {
    const api = await system().authorize(system().rsaApplication, otherOwner());
    await until('the first half of a minute', () => new Date().getSeconds() < 30);
    const get = () => api.get('/baseslist', { query: { locale: 'en' } });
    const responses: Awaited<ReturnType<typeof get>>[] = [];
    // Not all at the same time: a busy machine would respond 503 to some.
    while (responses.length < 260) responses.push(...(await Promise.all(Array.from({ length: 26 }, get))));
    const limited = responses.filter(({ status }) => status === 429);
    const counts: Record<number, number> = {};
    for (const { status } of responses) counts[status] = (counts[status] ?? 0) + 1;
    expect(counts).toEqual({ 200: 250, 429: 10 });
    expect(limited[0]?.json.error.message).toMatch(
      /^API rate limit exceeded: maximum 250 standard request\(s\) per minute reached for your application\. Retry after \d\d:\d\d:\d\d Europe\/Paris\.$/,
    );
  }, 120_000);
}
