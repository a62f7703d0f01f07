import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { Client, Metadata, type ServiceError, status } from '@grpc/grpc-js';
import { contracts } from '@vitae/proto/contract';
import { createGrpcClient, type GrpcClient } from './grpc-client.ts';
import { createGrpcServer, type GrpcServer } from './grpc-server.ts';
import { createLogger } from './log.ts';
import { createMetrics } from './metrics.ts';
import { PASSING_ROUND_ROBIN, passing } from './passing-round-robin.ts';
import { createReplicaConnections } from './replica-connections.ts';
import { scratchIdentity } from '@vitae/test/support/kit/identity-fixture';

const contract = contracts.stats();
const { identity, admits } = scratchIdentity();

/** A replica behind a wire that can go silent, as the connection to a process that hangs does. */
type Replica = {
  address: string;
  calls: number;
  opened: number;
  silent: boolean;
  /** Says what it had to say meanwhile, as a process does that goes on. */
  speakAgain(): void;
  close(): Promise<void>;
};

let replicas: Replica[];
let client: GrpcClient<typeof contract.definition>;
let byHand: Client | undefined;
/** How long the handlers take. */
let takesMs: number;

async function startReplica(): Promise<Replica> {
  const handlers = Object.fromEntries(
    Object.keys(contract.definition).map((method) => [
      method,
      async () => {
        replica.calls += 1;
        await new Promise((resolve) => setTimeout(resolve, takesMs));
        return { items: [] };
      },
    ]),
  );
  const server: GrpcServer = createGrpcServer({
    ...contract,
    handlers: handlers as never,
    admits: admits(contract.name),
    log: createLogger({ name: 'test', level: 'silent' }),
    metrics: createMetrics('test'),
  });
  const port = await server.start('127.0.0.1', 0);
  const sockets = new Set<Socket>();
  const unsaid: (() => void)[] = [];
  const wire = createServer((near) => {
    replica.opened += 1;
    const far = connect(port, '127.0.0.1');
    for (const socket of [near, far]) sockets.add(socket.on('error', () => undefined));
    near.on('data', (bytes) => far.write(bytes)).on('close', () => far.destroy());
    const say = (bytes: Buffer) => () => void near.write(bytes);
    far
      .on('data', (bytes) => (replica.silent ? unsaid.push(say(bytes)) : say(bytes)()))
      .on('close', () => near.destroy());
  });
  await new Promise<void>((resolve) => wire.listen(0, '127.0.0.1', resolve));
  const replica: Replica = {
    address: `127.0.0.1:${(wire.address() as AddressInfo).port}`,
    calls: 0,
    opened: 0,
    silent: false,
    speakAgain: () => {
      replica.silent = false;
      for (const say of unsaid.splice(0)) say();
    },
    close: async () => {
      for (const socket of sockets) socket.destroy();
      wire.close();
      await server.drain(100);
    },
  };
  return replica;
}

async function start(count: number): Promise<void> {
  takesMs = 0;
  replicas = await Promise.all(Array.from({ length: count }, startReplica));
  const address = count === 1 ? (replicas[0]?.address ?? '') : `ipv4:${replicas.map((one) => one.address).join(',')}`;
  client = createGrpcClient({ ...contract, address, identity, reads: ['BatchGetStats'] });
  // Each has answered: a connection that is still being made is not judged.
  while (replicas.some(({ calls }) => calls === 0)) await read();
}

afterEach(async () => {
  client.close();
  byHand?.close();
  await Promise.all(replicas.map(({ close }) => close()));
});

const read = () => client.call.BatchGetStats({ items: [] });
const write = () => client.call.RecordVisit({});

test('reads that one of two replicas does not answer are answered by the other', async () => {
  await start(2);
  const [first, second] = replicas as [Replica, Replica];
  first.silent = true;
  const before = first.calls;
  await Promise.all(Array.from({ length: 6 }, read));
  expect(first.calls).toBeGreaterThan(before);
  // It is asked no more from then on.
  const asked = first.calls;
  const answered = second.calls;
  for (let index = 0; index < 6; index += 1) await read();
  expect([first.calls, second.calls]).toEqual([asked, answered + 6]);
});

