import { randomInt } from 'node:crypto';
import { createServer, type Server } from 'node:net';
import { createPortChooser } from '../free-port.ts';
import { choosePorts, type Ports } from './ports.ts';

const HOST = '127.0.0.1';
const inside = createPortChooser(HOST);
// Another run of these tests on this machine looks elsewhere.
const port = randomInt(12_000, 18_000);
afterEach(inside.release);
const listen = (port: number) =>
  new Promise<Server>((resolve) => {
    const server = createServer();
    server.listen(port, HOST, () => resolve(server));
  });
const wishes = { host: HOST, gateways: 2, workers: 2, services: ['resume' as const, 'stats' as const] };

const allOf = (ports: Ports) => [
  ...ports.gateways,
  ...ports.services.flatMap(({ grpc, probe }) => [grpc, probe]),
  ...ports.workers,
  ...ports.metrics,
  ports.mongod,
  ports.redis,
];

test('every process has a port of its own', async () => {
  const ports = await choosePorts({ ...wishes, port }, inside);
  expect(ports.gateways).toEqual([port, port + 1]);
  expect(new Set(allOf(ports)).size).toBe(12);
});

test('two systems that start at once share no port', async () => {
  const others = createPortChooser(HOST);
  const both = await Promise.all([
    choosePorts({ ...wishes, port }, inside),
    choosePorts({ ...wishes, port: port + 10 }, others),
  ]);
  others.release();
  expect(new Set(both.flatMap(allOf)).size).toBe(24);
});

test('two systems that want the same gateway port at once: one is refused', async () => {
  const others = createPortChooser(HOST);
  const both = await Promise.allSettled([
    choosePorts({ ...wishes, port }, inside),
    choosePorts({ ...wishes, port }, others),
  ]);
  others.release();
  expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
});

test('a gateway does not move to another port: the taken one is told, and what to type', async () => {
  const other = await listen(port);
  await expect(choosePorts({ ...wishes, port }, inside)).rejects.toThrow(`Port ${port} is in use by another program.`);
  other.close();
});

test('an address of another machine is told', async () => {
  await expect(choosePorts({ ...wishes, host: '192.0.2.1', port: 8080 }, inside)).rejects.toThrow(
    /Nothing can listen on 192\.0\.2\.1:8080/,
  );
});
