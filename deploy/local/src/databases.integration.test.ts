import { mkdtempSync, rmSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { MongoClient } from 'mongodb';
import { mongodSpec, mongodUri } from './mongodb/mongod.ts';
import { requireUsableMongodb } from './mongodb/replica-set.ts';
import { createPortChooser } from './ports/port-chooser.ts';
import type { ProcessSpec } from './processes/process-spec.ts';
import { createSupervisor, type Supervisor } from './processes/supervisor.ts';
import { localRedisUrl, redisSpec, requireUsableRedis } from './redis/redis.ts';
import { silentTerminal } from './terminal/terminal.ts';

const environment = process.env;
const ports = createPortChooser('127.0.0.1');
afterAll(ports.release);

let dataDir: string;
let supervisor: Supervisor;
let onRestarted: () => void = () => undefined;

const openSupervisor = () =>
  createSupervisor({
    group: `test-databases-${process.pid}-${Date.now()}`,
    logDir: join(dataDir, 'logs'),
    terminal: silentTerminal,
    onLaunched: () => undefined,
    onExited: () => undefined,
    onRestarted: () => onRestarted(),
    onLost: (error) => {
      throw error;
    },
  });
const mongod = (port: number) =>
  mongodSpec({ binary: environment.MONGOD_BINARY ?? 'mongod', dataDir, port, environment });
const redis = (port: number) =>
  redisSpec({ binary: environment.REDIS_SERVER_BINARY ?? 'redis-server', dataDir, port, environment });
const killAndAwaitRestart = async (spec: ProcessSpec) => {
  const restarted = new Promise<void>((resolve) => {
    onRestarted = resolve;
  });
  process.kill(supervisor.running().find(({ name }) => name === spec.name)?.pid ?? 0, 'SIGKILL');
  await restarted;
};

beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'vitae-databases-'));
  supervisor = openSupervisor();
});
afterEach(async () => {
  await supervisor.stopAll(3_000);
  rmSync(dataDir, { recursive: true, force: true });
});

async function withCollection<T>(port: number, work: (client: MongoClient) => Promise<T>): Promise<T> {
  const client = new MongoClient(mongodUri(port));
  try {
    return await work(client);
  } finally {
    await client.close();
  }
}

test('MongoDB supports transactions and opens its data on another port', async () => {
  const first = await ports.choose();
  await supervisor.start([mongod(first)]);
  await requireUsableMongodb(mongodUri(first));
  await withCollection(first, (client) =>
    client.withSession((session) =>
      session.withTransaction(() => client.db('t').collection('c').insertOne({ stored: true }, { session })),
    ),
  );
  await supervisor.stopAll(3_000);

  const second = await ports.choose();
  supervisor = openSupervisor();
  await supervisor.start([mongod(second)]);
  const found = await withCollection(second, (client) => client.db('t').collection('c').findOne({ stored: true }));
  expect(found).toMatchObject({ stored: true });
}, 120_000);

test('a killed MongoDB restarts on its port with every acknowledged write', async () => {
  const port = await ports.choose();
  const spec = mongod(port);
  await supervisor.start([spec]);
  await withCollection(port, async (client) => {
    await client
      .db('t')
      .collection<{ _id: number }>('c')
      .insertOne({ _id: 1 }, { writeConcern: { w: 'majority', journal: true } });
    await killAndAwaitRestart(spec);
    expect(await client.db('t').collection('c').countDocuments()).toBe(1);
  });
}, 120_000);

test('a killed Redis restarts with every acknowledged write', async () => {
  const port = await ports.choose();
  const spec = redis(port);
  await supervisor.start([spec]);
  for (let round = 0; round < 3; round += 1) {
    const acknowledged = await countUntilKilled(port, () => killAndAwaitRestart(spec));
    expect(acknowledged).toBeGreaterThan(1_000);
    expect(Number(await sendCommand(port, 'GET n'))).toBeGreaterThanOrEqual(acknowledged);
  }
}, 120_000);

test('reports unreachable configured databases without their password', async () => {
  const port = await ports.choose();
  await expect(requireUsableMongodb(`mongodb://me:secret@127.0.0.1:${port}/?replicaSet=rs0`)).rejects.toThrow(
    `Cannot connect to MongoDB at mongodb://…@127.0.0.1:${port}/`,
  );
  await expect(requireUsableRedis(`redis://:secret@127.0.0.1:${port}`)).rejects.toThrow(
    `Cannot connect to Redis at redis://…@127.0.0.1:${port}`,
  );
  await expect(requireUsableRedis(`${localRedisUrl(port)}`)).rejects.not.toThrow(/secret/);
});

/** Sends INCR continuously, kills Redis and returns the last count that it acknowledged. */
function countUntilKilled(port: number, kill: () => Promise<void>): Promise<number> {
  return new Promise((resolve, reject) => {
    let last = 0;
    let killed: Promise<void> | undefined;
    const socket = connect(port, '127.0.0.1', () => socket.write('INCR n\r\n'.repeat(500)));
    socket.on('data', (bytes) => {
      const replies = bytes.toString().split('\r\n').slice(0, -1);
      last = Number(replies.at(-1)?.slice(1)) || last;
      if (!socket.destroyed) socket.write('INCR n\r\n'.repeat(replies.length));
      if (last > 20_000 && !killed) killed = kill();
    });
    socket.on('error', () => undefined);
    socket.on('close', () =>
      (killed ?? Promise.reject(new Error('closed before the kill'))).then(() => resolve(last), reject),
    );
  });
}

function sendCommand(port: number, command: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () => socket.write(`${command}\r\n`));
    socket.once('error', reject);
    socket.once('data', (bytes) => {
      socket.destroy();
      resolve(bytes.toString().split('\r\n')[1] ?? '');
    });
  });
}
