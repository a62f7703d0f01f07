import { type IncomingMessage, request } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import express from 'express';
import { createCompression } from './compress-response.ts';
import { type HttpListener, listenHttp } from './listen-http.ts';
import { etagResponse, sendResponse } from './response.ts';

const users = (length: number) =>
  Buffer.from(JSON.stringify({ users: Array.from({ length }, (_, id) => ({ id, kind: 'candidate' })) }));
/** Is compressed in a thread. */
const LARGE = users(1_000);
const LONG = users(100);
const SHORT = Buffer.from('{"users":[]}');

const contents: Record<string, Buffer> = { '/short': SHORT, '/large': LARGE };

let http: HttpListener;

beforeAll(async () => {
  const compression = createCompression();
  const busy = createCompression(0);
  const app = express();
  app.use(async (request, response) => {
    const compress = (request.path === '/busy' ? busy : compression)(request, response);
    const content = contents[request.path] ?? LONG;
    response.set('X-If-Match', request.headers['if-match'] ?? '');
    sendResponse(response, await compress(etagResponse(content, '"7"', request.headers['if-none-match'])));
  });
  http = await listenHttp(app, '127.0.0.1', 0);
});
afterAll(() => http.close());

/** Sends a request without the headers and the decoding of fetch. */
async function get(path: string, headers: Record<string, string> = {}) {
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    request({ port: http.port, path, headers }, resolve).on('error', reject).end();
  });
  return { status: response.statusCode, headers: response.headers, body: await buffer(response) };
}

test.each([
  ['br', '/', LONG, brotliDecompressSync],
  ['gzip', '/', LONG, gunzipSync],
  ['br', '/large', LARGE, brotliDecompressSync],
  ['gzip', '/large', LARGE, gunzipSync],
])('compresses a response with %s: %s', async (coding, path, content, decode) => {
  const { headers, body } = await get(path, { 'Accept-Encoding': coding });
  expect(headers).toMatchObject({ 'content-encoding': coding, etag: `"7+${coding}"`, vary: 'Accept-Encoding' });
  expect(headers['content-length']).toBe(String(body.length));
  expect(body.length).toBeLessThan(content.length / 2);
  expect(decode(body).equals(content)).toBe(true);
});

test.each([
  ['the client does not ask for it', '/', {}, LONG],
  ['the response is short', '/short', { 'Accept-Encoding': 'gzip' }, SHORT],
  ['too many responses are being compressed', '/busy', { 'Accept-Encoding': 'gzip' }, LONG],
])('sends the response as it is if %s', async (_case, path, headers, expected) => {
  const response = await get(path, headers);
  expect(response.headers).toMatchObject({ etag: '"7"', vary: 'Accept-Encoding' });
  expect(response.headers['content-encoding']).toBeUndefined();
  expect(response.body.equals(expected)).toBe(true);
});

test.each([
  ['br', '"7+br"', '"7+br"'],
  ['br', '"7"', '"7"'],
  ['br', '"6+br", W/"7+br"', '"7+br"'],
  ['identity', '"7+br"', '"7"'],
])('with Accept-Encoding: %s, returns 304 for the ETag %s', async (accepted, tags, returned) => {
  const { status, headers } = await get('/', { 'Accept-Encoding': accepted, 'If-None-Match': tags });
  expect([status, headers.etag, headers.vary]).toEqual([304, returned, 'Accept-Encoding']);
});

test('gives handlers the ETags of conditions without codings', async () => {
  const { headers } = await get('/', { 'If-Match': '"7+gzip", "8", "9+zip"' });
  expect(headers['x-if-match']).toBe('"7", "8", "9+zip"');
});
