import { createServer, type Server } from 'node:net';
import { anyFreePort } from '../free-port.ts';
import { choosePorts } from './ports.ts';

const HOST = '127.0.0.1';
const listen = (port: number) =>
  new Promise<Server>((resolve) => {
    const server = createServer();
    server.listen(port, HOST, () => resolve(server));
  });
const wishes = { host: HOST, gateways: 2, workers: 2, services: ['resume' as const, 'stats' as const] };

test('every process has a port of its own', async () => {
  const port = await anyFreePort(HOST);
  const ports = await choosePorts({ ...wishes, port });
  expect(ports.gateways).toEqual([port, port + 1]);
  const inside = [
    ...ports.services.flatMap(({ grpc, probe }) => [grpc, probe]),
    ...ports.workers,
    ...ports.metrics,
    ports.mongod,
    ports.redis,
  ];
  expect(new Set([...ports.gateways, ...inside]).size).toBe(12);
});

test('a gateway does not move to another port: the taken one is told, and what to type', async () => {
  const port = await anyFreePort(HOST);
  const other = await listen(port);
  await expect(choosePorts({ ...wishes, port })).rejects.toThrow(`Port ${port} is in use by another program.`);
  other.close();
});

test('an address of another machine is told', async () => {
  await expect(choosePorts({ ...wishes, host: '192.0.2.1', port: 8080 })).rejects.toThrow(
    /Nothing can listen on 192\.0\.2\.1:8080/,
  );
});
