import { type IncomingMessage, request } from 'node:http';
import { connect } from 'node:net';
import { json } from 'node:stream/consumers';
import { checkedFetch } from '@vitae/test/support/gateway/checked-fetch';
import type { GatewayFixture } from '@vitae/test/support/gateway/gateway-fixture';
import { sampleCv, sampleUser } from '@vitae/test/support/gateway/sample-cv';
import { type SystemFixture, signPath, startSystemFixture } from '@vitae/test/support/gateway/system-fixture';
import { until } from '@vitae/test/support/until';

let system: SystemFixture;
let gateway: GatewayFixture;
const BODY = sampleCv(7, 'Ingénieure');

beforeAll(async () => {
  system = await startSystemFixture(process.env);
  await system.companies.setLimits(system.company.id, { standard: 10_000 });
  gateway = await system.start();
  system.resume.cvs.set(7, { companyId: system.company.id, revision: 3, json: BODY });
  system.resume.cvs.set(8, { companyId: system.company.id + 1, revision: 1, json: sampleCv(8) });
  system.resume.users.set('5', { companyId: system.company.id, revision: 1, json: sampleUser(5) });
  system.resume.users.set('origin a/b é', { companyId: system.company.id, revision: 1, json: sampleUser(6) });
});
afterAll(() => system.close());

const sign = (path: string, method = 'GET') => signPath(system.key, path, { method });
const get = (path: string, headers: Record<string, string> = {}) => checkedFetch(gateway.url + sign(path), { headers });

describe('a signed call', () => {
  test.each(['/api/v1/svc/cv/7', '/api/v1/cv/7'])('%s answers the bytes of the CV', async (path) => {
    const answer = await get(path);
    expect(answer.status).toBe(200);
    expect(await answer.text()).toBe(BODY);
    expect(answer.headers.get('content-type')).toBe('application/json; charset=utf-8');
    expect(answer.headers.get('content-length')).toBe(String(Buffer.byteLength(BODY)));
    expect(answer.headers.get('etag')).toBe('"3"');
    expect(answer.headers.get('x-ratelimit-limit')).toBe('10000');
    expect(Number(answer.headers.get('x-ratelimit-reset')) % 60).toBe(0);
    expect(answer.headers.get('x-powered-by')).toBeNull();
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
      'cache-control': 'private, no-cache',
    });
  });

  test('reaches the service with its company and its request id', async () => {
    await get('/api/v1/cv/7', { 'X-Request-Id': 'trace-0123456789' });
    expect(system.resume.callers.at(-1)).toMatchObject({ companyId: system.company.id, requestId: 'trace-0123456789' });
  });

  test('is told that nothing has changed', async () => {
    for (const tag of ['"3"', 'W/"3"', '"2", "3"', '*']) {
      const answer = await get('/api/v1/cv/7', { 'If-None-Match': tag });
      expect([answer.status, await answer.text()]).toEqual([304, '']);
      expect(answer.headers.get('etag')).toBe('"3"');
      expect(answer.headers.get('x-ratelimit-remaining')).not.toBeNull();
    }
    expect((await get('/api/v1/cv/7', { 'If-None-Match': '"4"' })).status).toBe(200);
  });

  test('with HEAD has the headers alone', async () => {
    const answer = await checkedFetch(gateway.url + sign('/api/v1/cv/7', 'HEAD'), { method: 'HEAD' });
    expect([answer.status, await answer.text()]).toEqual([200, '']);
    expect(answer.headers.get('content-length')).toBe(String(Buffer.byteLength(BODY)));
  });

  test('reads a user by our id or by the company’s own', async () => {
    expect(await (await get('/api/v1/users/5')).text()).toBe(sampleUser(5));
    expect(await (await get('/api/v1/users/a%2Fb%20%C3%A9?isIdOrigin=1')).text()).toBe(sampleUser(6));
  });

  test.each([
    ['a CV of another company', '/api/v1/cv/8', 404],
    ['a CV that is not there', '/api/v1/cv/99', 404],
    ['an address that is not there', '/api/v1/nothing', 404],
    ['a word for an id', '/api/v1/cv/seven', 400],
    ['a negative id', '/api/v1/cv/-7', 400],
    ['an id beyond any number', '/api/v1/cv/99999999999999999999', 400],
    ['a flag that is none', '/api/v1/users/5?isIdOrigin=yes', 400],
    ['an id that is not UTF-8', '/api/v1/users/%FF?isIdOrigin=1', 404],
  ])('for %s is a JSON error that counts', async (_what, path, status) => {
    const answer = await get(path);
    expect(answer.status).toBe(status);
    expect(await answer.json()).toMatchObject({ error: { code: status, message: expect.any(String) } });
    expect(answer.headers.get('x-ratelimit-remaining')).not.toBeNull();
    expect(answer.headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/);
  });

  test('for another company’s CV says the same as for none', async () => {
    const [theirs, none] = await Promise.all(['/api/v1/cv/8', '/api/v1/cv/99'].map((path) => get(path)));
    expect(await theirs?.text()).toBe(await none?.text());
  });

  test('with a method that the address does not have names those that it has', async () => {
    const answer = await checkedFetch(gateway.url + sign('/api/v1/rate-limit', 'DELETE'), { method: 'DELETE' });
    expect([answer.status, answer.headers.get('allow')]).toEqual([405, 'GET, HEAD']);
  });

  test('can have its errors as RFC 9457 has them', async () => {
    const answer = await get('/api/v1/cv/99', { Accept: 'application/problem+json' });
    expect(answer.headers.get('content-type')).toBe('application/problem+json; charset=utf-8');
    expect(await answer.json()).toMatchObject({ title: 'Not Found', status: 404, detail: expect.any(String) });
  });

  test('reads its quota for free', async () => {
    const standard = async () =>
      ((await (await get('/api/v1/rate-limit')).json()) as { standard: { limit: number; remaining: number } }).standard;
    const { limit } = await standard();
    expect(limit).toBe(10_000);
    // Over the turn of a minute more is left.
    await until('the same is left', async () => {
      const [first, second] = [await standard(), await standard()];
      return first.remaining === second.remaining;
    });
  });
});

