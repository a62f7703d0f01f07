import { once } from 'node:events';
import { createServer } from 'node:http';
import { type AddressInfo, connect, createServer as createTcpServer, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { requestId } from '@vitae/kit/http/request-id';
import express from 'express';
import { createArtifacts } from './artifacts.ts';

const ADDRESS = 'a'.repeat(64);
/** More than sockets hold of an answer that nobody reads. */
const FILE = Buffer.alloc(16 * 1024 * 1024, 'x');
const SILENT_FOR_MS = 200;

let fallsSilent: boolean;
const methods: (string | undefined)[] = [];
const worker = createServer((request, response) => {
  methods.push(request.method);
  response.writeHead(200, { 'Content-Length': FILE.length, ETag: '"abc"' });
  if (request.method === 'HEAD') response.end();
  else if (fallsSilent) response.write(FILE.subarray(0, 1_000));
  else response.end(FILE);
});
const artifactsOf = (...before: string[]) =>
  createArtifacts([...before, `http://127.0.0.1:${portOf(worker)}`], { token: async () => 'token' }, SILENT_FOR_MS);
let artifacts: ReturnType<typeof artifactsOf>;
const gateway = express()
  .use(requestId)
  .get('/', (request, response) => {
    artifacts.stream(ADDRESS, request, response).catch(() => response.destroy());
  })
  .listen(0, '127.0.0.1');

const portOf = (server: { address(): unknown }) => (server.address() as AddressInfo).port;

beforeAll(async () => {
  worker.listen(0, '127.0.0.1');
  await once(worker, 'listening');
});
beforeEach(() => {
  artifacts = artifactsOf();
  fallsSilent = false;
  methods.length = 0;
});
afterEach(() => artifacts.close());
afterAll(() => {
  for (const server of [worker, gateway]) {
    server.close();
    server.closeAllConnections();
  }
});

/** Asks for the file; the beginning has come. */
async function asked() {
  const socket = connect(portOf(gateway), '127.0.0.1');
  socket.write('GET / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n');
  await once(socket, 'data');
  return socket;
}

test('a caller who reads nothing for long gets the whole file when it reads on', async () => {
  const socket = await asked();
  socket.pause();
  await pause(5 * SILENT_FOR_MS);
  socket.resume();
  await once(socket, 'end');
  expect(socket.bytesRead).toBeGreaterThan(FILE.length);
});

test('a worker that falls silent in the middle is given up, and the caller told by the end of the connection', async () => {
  fallsSilent = true;
  const socket = await asked();
  socket.resume();
  await once(socket, 'close');
  expect(socket.bytesRead).toBeLessThan(FILE.length);
});

const listening = async (onConnection: (socket: Socket) => void) => {
  const sockets: Socket[] = [];
  const server = createTcpServer((socket) => {
    sockets.push(socket);
    onConnection(socket);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const close = () => {
    server.close();
    for (const socket of sockets) socket.destroy();
  };
  return { url: `http://127.0.0.1:${portOf(server)}`, sockets, close };
};

describe('a file that was just made', () => {
  test('is sent without asking whether it is there', async () => {
    artifacts.justMade(ADDRESS);
    (await asked()).destroy();
    expect(methods).toEqual(['GET']);
  });

  test.each(['gone', 'silent'])('is sent by another worker when the one that would is %s', async (how) => {
    const silent = await listening(() => undefined);
    if (how === 'gone') silent.close();
    artifacts = artifactsOf(silent.url);
    artifacts.justMade(ADDRESS);
    const socket = await asked();
    socket.resume();
    await once(socket, 'end');
    expect(socket.bytesRead).toBeGreaterThan(FILE.length);
    expect(methods).toEqual(['HEAD', 'GET']);
    silent.close();
  });
});

describe('whether a file is there', () => {
  test('is asked of the next worker when one does not answer', async () => {
    const silent = await listening(() => undefined);
    artifacts = artifactsOf(silent.url);
    expect(await artifacts.stored(ADDRESS)).toBe(true);
    expect([silent.sockets.length, methods]).toEqual([1, ['HEAD']]);
    silent.close();
  });

  test('is asked again when the worker closes the kept connection just then', async () => {
    const closing = await listening((socket) => {
      socket.once('data', () => {
        socket.write('HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\nConnection: keep-alive\r\n\r\n');
        socket.once('data', () => socket.destroy());
      });
    });
    const alone = createArtifacts([closing.url], { token: async () => 'token' });
    expect(await alone.stored(ADDRESS)).toBe(false);
    await pause(50);
    expect(await alone.stored(ADDRESS)).toBe(false);
    expect(closing.sockets).toHaveLength(2);
    alone.close();
    closing.close();
  });
});
