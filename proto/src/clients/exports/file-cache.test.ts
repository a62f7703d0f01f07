import { once } from 'node:events';
import { createServer, request as httpRequest, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import express from 'express';
import { createHotFiles, type HotFiles } from './file-cache.ts';

const ADDRESS = 'a'.repeat(64);
const FILE = Buffer.from('%PDF-1.7 a file');
const ETAG = '"abc"';
const BROKEN = '/broken';

let hot: HotFiles;
const worker = createServer((request, response) => {
  if (request.url === BROKEN) {
    response.writeHead(200, { 'Content-Length': FILE.length + 1, ETag: ETAG });
    response.write(FILE, () => response.destroy());
    return;
  }
  response.writeHead(200, {
    'Content-Type': 'application/pdf',
    'Content-Length': FILE.length,
    ETag: ETAG,
    Date: 'old',
  });
  response.end(FILE);
});
const app = express().get('/', (request, response) => {
  if (!hot.send(ADDRESS, request, response)) response.status(599).end();
});
const gateway = app.listen(0, '127.0.0.1');

const portOf = (server: { address(): unknown }) => (server.address() as AddressInfo).port;
const ask = (headers: Record<string, string> = {}, method = 'GET') =>
  fetch(`http://127.0.0.1:${portOf(gateway)}/`, { method, headers });

beforeAll(async () => {
  worker.listen(0, '127.0.0.1');
  await once(worker, 'listening');
});
beforeEach(() => {
  hot = createHotFiles();
});
afterAll(() => {
  for (const server of [worker, gateway]) {
    server.close();
    server.closeAllConnections();
  }
});

/** What a worker answers, as the proxy has it. */
async function answerOfWorker(path = '/'): Promise<IncomingMessage> {
  const asked = httpRequest({ port: portOf(worker), host: '127.0.0.1', path }).end();
  const [answer] = await once(asked, 'response');
  return answer as IncomingMessage;
}

async function kept(): Promise<void> {
  const answer = await answerOfWorker();
  hot.keep(ADDRESS, answer);
  await once(answer, 'end');
}

test('what went through once is sent again as it was, or told to be the same', async () => {
  expect([hot.has(ADDRESS), (await ask()).status]).toEqual([false, 599]);
  await kept();
  const again = await ask();
  expect(Buffer.from(await again.arrayBuffer())).toEqual(FILE);
  expect([again.status, again.headers.get('etag'), again.headers.get('content-type')]).toEqual([
    200,
    ETAG,
    'application/pdf',
  ]);
  expect(again.headers.get('date')).not.toBe('old');
  const same = await ask({ 'If-None-Match': ETAG });
  expect([same.status, await same.text(), (await ask({ 'If-None-Match': '"other"' })).status]).toEqual([304, '', 200]);
});

test('a part of it, or whether it is there, is the worker’s to say', async () => {
  await kept();
  expect([(await ask({ Range: 'bytes=0-3' })).status, (await ask({}, 'HEAD')).status]).toEqual([599, 599]);
});

test('what broke off on its way is not kept', async () => {
  const answer = await answerOfWorker(BROKEN);
  answer.on('error', () => undefined);
  hot.keep(ADDRESS, answer);
  await new Promise((resolve) => answer.on('close', resolve));
  expect(hot.has(ADDRESS)).toBe(false);
});
