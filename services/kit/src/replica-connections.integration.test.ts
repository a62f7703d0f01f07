import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { Client, Metadata, type ServiceError, status } from '@grpc/grpc-js';
import { contract } from '@vitae/test/support/kit/grpc-fixture';
import { createIdentityFixture } from '@vitae/test/support/kit/identity-fixture';
import { until } from '@vitae/test/support/until';
import { createGrpcClient, type GrpcClient } from './grpc-client.ts';
import { createGrpcServer, type GrpcServer } from './grpc-server.ts';
import { createLogger } from './log.ts';
import { createMetrics } from './metrics.ts';
import { OUTLIER_ROUND_ROBIN, outlierOptions } from './outlier-round-robin.ts';
import { createReplicaConnections } from './replica-connections.ts';

const { identity, authorizerFor } = createIdentityFixture();

/** A replica behind a TCP proxy that can hold back responses, like a process that hangs. */
type Replica = {
  address: string;
  calls: number;
  opened: number;
  hanging: boolean;
  /** Sends the responses that were held back. */
  resume(): void;
  close(): Promise<void>;
};

let replicas: Replica[];
let client: GrpcClient<typeof contract.definition>;
let manualClient: Client | undefined;
let handlerDelayMs: number;

async function startReplica(): Promise<Replica> {
  const handlers = Object.fromEntries(
    Object.keys(contract.definition).map((method) => [
      method,
      async () => {
        replica.calls += 1;
        await new Promise((resolve) => setTimeout(resolve, handlerDelayMs));
        return { items: [] };
      },
    ]),
  );
  const server: GrpcServer = createGrpcServer({
    ...contract,
    handlers: handlers as never,
    authorize: authorizerFor(contract.name),
    log: createLogger({ name: 'test', level: 'silent' }),
    metrics: createMetrics('test'),
  });
  const port = await server.start('127.0.0.1', 0);
  const sockets = new Set<Socket>();
  const heldBack: (() => void)[] = [];
  const proxy = createServer((downstream) => {
    replica.opened += 1;
    const upstream = connect(port, '127.0.0.1');
    for (const socket of [downstream, upstream]) sockets.add(socket.on('error', () => undefined));
    downstream.on('data', (bytes) => upstream.write(bytes)).on('close', () => upstream.destroy());
    const forward = (bytes: Buffer) => () => void downstream.write(bytes);
    upstream
      .on('data', (bytes) => (replica.hanging ? heldBack.push(forward(bytes)) : forward(bytes)()))
      .on('close', () => downstream.destroy());
  });
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
  const replica: Replica = {
    address: `127.0.0.1:${(proxy.address() as AddressInfo).port}`,
    calls: 0,
    opened: 0,
    hanging: false,
    resume: () => {
      replica.hanging = false;
      for (const forward of heldBack.splice(0)) forward();
    },
    close: async () => {
      for (const socket of sockets) socket.destroy();
      proxy.close();
      await server.drain(100);
    },
  };
  return replica;
}

async function start(count: number): Promise<void> {
  handlerDelayMs = 0;
  replicas = await Promise.all(Array.from({ length: count }, startReplica));
  const address = count === 1 ? (replicas[0]?.address ?? '') : `ipv4:${replicas.map((one) => one.address).join(',')}`;
  client = createGrpcClient({ ...contract, address, identity, reads: ['BatchGetStats'] });
  // Connections count as unresponsive only after their first response.
  while (replicas.some(({ calls }) => calls === 0)) await read();
}

afterEach(async () => {
  client.close();
  manualClient?.close();
  await Promise.all(replicas.map(({ close }) => close()));
});

const read = () => client.call.BatchGetStats({ items: [] });
const write = () => client.call.RecordVisit({});

test('retries reads on another replica when one hangs', async () => {
  await start(2);
  const [first, second] = replicas as [Replica, Replica];
  first.hanging = true;
  const before = first.calls;
  await Promise.all(Array.from({ length: 6 }, read));
  expect(first.calls).toBeGreaterThan(before);
  // From now on, all reads go to the other replica.
  const [firstCalls, secondCalls] = [first.calls, second.calls];
  for (let index = 0; index < 6; index += 1) await read();
  expect([first.calls, second.calls]).toEqual([firstCalls, secondCalls + 6]);
});

