import { connect, type Socket } from 'node:net';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { until } from '@vitae/test/support/until';
import express, { type Request } from 'express';
import { createLogger } from '../log.ts';
import { type BodyMemory, createBodyMemory } from './body-memory.ts';
import { type HttpListener, listenHttp } from './listen-http.ts';
import { bodyOf, isBodyPending, MAX_ANONYMOUS_BYTES, rawBody, readBody } from './raw-body.ts';
import { requestId } from './request-id.ts';
import { createErrorResponder } from './respond-with-error.ts';

const MB = 1024 * 1024;
const log = createLogger({ name: 'test', level: 'silent' });

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

/** The size of all buffers that are still in use. */
function bufferedBytes(): number {
  collectGarbage();
  return process.memoryUsage().arrayBuffers;
}

let http: HttpListener | undefined;
const sockets: Socket[] = [];

afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy();
  http?.server.closeAllConnections();
  await http?.close();
  http = undefined;
});

async function serve(handle: (request: Request) => Promise<unknown>, memory?: BodyMemory): Promise<void> {
  const app = express();
  app.use(requestId, rawBody({ isUpload: ({ path }) => path === '/upload', ...(memory && { memory }) }));
  app.use((request, response, next) => {
    handle(request).then((result) => response.json(result), next);
  });
  app.use(((thrown, request, response, _next) =>
    createErrorResponder(log, () => undefined)(thrown, request, response)) satisfies express.ErrorRequestHandler);
  http = await listenHttp(app, '127.0.0.1', 0);
}

const post = (body: Buffer, path = '/any') =>
  fetch(`http://127.0.0.1:${http?.port}${path}`, { method: 'POST', body: new Uint8Array(body) });

/** Sends the headers of a request and a part of its body. Returns the response as it arrives. */
function sendPart(head: string, part: string | Buffer): { socket: Socket; response(): string } {
  let response = '';
  const socket = connect(http?.port as number, '127.0.0.1');
  sockets.push(socket);
  socket
    .on('error', () => undefined)
    .on('data', (chunk) => {
      response += chunk.toString('latin1');
    });
  socket.write(`POST ${head}\r\nHost: localhost\r\n`);
  socket.write(part);
  return { socket, response: () => response };
}

describe('request body', () => {
  test('is read before the handler up to 32 KB, and after the caller is identified above', async () => {
    await serve(async (request) => {
      const pending = isBodyPending(request);
      return { pending, size: (await readBody(request)).length };
    });
    const sizes = [1, MAX_ANONYMOUS_BYTES, MAX_ANONYMOUS_BYTES + 1, MB];
    const results = await Promise.all(sizes.map(async (size) => (await post(Buffer.alloc(size, 7))).json()));
    expect(results).toEqual(sizes.map((size) => ({ pending: size > MAX_ANONYMOUS_BYTES, size })));
  });

  test('is paused after 32 KB if its length is unknown, and then read to its end', async () => {
    const sent = Buffer.from(Array.from({ length: 300_000 }, (_none, index) => index % 251));
    await serve(async (request) => {
      const pending = isBodyPending(request);
      return { pending, same: (await readBody(request)).equals(sent) };
    });
    const chunks = Array.from({ length: 300 }, (_none, index) => sent.subarray(index * 1_000, (index + 1) * 1_000));
    const { response } = sendPart(
      '/any HTTP/1.1',
      Buffer.concat([
        Buffer.from('Transfer-Encoding: chunked\r\n\r\n'),
        ...chunks.flatMap((chunk) => [Buffer.from('3e8\r\n'), chunk, Buffer.from('\r\n')]),
        Buffer.from('0\r\n\r\n'),
      ]),
    );
    await until('the response', () => response().includes('{'));
    expect(response()).toContain('{"pending":true,"same":true}');
  });

  test('above 32 KB is rejected where callers are not identified', async () => {
    await serve(async (request) => bodyOf(request).length);
    const response = await post(Buffer.alloc(MAX_ANONYMOUS_BYTES + 1));
    expect([response.status, (await response.json()).error.message]).toEqual([
      413,
      'The body is larger than 32768 bytes.',
    ]);
    expect((await post(Buffer.alloc(10))).status).toBe(200);
  });

  test('does not delay the next request on the connection if it is not read', async () => {
    await serve(async ({ path }) => path);
    const next = 'POST /next HTTP/1.1\r\nHost: localhost\r\nContent-Length: 0\r\n\r\n';
    const fixed = sendPart('/any HTTP/1.1', `Content-Length: 100000\r\n\r\n${'x'.repeat(100_000)}${next}`);
    const chunk = `c350\r\n${'x'.repeat(50_000)}\r\n`;
    const chunked = sendPart('/any HTTP/1.1', `Transfer-Encoding: chunked\r\n\r\n${chunk}${chunk}0\r\n\r\n${next}`);
    for (const { response } of [fixed, chunked]) {
      await until('both responses', () => response().includes('"/next"'));
      expect(response()).toContain('"/any"');
    }
  });

  test.each([
    ['while it is read', 'data'],
    ['before it is read', 'close'],
  ])('fails when the client disconnects %s', async (_when, event) => {
    const result = new Promise((resolve) => {
      void serve(async (request) => {
        const seen = new Promise((seeEvent) => request.once(event, seeEvent));
        const early = event === 'data' ? readBody(request) : undefined;
        early?.catch(() => undefined);
        if (event === 'data') await seen;
        socket.destroy();
        if (event === 'close') await seen;
        await (early ?? readBody(request)).then(resolve, resolve);
      }).then(() => {
        socket = sendPart('/upload HTTP/1.1', `Content-Length: 100000\r\n\r\nsome`).socket;
      });
    });
    let socket: Socket;
    expect(await result).toMatchObject({ code: 'CANCELLED', reason: 'request_aborted' });
  });
});

