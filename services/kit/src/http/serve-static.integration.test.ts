import { type IncomingMessage, request } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import express from 'express';
import { type HttpListener, listenHttp } from './listen-http.ts';
import { serveStatic } from './serve-static.ts';

const CONTENT = Buffer.from('a { color: red }\n'.repeat(1_000));

let http: HttpListener;

beforeAll(async () => {
  const app = express();
  app.disable('etag');
  app.get('/site.css', serveStatic(CONTENT, { 'Content-Type': 'text/css' }));
  app.get('/font.woff2', serveStatic(CONTENT, { 'Content-Type': 'font/woff2' }));
  let reads = 0;
  const read = async () => {
    reads += 1;
    if (reads === 1) throw new Error('The disk is busy');
    return Buffer.concat([CONTENT, Buffer.from(String(reads))]);
  };
  app.get('/lazy.js', serveStatic(read, { 'Content-Type': 'text/javascript' }));
  http = await listenHttp(app, '127.0.0.1', 0);
});
afterAll(() => http.close());

/** Sends a request without the headers and the decoding of fetch. */
async function get(path: string, headers: Record<string, string> = {}, method = 'GET') {
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    request({ port: http.port, path, headers, method }, resolve).on('error', reject).end();
  });
  return { status: response.statusCode, headers: response.headers, body: await buffer(response) };
}

test.each([
  [undefined, undefined],
  ['', undefined],
  ['gzip, deflate, br, zstd', 'br'],
  ['gzip;q=1, br;q=0.5', 'gzip'],
  ['br;q=0, *', 'gzip'],
  ['identity, br;q=0.5', undefined],
  ['deflate', undefined],
  ['gzip;q=none', undefined],
])('responds to Accept-Encoding: %s with the coding %s', async (accepted, coding) => {
  const { headers, body } = await get('/site.css', accepted === undefined ? {} : { 'Accept-Encoding': accepted });
  expect([headers['content-encoding'], headers.vary]).toEqual([coding, 'Accept-Encoding']);
  expect(headers['content-length']).toBe(String(body.length));
  const decoded = coding === 'br' ? brotliDecompressSync(body) : coding === 'gzip' ? gunzipSync(body) : body;
  expect(decoded.equals(CONTENT)).toBe(true);
});

test('ignores an overlong Accept-Encoding', async () => {
  const { status, headers } = await get('/site.css', { 'Accept-Encoding': `gzip${', x'.repeat(1_000)}` });
  expect([status, headers['content-encoding']]).toEqual([200, undefined]);
});

test('gives each coding its own ETag, and responds 304 to any of them', async () => {
  const plain = String((await get('/site.css')).headers.etag);
  const encoded = String((await get('/site.css', { 'Accept-Encoding': 'br' })).headers.etag);
  expect(encoded).toBe(plain.replace(/"$/, '+br"'));
  for (const [accepted, tags, returned] of [
    ['br', encoded, encoded],
    ['br', plain, plain],
    ['br', `W/${encoded}`, encoded],
    ['gzip', `"x", ${encoded}`, plain],
    ['identity', encoded, plain],
    ['br', '*', plain],
  ] as const) {
    const { status, headers, body } = await get('/site.css', { 'Accept-Encoding': accepted, 'If-None-Match': tags });
    expect([status, headers.etag, headers.vary, body.length]).toEqual([304, returned, 'Accept-Encoding', 0]);
  }
  expect((await get('/site.css', { 'If-None-Match': '"x+br"' })).status).toBe(200);
});

test('sends the headers of the compressed file for HEAD', async () => {
  const accepted = { 'Accept-Encoding': 'gzip' };
  const [head, full] = [await get('/site.css', accepted, 'HEAD'), await get('/site.css', accepted)];
  expect(head.body.length).toBe(0);
  for (const name of ['content-encoding', 'content-length', 'etag', 'vary'])
    expect(head.headers[name]).toBe(full.headers[name]);
});

test('sends formats that are already compressed as they are', async () => {
  const { headers, body } = await get('/font.woff2', { 'Accept-Encoding': 'br, gzip' });
  expect([headers['content-encoding'], headers.vary]).toEqual([undefined, undefined]);
  expect(body.equals(CONTENT)).toBe(true);
});

test('reads a file when it is first requested, and again if that failed', async () => {
  expect((await get('/lazy.js')).status).toBe(500);
  for (const accepted of ['gzip', 'gzip', 'identity']) {
    const { status, headers, body } = await get('/lazy.js', { 'Accept-Encoding': accepted });
    const content = headers['content-encoding'] === 'gzip' ? gunzipSync(body) : body;
    expect([status, content.toString().at(-1)]).toEqual([200, '2']);
  }
});