test('writes that one of two replicas does not answer are unavailable, and not made twice', async () => {
  await start(2);
  const [first, second] = replicas as [Replica, Replica];
  first.silent = true;
  const before = first.calls + second.calls;
  const ends = await Promise.allSettled(Array.from({ length: 6 }, write));
  const failed = ends.filter((end) => end.status === 'rejected');
  expect(failed.length).toBeGreaterThan(0);
  for (const { reason } of failed) expect(reason).toMatchObject({ code: 'UNAVAILABLE', reason: 'service_unavailable' });
  expect(first.calls + second.calls).toBe(before + 6);
});

test('a replica that answers again gets calls again', async () => {
  await start(2);
  const [first] = replicas as [Replica, Replica];
  first.silent = true;
  await Promise.all(Array.from({ length: 6 }, read));
  first.speakAgain();
  const before = first.calls;
  while (first.calls === before) await read();
});

/** The client's own looks go by time; here each is asked for. */
async function lookByHand(): Promise<{ look: () => Promise<void>; visit: () => Promise<void> }> {
  const connections = createReplicaConnections();
  byHand = new Client(`ipv4:${replicas.map((one) => one.address).join(',')}`, connections.credentials, {
    'grpc.service_config': JSON.stringify({ loadBalancingConfig: [{ [PASSING_ROUND_ROBIN]: {} }] }),
    ...passing(connections.silence),
  });
  const { path, requestSerialize, responseDeserialize } = contract.definition.RecordVisit;
  const send = (metadata: Metadata, done: (error: ServiceError | null) => void) =>
    byHand?.makeUnaryRequest(path, requestSerialize, responseDeserialize, {}, metadata, done);
  const visit = () =>
    new Promise<void>((resolve, reject) => {
      const metadata = new Metadata();
      metadata.set('authorization', `Bearer ${identity.token(contract.name)}`);
      send(metadata, (error) => (error ? reject(error) : resolve()));
    });
  // Without a token, as a sign of life is asked for: that it is refused is one.
  const sign = () =>
    new Promise<void>((resolve, reject) =>
      send(new Metadata(), (error) => (error?.code === status.UNAVAILABLE ? reject(error) : resolve())),
    );
  const before = replicas.map(({ calls }) => calls);
  while (replicas.some(({ calls }, index) => calls === before[index])) await visit();
  return { look: () => connections.ask(sign), visit };
}

test('a replica that is silent for a moment is passed by, and keeps its connection and the call that is on it', async () => {
  await start(2);
  const [first, second] = replicas as [Replica, Replica];
  const { look, visit } = await lookByHand();
  const opened = first.opened;
  first.silent = true;
  const onTheWay = Promise.all([visit(), visit()]);
  for (let looks = 0; looks < 4; looks += 1) await look();
  const before = [first.calls, second.calls];
  for (let index = 0; index < 6; index += 1) await visit();
  expect([first.calls, second.calls]).toEqual([before[0], (before[1] ?? 0) + 6]);
  first.speakAgain();
  await onTheWay;
  expect(first.opened).toBe(opened);
  while (first.calls === before[0]) await visit();
});

test('a replica that hangs again is given up as soon as the first time', async () => {
  await start(2);
  const [first] = replicas as [Replica];
  const { look, visit } = await lookByHand();
  const looksUntilLeft = async () => {
    const { opened } = first;
    first.silent = true;
    let looks = 0;
    for (; first.opened === opened; looks += 1) await look();
    const before = first.calls;
    first.speakAgain();
    while (first.calls === before) await visit();
    return looks;
  };
  const looks = await looksUntilLeft();
  expect(await looksUntilLeft()).toBeLessThan(1.5 * looks);
});

test('a call that takes long costs no connection', async () => {
  await start(2);
  takesMs = 1_500;
  await Promise.all([read(), write(), read(), write()]);
  expect(replicas.map(({ opened }) => opened)).toEqual([1, 1]);
});

test('the only replica is left its connection, however silent: there is nowhere else to go', async () => {
  await start(1);
  const [only] = replicas as [Replica];
  only.silent = true;
  await expect(read()).rejects.toMatchObject({ code: 'UNAVAILABLE', reason: 'dependency_unavailable' });
  expect(only.opened).toBe(1);
});
