import { randomInt } from 'node:crypto';
import { createServer, type Server } from 'node:net';
import { choosePorts, type Ports } from './choose-ports.ts';
import { createPortChooser } from './port-chooser.ts';

const HOST = '127.0.0.1';
const inside = createPortChooser(HOST);
// Random, because another run of these tests on this machine may claim ports too.
const port = randomInt(12_000, 18_000);
afterEach(inside.release);
const listen = (port: number) =>
  new Promise<Server>((resolve) => {
    const server = createServer();
    server.listen(port, HOST, () => resolve(server));
  });
const options = { host: HOST, gateways: 2, sites: 2, workers: 2, services: ['resume' as const, 'stats' as const] };
const PORTS_PER_SYSTEM = 16;

const allOf = (ports: Ports) => [
  ...ports.gateways,
  ...ports.services.flatMap(({ grpc, probe }) => [grpc, probe]),
  ...ports.sites.flatMap(({ http, metrics }) => [http, metrics]),
  ...ports.workers,
  ...ports.metrics,
  ports.mongod,
  ports.redis,
];

describe('the ports of a system', () => {
  test('are different for every process', async () => {
    const ports = await choosePorts({ ...options, port }, inside);
    expect(ports.gateways).toEqual([port, port + 1]);
    expect(new Set(allOf(ports)).size).toBe(PORTS_PER_SYSTEM);
  });

  test('are not shared by two systems that start at the same time', async () => {
    const others = createPortChooser(HOST);
    const both = await Promise.all([
      choosePorts({ ...options, port }, inside),
      choosePorts({ ...options, port: port + 10 }, others),
    ]);
    others.release();
    expect(new Set(both.flatMap(allOf)).size).toBe(2 * PORTS_PER_SYSTEM);
  });

  test('are rejected for one of two systems that start at the same time on the same gateway port', async () => {
    const others = createPortChooser(HOST);
    const both = await Promise.allSettled([
      choosePorts({ ...options, port }, inside),
      choosePorts({ ...options, port }, others),
    ]);
    others.release();
    expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
  });

  test('are rejected with a suggestion if the gateway port is in use', async () => {
    const other = await listen(port);
    await expect(choosePorts({ ...options, port }, inside)).rejects.toThrow(
      `Port ${port} is in use by another program. Stop it, or use another port: PORT=${port + 100} npm start`,
    );
    other.close();
  });

  test('are rejected if the address does not belong to this machine', async () => {
    await expect(choosePorts({ ...options, host: '192.0.2.1', port: 8080 }, inside)).rejects.toThrow(
      /Cannot listen on 192\.0\.2\.1:8080/,
    );
  });
});
