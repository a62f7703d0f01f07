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

describe('signed requests', () => {
  test.each(['/api/v1/svc/cv/7', '/api/v1/cv/7'])('return the CV at %s', async (path) => {
    const response = await get(path);
    expect(response.status).toBe(200);
    expect(await response.text()).toBe(BODY);
    expect(response.headers.get('content-type')).toBe('application/json; charset=utf-8');
    expect(response.headers.get('content-length')).toBe(String(Buffer.byteLength(BODY)));
    expect(response.headers.get('etag')).toBe('"3"');
    expect(response.headers.get('x-ratelimit-limit')).toBe('10000');
    expect(Number(response.headers.get('x-ratelimit-reset')) % 60).toBe(0);
    expect(response.headers.get('x-powered-by')).toBeNull();
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
      'cache-control': 'private, no-cache',
    });
  });

  test('are rejected with the nearest parameter that the operation has', async () => {
    const messageOf = async (path: string, method = 'GET') => {
      const response = await checkedFetch(gateway.url + sign(path, method), { method });
      return [response.status, (await response.json()).error?.message];
    };
    expect(await messageOf('/api/v1/users?filtre=c')).toEqual([400, 'filtre: unknown parameter. Did you mean filter?']);
    expect(await messageOf('/api/v1/users/5?idorigin[]=1')).toEqual([
      400,
      'idorigin: unknown parameter. Did you mean isIdOrigin?',
    ]);
    expect(await messageOf('/api/v1/cv/7?utterly_different=1&apiKey=x')).toEqual([
      400,
      'utterly_different: unknown parameter. Known parameters: format; apiKey: unknown parameter. Known parameters: format',
    ]);
    expect(await messageOf('/api/v1/rate-limit?x=1')).toEqual([400, 'x: unknown parameter. This operation has none']);
    expect(await messageOf('/api/v1/users/5/kind?kinds=user', 'PUT')).toEqual([
      400,
      'kinds: unknown parameter. Did you mean kind?',
    ]);
  });

  test('return errors as XML if the request asks for XML', async () => {
    const missing = await get('/api/v1/cv/999?format=xml');
    expect([missing.status, missing.headers.get('content-type')]).toEqual([404, 'application/xml; charset=utf-8']);
    expect(await missing.text()).toContain('<response><error><code>404</code><message>');
    const unknown = await get('/api/v1/nowhere?format=xml');
    expect([unknown.status, await unknown.text()]).toEqual([404, expect.stringContaining('<error><code>404</code>')]);
    const invalid = await get('/api/v1/cv/0?format=xml');
    expect(await invalid.text()).toMatch(/<details><field>id<\/field><message>[^<]+<\/message><\/details><\/error>/);
    expect((await get('/api/v1/cv/0')).headers.get('content-type')).toBe('application/json; charset=utf-8');
    const unsupported = await checkedFetch(`${gateway.url}/cv/7?format=xml`, { method: 'DELETE' });
    expect([unsupported.status, await unsupported.text()]).toEqual([405, expect.stringContaining('<code>405</code>')]);
  });

  test.each([
    ['application/xml', '', 'xml'],
    ['text/xml, application/json;q=0.9', '', 'xml'],
    ['application/json;q=0.5, application/xml;q=0.9, */*;q=0.1', '', 'xml'],
    ['application/xml;q=0.5, application/json', '', 'json'],
    ['application/xml;q=0, */*', '', 'json'],
    ['text/html, application/xhtml+xml, application/xml;q=0.9, */*;q=0.8', '', 'json'],
    ['image/svg+xml', '', 'json'],
    ['application/xml', 'format=json', 'json'],
    ['application/json', 'format=xml', 'xml'],
  ])('return data and errors for Accept: %s with the query "%s" as %s', async (accept, query, format) => {
    for (const path of ['/api/v1/cv/7', '/api/v1/cv/999', '/api/v1/nowhere']) {
      const { headers } = await get(`${path}?${query}`, { Accept: accept });
      expect(headers.get('content-type')).toBe(`application/${format}; charset=utf-8`);
      expect(headers.get('vary')).toContain('Accept');
    }
  });

  test('return the entity tag of the format that the Accept header selects', async () => {
    const xml = await get('/api/v1/cv/7', { Accept: 'application/xml' });
    expect(xml.headers.get('etag')).toBe('"3-xml"');
    const again = await get('/api/v1/cv/7', { Accept: 'application/xml', 'If-None-Match': '"3-xml"' });
    expect(again.status).toBe(304);
    expect((await get('/api/v1/cv/7', { Accept: 'application/xml', 'If-None-Match': '"3"' })).status).toBe(200);
  });

  test('ignore a slash at the end of the path, which is signed', async () => {
    expect(await (await get('/api/v1/cv/7/')).text()).toBe(BODY);
    const signed = sign('/api/v1/cv/7/');
    const moved = await checkedFetch(gateway.url + signed.replace('cv/7/?', 'cv/7?'));
    expect([moved.status, await moved.text()]).toEqual([403, 'Invalid signature']);
    expect((await get('/api/v1/cv/7//')).status).toBe(404);
  });

  test.each([
    [undefined, 'text/plain; charset=utf-8'],
    ['*/*', 'text/plain; charset=utf-8'],
    ['text/plain, application/json;q=0.5', 'text/plain; charset=utf-8'],
    ['application/json', 'application/json; charset=utf-8'],
    ['application/json, text/plain;q=0.9, */*;q=0.1', 'application/json; charset=utf-8'],
    ['application/json;q=0.4, text/*;q=0.5', 'text/plain; charset=utf-8'],
    ['application/json;q=0, text/html', 'text/plain; charset=utf-8'],
    ['application/problem+json, application/json', 'application/problem+json; charset=utf-8'],
  ])('return 403 for Accept: %s with the content type %s', async (accept, type) => {
    const url = `${gateway.url}/api/v1/cv/7?apikey=unknown&timestamp=1700000000&nonce=12345678&hash=00`;
    const response = await checkedFetch(url, { headers: accept ? { Accept: accept } : {} });
    expect([response.status, response.headers.get('content-type')]).toEqual([403, type]);
    expect(response.headers.get('link')).toMatch(/\/docs\/errors#authentication_failed>; rel="help"$/);
    expect(await response.text()).toContain('This api key is not valid!');
  });

  test('pass company and request id to the service', async () => {
    await get('/api/v1/cv/7', { 'X-Request-Id': 'trace-0123456789' });
    expect(system.resume.callers.at(-1)).toMatchObject({ companyId: system.company.id, requestId: 'trace-0123456789' });
  });

  test('return 304 for a current ETag', async () => {
    for (const tag of ['"3"', 'W/"3"', '"2", "3"', '*']) {
      const response = await get('/api/v1/cv/7', { 'If-None-Match': tag });
      expect([response.status, await response.text()]).toEqual([304, '']);
      expect(response.headers.get('etag')).toBe('"3"');
      expect(response.headers.get('x-ratelimit-remaining')).not.toBeNull();
    }
    expect((await get('/api/v1/cv/7', { 'If-None-Match': '"4"' })).status).toBe(200);
  });

  test.each([
    ['br', '', '+br"'],
    ['gzip, deflate', '?format=xml', '-xml+gzip"'],
  ])(
    'return tables with Accept-Encoding: %s and the query "%s" with an ETag that ends with %s',
    async (accepted, query, end) => {
      const path = `/api/v1/baseslist${query}`;
      const coded = await get(path, { 'Accept-Encoding': accepted });
      const etag = coded.headers.get('etag') ?? '';
      expect([coded.headers.get('content-encoding'), etag.endsWith(end)]).toEqual([accepted.split(',')[0], true]);
      expect(coded.headers.get('vary')).toContain('Accept-Encoding');
      const plain = await get(path, { 'Accept-Encoding': 'identity' });
      expect([plain.headers.get('content-encoding'), plain.headers.get('etag')]).toEqual([
        null,
        etag.replace(/\+\w+"$/, '"'),
      ]);
      expect(await coded.text()).toBe(await plain.text());
      const known = await get(path, { 'Accept-Encoding': accepted, 'If-None-Match': etag });
      expect([known.status, known.headers.get('etag')]).toEqual([304, etag]);
    },
  );

  test('return CVs, which contain private links, without compression', async () => {
    const { headers } = await get('/api/v1/cv/7', { 'Accept-Encoding': 'br, gzip' });
    expect(Number(headers.get('content-length'))).toBeGreaterThan(1024);
    expect([headers.get('content-encoding'), headers.get('etag')]).toEqual([null, '"3"']);
  });

  test('return only headers for HEAD', async () => {
    const response = await checkedFetch(gateway.url + sign('/api/v1/cv/7', 'HEAD'), { method: 'HEAD' });
    expect([response.status, await response.text()]).toEqual([200, '']);
    expect(response.headers.get('content-length')).toBe(String(Buffer.byteLength(BODY)));
  });

  test('return a user by id and by id_origin', async () => {
    expect(await (await get('/api/v1/users/5')).text()).toBe(sampleUser(5));
    expect(await (await get('/api/v1/users/a%2Fb%20%C3%A9?isIdOrigin=1')).text()).toBe(sampleUser(6));
  });

  test.each([
    ['a CV of another company', '/api/v1/cv/8', 404],
    ['an unknown CV', '/api/v1/cv/99', 404],
    ['an unknown path', '/api/v1/nothing', 404],
    ['an id that is not a number', '/api/v1/cv/seven', 400],
    ['a negative id', '/api/v1/cv/-7', 400],
    ['an id that is too large', '/api/v1/cv/99999999999999999999', 400],
    ['an invalid flag', '/api/v1/users/5?isIdOrigin=yes', 400],
    ['an id that is not UTF-8', '/api/v1/users/%FF?isIdOrigin=1', 404],
  ])('return a JSON error and are counted for %s', async (_case, path, status) => {
    const response = await get(path);
    expect(response.status).toBe(status);
    expect(await response.json()).toMatchObject({ error: { code: status, message: expect.any(String) } });
    expect(response.headers.get('x-ratelimit-remaining')).not.toBeNull();
    expect(response.headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/);
  });

  test('return the same error for a CV of another company as for an unknown CV', async () => {
    const [theirs, none] = await Promise.all(['/api/v1/cv/8', '/api/v1/cv/99'].map((path) => get(path)));
    expect(await theirs?.text()).toBe(await none?.text());
  });

  test('return the supported methods for an unsupported method', async () => {
    const response = await checkedFetch(gateway.url + sign('/api/v1/rate-limit', 'DELETE'), { method: 'DELETE' });
    expect([response.status, response.headers.get('allow')]).toEqual([405, 'GET, HEAD, OPTIONS']);
  });

  test('return errors in the format of RFC 9457 on request', async () => {
    const response = await get('/api/v1/cv/99', { Accept: 'application/problem+json' });
    expect(response.headers.get('content-type')).toBe('application/problem+json; charset=utf-8');
    expect(await response.json()).toMatchObject({
      type: expect.stringMatching(/^http:.*\/docs\/errors#cv_not_found$/),
      title: 'Not Found',
      status: 404,
      detail: expect.any(String),
    });
  });

  test('announce the removal of a deprecated operation and name its successor, also in errors', async () => {
    const path = sign('/api/v1/svc/metadata/unassign', 'POST');
    const { status, headers } = await checkedFetch(gateway.url + path, { method: 'POST', body: '{}' });
    expect(status).toBe(400);
    const [since, until] = [headers.get('deprecation') ?? '', headers.get('sunset') ?? ''];
    expect(since).toMatch(/^@\d+$/);
    expect(new Date(until).toUTCString()).toBe(until);
    expect(Date.parse(until)).toBeGreaterThan(Number(since.slice(1)) * 1_000);
    expect(headers.get('link')).toMatch(
      /^<\/api\/v1\/svc\/metadata\/update>; rel="successor-version", <.*>; rel="help"$/,
    );
  });

  test('read the quota without being counted', async () => {
    const standard = async () =>
      ((await (await get('/api/v1/rate-limit')).json()) as { standard: { limit: number; remaining: number } }).standard;
    const { limit } = await standard();
    expect(limit).toBe(10_000);
    // The quota is reset at the start of a minute.
    await until('the remaining quota is unchanged', async () => {
      const [first, second] = [await standard(), await standard()];
      return first.remaining === second.remaining;
    });
  });
});

describe('rejected requests', () => {
  test('return 403 with one line and without quota headers', async () => {
    for (const [path, line] of [
      ['/api/v1/cv/7', 'Missing parameter: apikey'],
      [sign('/api/v1/cv/7').replace('cv/7', 'cv/8'), 'Invalid signature'],
      [signPath({ key: 'vt_live_00', secret: 'x' }, '/api/v1/cv/7'), 'This api key is not valid!'],
      [signPath(system.key, '/api/v1/cv/7', { now: Date.now() - 301_000 }), 'Timestamp out of range'],
    ] as const) {
      const response = await checkedFetch(gateway.url + path);
      expect([response.status, await response.text()]).toEqual([403, line]);
      expect(response.headers.get('content-type')).toBe('text/plain; charset=utf-8');
      expect(response.headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/);
      expect(response.headers.get('x-ratelimit-limit')).toBeNull();
    }
  });

  test('return an invalid signature for any method other than the signed one', async () => {
    for (const method of ['PUT', 'DELETE', 'POST', 'PATCH']) {
      const response = await checkedFetch(gateway.url + sign('/api/v1/cv/7'), { method });
      expect([method, response.status, await response.text()]).toEqual([method, 403, 'Invalid signature']);
    }
  });

  test('return an error for too long a query or too many parameters', async () => {
    const long = await checkedFetch(gateway.url + sign(`/api/v1/cv/7?x=${'a'.repeat(9_000)}`));
    expect(long.status).toBe(414);
    const many = await checkedFetch(`${gateway.url}/api/v1/cv/7?${'a&'.repeat(2_000)}`);
    expect(many.status).toBe(400);
  });

  test.each(['short', 'a b c d e f', '-leading-dash-000', 'x'.repeat(129)])(
    'do not adopt the malformed request id %s',
    async (id) => {
      const response = await checkedFetch(`${gateway.url}/api/v1/cv/7`, { headers: { 'X-Request-Id': id } });
      expect(response.headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/);
    },
  );
});

describe('unusual HTTP requests', () => {
  const raw = (bytes: string | Buffer) =>
    new Promise<string>((resolve, reject) => {
      const socket = connect(Number(new URL(gateway.url).port), '127.0.0.1', () => socket.write(bytes));
      let response = '';
      socket
        .on('data', (chunk) => (response += chunk.toString()))
        .on('close', () => resolve(response))
        .on('error', reject);
    });

  test.each([
    [
      'raw non-ASCII characters in the path',
      Buffer.from('GET /api/v1/cv/7?x=é HTTP/1.1\r\nHost: h\r\n\r\n', 'latin1'),
      400,
    ],
    ['a message that is not HTTP', 'hello\r\n\r\n', 400],
    ['oversized headers', `GET / HTTP/1.1\r\nHost: h\r\nX: ${'x'.repeat(20_000)}\r\n\r\n`, 431],
    ['two content lengths', 'POST / HTTP/1.1\r\nHost: h\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n', 400],
  ])('%s returns a JSON error with a request id', async (_case, bytes, status) => {
    const response = await raw(bytes);
    expect(response).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
    expect(response).toMatch(/\r\nX-Request-Id: [0-9a-f-]{36}\r\n/);
    expect(JSON.parse(response.split('\r\n\r\n')[1] ?? '')).toMatchObject({ error: { code: status } });
    const labels = `http_request_method="_OTHER",http_route="unknown",http_response_status_code="${status}"`;
    expect(await gateway.metrics.render()).toContain(labels);
  });

  test('accepts a request target in absolute form', async () => {
    const response = await raw(`GET http://h${sign('/api/v1/cv/7')} HTTP/1.1\r\nHost: h\r\nConnection: close\r\n\r\n`);
    expect(response).toMatch(/^HTTP\/1.1 200 /);
  });

  test('rejects a body over 1 MB with or without a content length', async () => {
    const big = Buffer.alloc(1024 * 1024 + 1, 'a');
    const target = { method: 'PUT', headers: { 'Content-Type': 'application/json' } };
    const withLength = await checkedFetch(gateway.url + sign('/api/v1/cv/7', 'PUT'), { ...target, body: big });
    expect([withLength.status, await withLength.json()]).toMatchObject([413, { error: { code: 413 } }]);
    // The request is counted.
    expect(withLength.headers.get('x-ratelimit-remaining')).toMatch(/^9\d{3}$/);
    const chunked = await new Promise<IncomingMessage>((resolve, reject) => {
      const sent = request(gateway.url + sign('/api/v1/cv/7', 'PUT'), target, (response) => resolve(response.resume()));
      sent.on('error', reject);
      sent.write(big);
      sent.end(big);
    });
    expect(chunked.statusCode).toBe(413);
    expect(chunked.headers).toMatchObject({
      'x-ratelimit-remaining': expect.stringMatching(/^9\d{3}$/),
      connection: 'close',
    });
    const unsigned = await checkedFetch(gateway.url + sign('/api/v1/cv/7'), { ...target, body: big });
    expect([unsigned.status, await unsigned.text()]).toEqual([403, 'Invalid signature']);
    const page = await fetch(`${gateway.url}/signin`, { method: 'POST', body: big });
    expect(page.status).toBe(413);
    expect((await get('/api/v1/cv/7')).status).toBe(200);
  });

  test('rejects JSON with 10,000 nested arrays', async () => {
    const body = '['.repeat(10_000) + ']'.repeat(10_000);
    const response = await checkedFetch(gateway.url + sign('/api/v1/cv/7', 'PUT'), { method: 'PUT', body });
    expect(response.status).toBe(400);
    expect((await get('/api/v1/cv/7')).status).toBe(200);
  });

  test('measures requests by route and status, and counts rejected ones by cause', async () => {
    await get('/api/v1/cv/7');
    await checkedFetch(`${gateway.url}/api/v1/cv/7`);
    const text = () => gateway.metrics.render();
    await until('the metrics', async () =>
      /vitae_rejected_requests_total\{cause="missing_parameter"/.test(await text()),
    );
    expect(await text()).toMatch(
      /_count\{.*http_request_method="GET",http_route="\/api\/v1\/cv\/\{id\}",http_response_status_code="200"/,
    );
    expect(await text()).not.toMatch(/http_route="[^"]*\/\d/);
  });

  test('serves probes without a signature and no metrics', async () => {
    expect((await fetch(`${gateway.url}/healthz`)).status).toBe(200);
    expect((await fetch(`${gateway.url}/readyz`)).status).toBe(200);
    expect((await fetch(`${gateway.url}/metrics`)).status).toBe(404);
  });
});

test('serves the company API only at its own host', async () => {
  const separate = await system.start({
    environment: { COMPANY_API_URL: 'https://api.example.com', SITE_URL: 'https://cv.example.com' },
  });
  const on = (host: string) =>
    new Promise<IncomingMessage>((resolve, reject) => {
      const sent = request(separate.url + sign('/api/v1/cv/7'), { headers: { Host: host } }, resolve);
      sent.on('error', reject).end();
    });
  expect((await on('api.example.com')).resume().statusCode).toBe(200);
  expect((await on('API.example.com:8443')).resume().statusCode).toBe(200);
  const elsewhere = await on('cv.example.com');
  expect([elsewhere.statusCode, await json(elsewhere)]).toMatchObject([404, { error: { code: 404 } }]);
  expect(elsewhere.headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/);
});
