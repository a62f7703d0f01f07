import { once } from 'node:events';
import { createServer, request as httpRequest, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import express from 'express';
import { createFileCache, type FileCache } from './file-cache.ts';

const ADDRESS = 'a'.repeat(64);
const FILE = Buffer.from('%PDF-1.7 a file');
const ETAG = '"abc"';
const BROKEN = '/broken';

let cache: FileCache;
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
  if (!cache.send(ADDRESS, request, response)) response.status(599).end();
});
const gateway = app.listen(0, '127.0.0.1');

const portOf = (server: { address(): unknown }) => (server.address() as AddressInfo).port;
const get = (headers: Record<string, string> = {}, method = 'GET') =>
  fetch(`http://127.0.0.1:${portOf(gateway)}/`, { method, headers });

beforeAll(async () => {
  worker.listen(0, '127.0.0.1');
  await once(worker, 'listening');
});
beforeEach(() => {
  cache = createFileCache();
});
afterAll(() => {
  for (const server of [worker, gateway]) {
    server.close();
    server.closeAllConnections();
  }
});

/** Returns the response of a worker, as the proxy receives it. */
async function fetchFromWorker(path = '/'): Promise<IncomingMessage> {
  const request = httpRequest({ port: portOf(worker), host: '127.0.0.1', path }).end();
  const [response] = await once(request, 'response');
  return response as IncomingMessage;
}

async function storeFile(): Promise<void> {
  const response = await fetchFromWorker();
  cache.store(ADDRESS, response);
  await once(response, 'end');
}

describe('file cache', () => {
  test('sends a stored file with its headers, or 304 if it has not changed', async () => {
    expect([cache.has(ADDRESS), (await get()).status]).toEqual([false, 599]);
    await storeFile();
    const cached = await get();
    expect(Buffer.from(await cached.arrayBuffer())).toEqual(FILE);
    expect([cached.status, cached.headers.get('etag'), cached.headers.get('content-type')]).toEqual([
      200,
      ETAG,
      'application/pdf',
    ]);
    expect(cached.headers.get('date')).not.toBe('old');
    const unchanged = await get({ 'If-None-Match': ETAG });
    expect([unchanged.status, await unchanged.text(), (await get({ 'If-None-Match': '"other"' })).status]).toEqual([
      304,
      '',
      200,
    ]);
  });

  test('leaves range and HEAD requests to the worker', async () => {
    await storeFile();
    expect([(await get({ Range: 'bytes=0-3' })).status, (await get({}, 'HEAD')).status]).toEqual([599, 599]);
  });

  test('does not store an incomplete file', async () => {
    const response = await fetchFromWorker(BROKEN);
    response.on('error', () => undefined);
    cache.store(ADDRESS, response);
    await new Promise((resolve) => response.on('close', resolve));
    expect(cache.has(ADDRESS)).toBe(false);
  });
});