test('fails writes as unavailable when a replica hangs, without sending them twice', async () => {
  await start(2);
  const [first, second] = replicas as [Replica, Replica];
  first.hanging = true;
  const before = first.calls + second.calls;
  const results = await Promise.allSettled(Array.from({ length: 6 }, write));
  const failed = results.filter((result) => result.status === 'rejected');
  expect(failed.length).toBeGreaterThan(0);
  for (const { reason } of failed) expect(reason).toMatchObject({ code: 'UNAVAILABLE', reason: 'service_unavailable' });
  expect(first.calls + second.calls).toBe(before + 6);
});

test('sends calls to a replica again after it recovers', async () => {
  await start(2);
  const [first] = replicas as [Replica, Replica];
  first.hanging = true;
  await Promise.all(Array.from({ length: 6 }, read));
  first.resume();
  const before = first.calls;
  await until('a call to the recovered replica', async () => {
    await read();
    return first.calls > before;
  });
  expect(first.hanging).toBe(false);
});

/** Creates a client whose health checks run only when the test calls `check`. */
async function createManualClient(): Promise<{ check: () => Promise<void>; visit: () => Promise<void> }> {
  const connections = createReplicaConnections();
  manualClient = new Client(`ipv4:${replicas.map((one) => one.address).join(',')}`, connections.credentials, {
    'grpc.service_config': JSON.stringify({ loadBalancingConfig: [{ [OUTLIER_ROUND_ROBIN]: {} }] }),
    ...outlierOptions(connections.health),
  });
  const { path, requestSerialize, responseDeserialize } = contract.definition.RecordVisit;
  const send = (metadata: Metadata, done: (error: ServiceError | null) => void) =>
    manualClient?.makeUnaryRequest(path, requestSerialize, responseDeserialize, {}, metadata, done);
  const visit = async () => {
    const metadata = new Metadata();
    metadata.set('authorization', `Bearer ${await identity.token(contract.name)}`);
    await new Promise<void>((resolve, reject) => send(metadata, (error) => (error ? reject(error) : resolve())));
  };
  // Sent without a token, like a health check. A rejection is a response, too.
  const sendHealthCheck = () =>
    new Promise<void>((resolve, reject) =>
      send(new Metadata(), (error) => (error?.code === status.UNAVAILABLE ? reject(error) : resolve())),
    );
  const before = replicas.map(({ calls }) => calls);
  while (replicas.some(({ calls }, index) => calls === before[index])) await visit();
  return { check: () => connections.check(sendHealthCheck), visit };
}

test('avoids a replica that is slow for a moment, and keeps its connection and running calls', async () => {
  await start(2);
  const [first, second] = replicas as [Replica, Replica];
  const { check, visit } = await createManualClient();
  const opened = first.opened;
  first.hanging = true;
  const received = first.calls + second.calls + 2;
  const running = Promise.all([visit(), visit()]);
  await until('both running calls', () => first.calls + second.calls === received);
  for (let checks = 0; checks < 4; checks += 1) await check();
  const before = [first.calls, second.calls];
  for (let index = 0; index < 6; index += 1) await visit();
  expect([first.calls, second.calls]).toEqual([before[0], (before[1] ?? 0) + 6]);
  first.resume();
  await running;
  expect(first.opened).toBe(opened);
  while (first.calls === before[0]) await visit();
});

test('closes the connection of a replica as fast the second time it hangs', async () => {
  await start(2);
  const [first] = replicas as [Replica];
  const { check, visit } = await createManualClient();
  const checksUntilClosed = async () => {
    const { opened } = first;
    first.hanging = true;
    let checks = 0;
    for (; first.opened === opened; checks += 1) await check();
    const before = first.calls;
    first.resume();
    while (first.calls === before) await visit();
    return checks;
  };
  const checks = await checksUntilClosed();
  expect(await checksUntilClosed()).toBeLessThan(1.5 * checks);
});

test('keeps the connection of a slow call', async () => {
  await start(2);
  handlerDelayMs = 1_500;
  await Promise.all([read(), write(), read(), write()]);
  expect(replicas.map(({ opened }) => opened)).toEqual([1, 1]);
});

test('keeps the connection of the only replica even if it hangs', async () => {
  await start(1);
  const [only] = replicas as [Replica];
  only.hanging = true;
  await expect(read()).rejects.toMatchObject({ code: 'UNAVAILABLE', reason: 'dependency_unavailable' });
  expect(only.opened).toBe(1);
});
