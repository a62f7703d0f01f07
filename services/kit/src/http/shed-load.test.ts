import { connect } from 'node:net';
import { until } from '@vitae/test/support/until';
import express, { type Response } from 'express';
import { type HttpListener, listenHttp } from '../probes.ts';
import { rawBody, uploadOf } from './raw-body.ts';
import { releaseSlot, shedLoad } from './shed-load.ts';

const MOST = 2;
/** More than sockets hold of an answer that nobody reads. */
const LARGE = Buffer.alloc(16 * 1024 * 1024);
/** Of answers that are not read, for each call: as many are left alone. */
const READERS = 16;

let http: HttpListener;
let seen: number;
/** Answers that are under way, by the paths that wait for one. */
let held: Response[];

beforeEach(async () => {
  held = [];
  seen = 0;
  const app = express();
  app.use((_request, _response, next) => {
    seen += 1;
    next();
  });
  app.use(rawBody, shedLoad(MOST));
  app.put('/api/v1/cv/:id/photo', async (request, response) => response.json((await uploadOf(request)).length));
  app.get('/stream', (_request, response) => {
    response.flushHeaders();
    releaseSlot(response);
    held.push(response);
  });
  app.get('/large', (_request, response) => response.send(LARGE));
  app.use((request, response) => {
    if (request.query.hold === undefined) response.json('done');
    else held.push(response);
  });
  http = await listenHttp(app, '127.0.0.1', 0);
});
afterEach(async () => {
  http.server.closeAllConnections();
  await http.close();
});

const ask = (path: string, init?: RequestInit) => fetch(`http://127.0.0.1:${http.port}${path}`, init);
const statusOf = async (path: string) => (await ask(path)).status;

async function hold(path: string, count: number): Promise<Promise<globalThis.Response>[]> {
  const before = held.length;
  const asked = Array.from({ length: count }, () => ask(path));
  for (const one of asked) one.catch(() => undefined);
  await until('they are under way', () => held.length === before + count);
  return asked;
}

/** Sends the head of a request and some of its body. */
async function beginSlowly(head: string): Promise<ReturnType<typeof connect>> {
  const before = seen;
  const socket = connect(http.port, '127.0.0.1');
  socket.on('error', () => undefined);
  socket.write(`${head}\r\nHost: localhost\r\nContent-Length: 4\r\n\r\nab`);
  await until('its head is in', () => seen > before);
  return socket;
}

test('what is too much is refused, and a call that has ended makes place for another', async () => {
  const asked = await hold('/any?hold', MOST);
  const refused = await ask('/any');
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '1']);
  held[0]?.json('done');
  expect((await asked[0])?.status).toBe(200);
  await until('there is place again', async () => (await statusOf('/any')) === 200);
});

test.each([
  '/api/v1/cv/7/export/pdf',
  '/api/v1/exports/a1b2/file',
  '/c/token/export?format=pdf',
  '/c/token/preview.png',
  '/p/ann/preview.png',
  '/p/ann/first/preview.png',
])('%s waits for a render: it has a place of its own', async (path) => {
  await hold('/any?hold', MOST);
  expect(await statusOf(path)).toBe(200);
});

test.each([
  '/api/v1/cv/7?x=/p/',
  '/api/v1/cv/7?x=/c/token/export',
  '/api/v1/cv/7/p/x',
  '/x/api/v1/cv/7/export/pdf',
  '/api/v1/exports/a1b2',
  '/p/ann/first',
  '/c/token',
])('%s waits for no render: it has none', async (path) => {
  await hold('/any?hold', MOST);
  expect(await statusOf(path)).toBe(503);
});

test('who waits for renders keeps the others out no more than they keep these out', async () => {
  await hold('/c/token/export?hold', MOST * 4);
  expect(await statusOf('/c/token/export')).toBe(503);
  expect(await statusOf('/any')).toBe(200);
});

test.each(['POST /any HTTP/1.1', 'PUT /api/v1/cv/7/photo HTTP/1.1'])(
  'a body that is still coming in takes no place: %s',
  async (head) => {
    const slow = [];
    for (let index = 0; index < MOST * 5; index += 1) slow.push(await beginSlowly(head));
    await until('there is place', async () => (await statusOf('/any')) === 200);
    const [first] = slow;
    let answer = '';
    first?.on('data', (chunk) => {
      answer += chunk;
    });
    first?.write('cd');
    await until('the first is answered', () => answer.startsWith('HTTP/1.1 200'));
    for (const socket of slow) socket.destroy();
    // None of those that went took a place with it.
    await hold('/any?hold', MOST);
    expect(await statusOf('/any')).toBe(503);
  },
);

/** Asks, reads the head of the answer, and no more. */
async function readSlowly(path: string): Promise<ReturnType<typeof connect>> {
  const socket = connect(http.port, '127.0.0.1');
  socket.on('error', () => undefined);
  socket.write(`GET ${path} HTTP/1.1\r\nHost: localhost\r\n\r\n`);
  await new Promise<void>((resolve) =>
    socket.once('data', () => {
      socket.pause();
      resolve();
    }),
  );
  return socket;
}

test('an answer that is read slowly takes no place', async () => {
  const slow = [];
  for (let index = 0; index < MOST * 5; index += 1) slow.push(await readSlowly('/large'));
  expect(await statusOf('/any')).toBe(200);
  await hold('/any?hold', MOST);
  expect(await statusOf('/any')).toBe(503);
  for (const socket of slow) socket.destroy();
  // None of those that went gave back a place that it did not have.
  expect(await statusOf('/any')).toBe(503);
});

test('of too many answers that are read slowly the one that has been read for longest is cut', async () => {
  const slow = [];
  for (let index = 0; index < MOST * READERS; index += 1) slow.push(await readSlowly('/large'));
  const [first, second] = slow;
  slow.push(await readSlowly('/large'));
  // A paused socket learns of its end when it is read on.
  await until('the first is cut', () => first?.resume().closed === true);
  expect(first?.bytesRead).toBeLessThan(LARGE.length);
  second?.resume();
  await until('the second is whole', () => (second?.bytesRead ?? 0) > LARGE.length);
  for (const socket of slow) socket.destroy();
});

test('a stream that stays open takes no place', async () => {
  await hold('/stream', MOST * 3);
  expect(await statusOf('/any')).toBe(200);
  for (const response of held) response.end();
  held = [];
  // A place is given back once.
  await hold('/any?hold', MOST);
  expect(await statusOf('/any')).toBe(503);
});

test('answers that wait behind one that nobody ends hold no place', async () => {
  const socket = connect(http.port, '127.0.0.1');
  const get = (path: string) => `GET ${path} HTTP/1.1\r\nHost: h\r\n\r\n`;
  socket.write(get('/any?hold') + get('/any').repeat(10 * MOST));
  await until('all have come', () => seen >= 1 + 10 * MOST);
  expect(await statusOf('/any')).toBe(200);
  socket.destroy();
});