describe('a call that is not let in', () => {
  test('is a 403 of one line, without quota headers', async () => {
    for (const [path, line] of [
      ['/api/v1/cv/7', 'Missing parameter: apikey'],
      [sign('/api/v1/cv/7').replace('cv/7', 'cv/8'), 'Invalid signature'],
      [signPath({ key: 'vt_live_00', secret: 'x' }, '/api/v1/cv/7'), 'This api key is not valid!'],
      [signPath(system.key, '/api/v1/cv/7', { now: Date.now() - 301_000 }), 'Timestamp out of range'],
    ] as const) {
      const answer = await checkedFetch(gateway.url + path, { headers: { Accept: 'application/problem+json' } });
      expect([answer.status, await answer.text()]).toEqual([403, line]);
      expect(answer.headers.get('content-type')).toBe('text/plain; charset=utf-8');
      expect(answer.headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/);
      expect(answer.headers.get('x-ratelimit-limit')).toBeNull();
    }
  });

  test('under another method is an invalid signature, whatever the address has', async () => {
    for (const method of ['PUT', 'DELETE', 'POST', 'OPTIONS', 'PATCH']) {
      const answer = await checkedFetch(gateway.url + sign('/api/v1/cv/7'), { method });
      expect([method, answer.status, await answer.text()]).toEqual([method, 403, 'Invalid signature']);
    }
  });

  test('with a query or a number of parameters beyond all bounds is told so', async () => {
    const long = await checkedFetch(gateway.url + sign(`/api/v1/cv/7?x=${'a'.repeat(9_000)}`));
    expect(long.status).toBe(414);
    const many = await checkedFetch(`${gateway.url}/api/v1/cv/7?${'a&'.repeat(2_000)}`);
    expect(many.status).toBe(400);
  });

  test.each(['short', 'a b c d e f', '-leading-dash-000', 'x'.repeat(129)])(
    'does not have its ill-formed request id %s taken over',
    async (id) => {
      const answer = await checkedFetch(`${gateway.url}/api/v1/cv/7`, { headers: { 'X-Request-Id': id } });
      expect(answer.headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/);
    },
  );
});

