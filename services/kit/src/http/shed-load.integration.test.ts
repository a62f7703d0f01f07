import { connect } from 'node:net';
import { until } from '@vitae/test/support/until';
import express, { type Response } from 'express';
import { type HttpListener, listenHttp } from './listen-http.ts';
import { rawBody, readBody } from './raw-body.ts';
import { releaseSlot, shedLoad } from './shed-load.ts';

const MAX_CONCURRENT = 2;
const MAX_WAITING = 4 * MAX_CONCURRENT;
const MAX_READERS = 16 * MAX_CONCURRENT;
/** Exceeds the socket buffers, so that a client that does not read blocks the response. */
const LARGE = Buffer.alloc(16 * 1024 * 1024);

let http: HttpListener;
let requestCount: number;
/** Responses that the handler has not ended. */
let held: Response[];

beforeEach(async () => {
  held = [];
  requestCount = 0;
  const app = express();
  app.use((_request, _response, next) => {
    requestCount += 1;
    next();
  });
  app.use(rawBody({ isUpload: ({ path }) => path === '/upload' }), shedLoad(MAX_CONCURRENT, [/^\/export\//]));
  app.put('/upload', async (request, response) => response.json((await readBody(request)).length));
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

const get = (path: string) => fetch(`http://127.0.0.1:${http.port}${path}`);
const statusOf = async (path: string) => (await get(path)).status;

async function hold(path: string, count: number): Promise<Promise<globalThis.Response>[]> {
  const before = held.length;
  const responses = Array.from({ length: count }, () => get(path));
  for (const response of responses) response.catch(() => undefined);
  await until('the requests to be handled', () => held.length === before + count);
  return responses;
}

/** Sends the headers of a request and a part of its body. */
async function startSlowRequest(requestLine: string, length = 4): Promise<ReturnType<typeof connect>> {
  const before = requestCount;
  const socket = connect(http.port, '127.0.0.1');
  socket.on('error', () => undefined);
  socket.write(`${requestLine}\r\nHost: localhost\r\nContent-Length: ${length}\r\n\r\nab`);
  await until('its headers to be received', () => requestCount > before);
  return socket;
}

/** Sends a request and reads only the beginning of the response. */
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

describe('load shedding', () => {
  test('rejects requests over the limit until a running request ends', async () => {
    const responses = await hold('/any?hold', MAX_CONCURRENT);
    const rejected = await get('/any');
    expect([rejected.status, rejected.headers.get('retry-after')]).toEqual([503, '1']);
    held[0]?.json('done');
    expect((await responses[0])?.status).toBe(200);
    await until('a free slot', async () => (await statusOf('/any')) === 200);
  });

  test('gives waiting paths a separate, larger limit', async () => {
    await hold('/any?hold', MAX_CONCURRENT);
    expect(await statusOf('/export/7')).toBe(200);
    expect(await statusOf('/any?x=/export/7')).toBe(503);
    await hold('/export/7?hold', MAX_WAITING);
    expect(await statusOf('/export/7')).toBe(503);
    held[0]?.json('done');
    await until('a free slot', async () => (await statusOf('/any')) === 200);
  });

  test.each([
    ['POST /any HTTP/1.1', 4],
    ['PUT /upload HTTP/1.1', 4],
    ['PUT /upload HTTP/1.1', 100_000],
  ])('uses no slot while the body is being received: %s, %s bytes', async (requestLine, length) => {
    const slow = [];
    for (let index = 0; index < MAX_CONCURRENT * 5; index += 1) slow.push(await startSlowRequest(requestLine, length));
    await until('a free slot', async () => (await statusOf('/any')) === 200);
    const [first] = slow;
    let response = '';
    first?.on('data', (chunk) => {
      response += chunk;
    });
    first?.write('c'.repeat(length - 2));
    await until('the first response', () => response.startsWith('HTTP/1.1 200'));
    for (const socket of slow) socket.destroy();
    // The disconnected requests must not have released slots that they did not hold.
    await hold('/any?hold', MAX_CONCURRENT);
    expect(await statusOf('/any')).toBe(503);
  });

  test('uses no slot for a response that is read slowly', async () => {
    const slow = [];
    for (let index = 0; index < MAX_CONCURRENT * 5; index += 1) slow.push(await readSlowly('/large'));
    expect(await statusOf('/any')).toBe(200);
    await hold('/any?hold', MAX_CONCURRENT);
    expect(await statusOf('/any')).toBe(503);
    for (const socket of slow) socket.destroy();
    // The disconnected requests must not have released slots that they did not hold.
    expect(await statusOf('/any')).toBe(503);
  });

  test('closes the oldest of too many responses that are read slowly', async () => {
    const slow = [];
    for (let index = 0; index < MAX_READERS; index += 1) slow.push(await readSlowly('/large'));
    const [first, second] = slow;
    slow.push(await readSlowly('/large'));
    // A paused socket notices that it was closed only when it is resumed.
    await until('the first response to be closed', () => first?.resume().closed === true);
    expect(first?.bytesRead).toBeLessThan(LARGE.length);
    second?.resume();
    await until('the second response to be complete', () => (second?.bytesRead ?? 0) > LARGE.length);
    for (const socket of slow) socket.destroy();
  });

  test('uses no slot for an open stream', async () => {
    await hold('/stream', MAX_CONCURRENT * 3);
    expect(await statusOf('/any')).toBe(200);
    for (const response of held) response.end();
    held = [];
    // Each stream must have released its slot only once.
    await hold('/any?hold', MAX_CONCURRENT);
    expect(await statusOf('/any')).toBe(503);
  });

  test('uses no slot for pipelined responses that wait for an earlier one', async () => {
    const socket = connect(http.port, '127.0.0.1');
    const request = (path: string) => `GET ${path} HTTP/1.1\r\nHost: h\r\n\r\n`;
    socket.write(request('/any?hold') + request('/any').repeat(10 * MAX_CONCURRENT));
    await until('all requests to be received', () => requestCount >= 1 + 10 * MAX_CONCURRENT);
    expect(await statusOf('/any')).toBe(200);
    socket.destroy();
  });
});
