import { once } from 'node:events';
import { createServer } from 'node:http';
import { type AddressInfo, connect, createServer as createTcpServer, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { requestId } from '@vitae/kit/http/request-id';
import express from 'express';
import { createArtifactClient } from './artifact-client.ts';

const ADDRESS = 'a'.repeat(64);
/** Exceeds the socket buffers, so that a client that does not read blocks the response. */
const FILE = Buffer.alloc(16 * 1024 * 1024, 'x');
/** Long enough for a busy machine to respond in time. */
const IDLE_TIMEOUT_MS = 1_000;

let stopsSending: boolean;
const methods: (string | undefined)[] = [];
const worker = createServer((request, response) => {
  methods.push(request.method);
  response.writeHead(200, { 'Content-Length': FILE.length, ETag: '"abc"' });
  if (request.method === 'HEAD') response.end();
  else if (stopsSending) response.write(FILE.subarray(0, 1_000));
  else response.end(FILE);
});
const clientOf = (...earlier: string[]) =>
  createArtifactClient(
    [...earlier, `http://127.0.0.1:${portOf(worker)}`],
    { token: async () => 'token' },
    IDLE_TIMEOUT_MS,
  );
let artifacts: ReturnType<typeof clientOf>;
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
  artifacts = clientOf();
  stopsSending = false;
  methods.length = 0;
});
afterEach(() => artifacts.close());
afterAll(() => {
  for (const server of [worker, gateway]) {
    server.close();
    server.closeAllConnections();
  }
});

/** Requests the file and waits for the beginning of the response. */
async function requestFile() {
  const socket = connect(portOf(gateway), '127.0.0.1');
  socket.write('GET / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n');
  await once(socket, 'data');
  return socket;
}

describe('artifact client', () => {
  test('sends the whole file to a client that pauses for longer than the idle timeout', async () => {
    const socket = await requestFile();
    socket.pause();
    await pause(3 * IDLE_TIMEOUT_MS);
    socket.resume();
    await once(socket, 'end');
    expect(socket.bytesRead).toBeGreaterThan(FILE.length);
  });

  test('closes the connection when the worker stops sending', async () => {
    stopsSending = true;
    const socket = await requestFile();
    socket.resume();
    await once(socket, 'close');
    expect(socket.bytesRead).toBeLessThan(FILE.length);
  });
});

const startTcpServer = async (onConnection: (socket: Socket) => void) => {
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

describe('a file that was just stored', () => {
  test('is sent without checking whether it exists', async () => {
    artifacts.markStored(ADDRESS);
    (await requestFile()).destroy();
    expect(methods).toEqual(['GET']);
  });

  test.each(['has stopped', 'hangs'])('is sent by another worker if the first one %s', async (how) => {
    const hanging = await startTcpServer(() => undefined);
    if (how === 'has stopped') hanging.close();
    artifacts = clientOf(hanging.url);
    artifacts.markStored(ADDRESS);
    const socket = await requestFile();
    socket.resume();
    await once(socket, 'end');
    expect(socket.bytesRead).toBeGreaterThan(FILE.length);
    expect(methods).toEqual(['HEAD', 'GET']);
    hanging.close();
  });
});

describe('existence check', () => {
  test('asks the next worker if one does not respond', async () => {
    const hanging = await startTcpServer(() => undefined);
    artifacts = clientOf(hanging.url);
    expect(await artifacts.exists(ADDRESS)).toBe(true);
    expect([hanging.sockets.length, methods]).toEqual([1, ['HEAD']]);
    hanging.close();
  });

  test('is retried if the worker closes the reused connection', async () => {
    const closing = await startTcpServer((socket) => {
      socket.once('data', () => {
        socket.write('HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\nConnection: keep-alive\r\n\r\n');
        socket.once('data', () => socket.destroy());
      });
    });
    const alone = createArtifactClient([closing.url], { token: async () => 'token' });
    expect(await alone.exists(ADDRESS)).toBe(false);
    await pause(50);
    expect(await alone.exists(ADDRESS)).toBe(false);
    expect(closing.sockets).toHaveLength(2);
    alone.close();
    closing.close();
  });
});
