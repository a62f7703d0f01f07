import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import express from 'express';
import { runBeforeRoutes } from './express-classes.ts';
import { type HttpListener, listenHttp } from './listen-http.ts';

let http: HttpListener;
beforeAll(async () => {
  const app = express();
  app.use((request, response) => response.json({ url: request.originalUrl, host: request.host }));
  http = await listenHttp(app, '127.0.0.1', 0);
});
afterAll(() => http.close());

/** Sends a request as raw lines and returns the status and the body of the response. */
async function send(...lines: string[]): Promise<[status: number, body: unknown]> {
  const socket = connect(http.port, '127.0.0.1');
  socket.write(`${[...lines, 'Connection: close', '', ''].join('\r\n')}`);
  const response = await text(socket);
  if (!response.startsWith('HTTP/1.1 200')) expect(response).toMatch(/\r\nX-Request-Id: [\da-f-]{36}\r\n/);
  return [Number(response.split(' ')[1]), JSON.parse(response.slice(response.indexOf('\r\n\r\n')))];
}

test('creates requests and responses with the prototypes of the Express application', async () => {
  const app = express();
  const changes: boolean[] = [];
  const server = await listenHttp(app, '127.0.0.1', 0);
  server.server.prependListener('request', (request, response) =>
    changes.push(Object.getPrototypeOf(request) !== app.request, Object.getPrototypeOf(response) !== app.response),
  );
  app.use((request, response) => response.json({ host: request.host }));
  expect(await (await fetch(`http://127.0.0.1:${server.port}/`)).json()).toEqual({ host: `127.0.0.1:${server.port}` });
  expect(changes).toEqual([false, false]);
  await server.close();
});

test('runs middleware before the routes of the application', async () => {
  const app = express();
  app.get('/routed', ({ originalUrl, query, hostname }, response) => {
    response.json({ ...response.locals, originalUrl, query, hostname });
  });
  runBeforeRoutes(
    app,
    ({ originalUrl, ip }, response, next) => {
      if (originalUrl === '/failing') return next(new Error('broken'));
      Object.assign(response.locals, { ip });
      next();
    },
    (error, { originalUrl }, response) => void response.status(500).json({ error: String(error), originalUrl }),
  );
  const server = await listenHttp(app, '127.0.0.1', 0);
  const get = async (path: string) => {
    const response = await fetch(`http://127.0.0.1:${server.port}${path}`);
    return [response.status, response.ok ? await response.json() : await response.text()];
  };
  const routed = { ip: '127.0.0.1', originalUrl: '/routed?a=1', query: { a: '1' }, hostname: '127.0.0.1' };
  expect(await get('/routed?a=1')).toEqual([200, routed]);
  expect(await get('/failing')).toEqual([500, '{"error":"Error: broken","originalUrl":"/failing"}']);
  expect(await get('/unknown')).toEqual([404, expect.stringContaining('Cannot GET /unknown')]);
  await server.close();
});

const MALFORMED = { error: { code: 400, message: 'The request must have one valid Host header and a valid target.' } };

test.each([
  ['Host: own.example', 'Host: other.example'],
  ['Host: own.example', 'HOST: own.example'],
])('rejects a request with two Host headers: %s, %s', async (...hosts) => {
  expect(await send('GET / HTTP/1.1', ...hosts)).toEqual([400, MALFORMED]);
});

test.each([
  'own.example, other.example',
  'own.example,other.example',
  'own.example other.example',
  'own.example/path',
  'user@own.example',
  'own.example:port',
  'own.example:99999',
  'own.example:80:80',
  '[::1',
  '[::g]',
  '1.2.3.999',
  'own.example?',
  'öwn.example',
])('rejects the invalid host %s', async (host) => {
  expect(await send('GET / HTTP/1.1', `Host: ${host}`)).toEqual([400, MALFORMED]);
});

test('rejects a request of HTTP/1.1 without a host, and one with an unknown expectation', async () => {
  expect(await send('GET / HTTP/1.1')).toEqual([400, MALFORMED]);
  const message = 'The only supported value of the Expect header is 100-continue.';
  expect(await send('GET / HTTP/1.1', 'Host: own.example', 'Expect: 200-ok')).toEqual([
    417,
    { error: { code: 417, message } },
  ]);
});

test.each([
  ['own.example', 'own.example'],
  ['own-service_1:8080', 'own-service_1:8080'],
  ['192.0.2.7:80', '192.0.2.7:80'],
  ['[2001:db8::7]:8080', '[2001:db8::7]:8080'],
  ['own.example.', 'own.example.'],
])('accepts the host %s', async (host, expected) => {
  expect(await send('GET / HTTP/1.1', `Host: ${host}`)).toEqual([200, { url: '/', host: expected }]);
});

test.each([
  ['GET / HTTP/1.1', 'Host:'],
  ['GET / HTTP/1.0', 'Accept: */*'],
])('accepts a request without a host: %s, %s', async (...lines) => {
  expect(await send(...lines)).toEqual([200, expect.objectContaining({ url: '/' })]);
});

test.each([
  ['http://own.example:8080/api?b=%20&a=1', { url: '/api?b=%20&a=1', host: 'own.example:8080' }],
  ['HTTPS://user:pass@own.example?a=1', { url: '/?a=1', host: 'own.example' }],
  ['/api?next=http://other.example:x/', { url: '/api?next=http://other.example:x/', host: 'header.example' }],
])('passes the target %s to the application in the origin form', async (target, expected) => {
  expect(await send(`GET ${target} HTTP/1.1`, 'Host: header.example')).toEqual([200, expected]);
});

test.each(['http://own.example:port/api?hash=secret', 'http:///api?hash=secret', 'ftp://own.example/'])(
  'rejects the target %s, which Express would parse with a warning that contains it',
  async (target) => {
    expect(await send(`GET ${target} HTTP/1.1`, 'Host: own.example')).toEqual([400, MALFORMED]);
  },
);

test.each(['//own.example:port/', '/\\own.example:99999/', 'http://own.example//own.example:port/'])(
  'rejects the target %s, with which a page cannot be forwarded',
  async (target) => {
    expect(await send(`GET ${target} HTTP/1.1`, 'Host: own.example')).toEqual([400, MALFORMED]);
  },
);