describe('what is not a call', () => {
  const raw = (bytes: string | Buffer) =>
    new Promise<string>((resolve, reject) => {
      const socket = connect(Number(new URL(gateway.url).port), '127.0.0.1', () => socket.write(bytes));
      let answer = '';
      socket
        .on('data', (chunk) => (answer += chunk.toString()))
        .on('close', () => resolve(answer))
        .on('error', reject);
    });

  test.each([
    ['raw non-ASCII in the address', Buffer.from('GET /api/v1/cv/7?x=é HTTP/1.1\r\nHost: h\r\n\r\n', 'latin1'), 400],
    ['no HTTP at all', 'hello\r\n\r\n', 400],
    ['headers without end', `GET / HTTP/1.1\r\nHost: h\r\nX: ${'x'.repeat(20_000)}\r\n\r\n`, 431],
    ['two lengths', 'POST / HTTP/1.1\r\nHost: h\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n', 400],
  ])('%s is a JSON error with a request id', async (_what, bytes, status) => {
    const answer = await raw(bytes);
    expect(answer).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
    expect(answer).toMatch(/\r\nX-Request-Id: [0-9a-f-]{36}\r\n/);
    expect(JSON.parse(answer.split('\r\n\r\n')[1] ?? '')).toMatchObject({ error: { code: status } });
  });

  test('a call in absolute form, as proxies send it, is one', async () => {
    const answer = await raw(`GET http://h${sign('/api/v1/cv/7')} HTTP/1.1\r\nHost: h\r\nConnection: close\r\n\r\n`);
    expect(answer).toMatch(/^HTTP\/1.1 200 /);
  });

  test('a body over 1 MB is refused, whether its length is said or not', async () => {
    const big = Buffer.alloc(1024 * 1024 + 1, 'a');
    const target = { method: 'PUT', headers: { 'Content-Type': 'application/json' } };
    const said = await checkedFetch(gateway.url + sign('/api/v1/cv/7', 'PUT'), { ...target, body: big });
    expect([said.status, await said.json()]).toMatchObject([413, { error: { code: 413 } }]);
    // Counted: of 10,000, also in a minute that has just begun.
    expect(said.headers.get('x-ratelimit-remaining')).toMatch(/^9\d{3}$/);
    const unsaid = await new Promise<IncomingMessage>((resolve, reject) => {
      const call = request(gateway.url + sign('/api/v1/cv/7', 'PUT'), target, (answer) => resolve(answer.resume()));
      call.on('error', reject);
      call.write(big);
      call.end(big);
    });
    expect(unsaid.statusCode).toBe(413);
    expect(unsaid.headers).toMatchObject({
      'x-ratelimit-remaining': expect.stringMatching(/^9\d{3}$/),
      connection: 'close',
    });
    const unsigned = await checkedFetch(gateway.url + sign('/api/v1/cv/7'), { ...target, body: big });
    expect([unsigned.status, await unsigned.text()]).toEqual([403, 'Invalid signature']);
    const page = await fetch(`${gateway.url}/signin`, { method: 'POST', body: big });
    expect(page.status).toBe(413);
    expect((await get('/api/v1/cv/7')).status).toBe(200);
  });

  test('JSON 10,000 deep harms nothing', async () => {
    const body = '['.repeat(10_000) + ']'.repeat(10_000);
    const answer = await checkedFetch(gateway.url + sign('/api/v1/cv/7', 'PUT'), { method: 'PUT', body });
    expect(answer.status).toBe(400);
    expect((await get('/api/v1/cv/7')).status).toBe(200);
  });

  test('probes answer without a signature, and metrics are not here', async () => {
    expect((await fetch(`${gateway.url}/healthz`)).status).toBe(200);
    expect((await fetch(`${gateway.url}/readyz`)).status).toBe(200);
    expect((await fetch(`${gateway.url}/metrics`)).status).toBe(404);
  });
});

test('where the hosts differ, the company API answers on its own alone', async () => {
  const apart = await system.start({
    environment: { COMPANY_API_URL: 'https://api.example.com', SITE_URL: 'https://cv.example.com' },
  });
  const on = (host: string) =>
    new Promise<IncomingMessage>((resolve, reject) => {
      const call = request(apart.url + sign('/api/v1/cv/7'), { headers: { Host: host } }, resolve);
      call.on('error', reject).end();
    });
  expect((await on('api.example.com')).resume().statusCode).toBe(200);
  expect((await on('API.example.com:8443')).resume().statusCode).toBe(200);
  const elsewhere = await on('cv.example.com');
  expect([elsewhere.statusCode, await json(elsewhere)]).toMatchObject([404, { error: { code: 404 } }]);
  expect(elsewhere.headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/);
});