describe('a large upload', () => {
  const lengthOf = (megabytes: number) => `Content-Length: ${megabytes * MB}\r\n\r\n`;
  const echo = () => serve(async (request) => ({ path: request.path, size: bodyOf(request).length }));

  test('of 50 MB is received to its end without being stored, and its connection stays open', async () => {
    await echo();
    const { socket, response } = sendPart('/upload HTTP/1.1', lengthOf(50));
    const part = Buffer.alloc(5 * MB, 7);
    const before = bufferedBytes();
    for (let sent = 0; sent < 10; sent += 1) {
      await new Promise((resolve) => socket.write(part, resolve));
      expect(bufferedBytes() - before).toBeLessThan(10 * MB);
    }
    socket.write('POST /next HTTP/1.1\r\nHost: localhost\r\nContent-Length: 0\r\n\r\n');
    await until('both responses', () => response().includes('"/next"'));
    expect(response()).toMatch(/^HTTP\/1\.1 413 .*HTTP\/1\.1 200 /s);
    expect(response()).toContain(`The body is larger than ${7 * MB} bytes.`);
  });

  test('of more than 64 MB is rejected without being received', async () => {
    await echo();
    const { response } = sendPart('/upload HTTP/1.1', lengthOf(65));
    await until('the response', () => response().includes('larger than'));
    expect(response()).toMatch(/^HTTP\/1\.1 413 .*Connection: close/s);
  });
});

describe('memory for request bodies', () => {
  const half = Buffer.alloc(MB / 2);

  test('is limited per address, and released when requests end', async () => {
    await serve(async (request) => (await readBody(request)).length, createBodyMemory(16));
    const head = Buffer.from(`Content-Length: ${MB}\r\n\r\n`);
    const held = Array.from({ length: 8 }, () =>
      sendPart('/any HTTP/1.1', Buffer.concat([head, Buffer.alloc(MB - 1)])),
    );
    await until('a rejection', async () => {
      const response = await post(Buffer.alloc(10));
      return response.status === 429 && response.headers.get('retry-after') === '1';
    });
    for (const { socket } of held) socket.destroy();
    const isAccepted = () => post(Buffer.alloc(MB)).then(({ status }) => status === 200);
    expect(await until('free memory', isAccepted)).toBe(true);
  });

  test('is limited for all addresses together', () => {
    const memory = createBodyMemory(32);
    for (let index = 0; index < 32; index += 1) memory.reserve(`192.0.2.${index}`, MB);
    expect(() => memory.reserve('192.0.2.99', 1)).toThrow(expect.objectContaining({ reason: 'overloaded' }));
    memory.release('192.0.2.7', MB);
    memory.reserve('192.0.2.99', MB);
  });

  test('is not used by incomplete bodies of unidentified callers', async () => {
    let reserved = 0;
    const memory = createBodyMemory(64);
    const counting: BodyMemory = {
      reserve: (address, bytes) => {
        reserved += bytes;
        memory.reserve(address, bytes);
      },
      release: memory.release,
    };
    let handled = 0;
    await serve(() => {
      handled += 1;
      return new Promise(() => undefined);
    }, counting);
    for (let index = 0; index < 20; index += 1)
      sendPart('/any HTTP/1.1', Buffer.concat([Buffer.from(`Content-Length: ${MB}\r\n\r\n`), half]));
    await until('the requests to be handled', () => handled === 20);
    expect(reserved).toBe(0);
  });

  test('is not multiplied by bodies in tiny chunks', async () => {
    let reserved = 0;
    const memory: BodyMemory = {
      reserve: (_address, bytes) => {
        reserved += bytes;
      },
      release: () => undefined,
    };
    await serve(async (request) => bodyOf(request).length, memory);
    const { response } = sendPart(
      '/any HTTP/1.1',
      `Transfer-Encoding: chunked\r\n\r\n${'1\r\nx\r\n'.repeat(10_000)}0\r\n\r\n`,
    );
    await until('the response', () => response().includes('10000'));
    expect(reserved).toBeLessThanOrEqual(20_000);
  });
});
