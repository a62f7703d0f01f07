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

const freshSupervisor = () =>
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
const killAndAwaitReturn = async (spec: ProcessSpec) => {
  const back = new Promise<void>((resolve) => {
    onRestarted = resolve;
  });
  process.kill(supervisor.running().find(({ name }) => name === spec.name)?.pid ?? 0, 'SIGKILL');
  await back;
};

beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'vitae-databases-'));
  supervisor = freshSupervisor();
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

test('MongoDB takes transactions, and finds its data again on another port', async () => {
  const first = await ports.choose();
  await supervisor.start([mongod(first)]);
  await requireUsableMongodb(mongodUri(first));
  await withCollection(first, (client) =>
    client.withSession((session) =>
      session.withTransaction(() => client.db('t').collection('c').insertOne({ kept: true }, { session })),
    ),
  );
  await supervisor.stopAll(3_000);

  const second = await ports.choose();
  supervisor = freshSupervisor();
  await supervisor.start([mongod(second)]);
  const found = await withCollection(second, (client) => client.db('t').collection('c').findOne({ kept: true }));
  expect(found).toMatchObject({ kept: true });
}, 120_000);

test('a killed MongoDB comes back on its port with what it had acknowledged', async () => {
  const port = await ports.choose();
  const spec = mongod(port);
  await supervisor.start([spec]);
  await withCollection(port, async (client) => {
    await client
      .db('t')
      .collection<{ _id: number }>('c')
      .insertOne({ _id: 1 }, { writeConcern: { w: 'majority', journal: true } });
    await killAndAwaitReturn(spec);
    expect(await client.db('t').collection('c').countDocuments()).toBe(1);
  });
}, 120_000);

test('a killed Redis comes back with every write that it had acknowledged', async () => {
  const port = await ports.choose();
  const spec = redis(port);
  await supervisor.start([spec]);
  for (let round = 0; round < 3; round += 1) {
    const acknowledged = await countUntilKilled(port, () => killAndAwaitReturn(spec));
    expect(acknowledged).toBeGreaterThan(1_000);
    expect(Number(await ask(port, 'GET n'))).toBeGreaterThanOrEqual(acknowledged);
  }
}, 120_000);

test('databases of somebody else that do not answer are told by their address, without the password', async () => {
  const port = await ports.choose();
  await expect(requireUsableMongodb(`mongodb://me:secret@127.0.0.1:${port}/?replicaSet=rs0`)).rejects.toThrow(
    `MongoDB does not answer at mongodb://…@127.0.0.1:${port}/`,
  );
  await expect(requireUsableRedis(`redis://:secret@127.0.0.1:${port}`)).rejects.toThrow(
    `Redis does not answer at redis://…@127.0.0.1:${port}`,
  );
  await expect(requireUsableRedis(`${localRedisUrl(port)}`)).rejects.not.toThrow(/secret/);
});

/** Sends INCR without a pause, kills meanwhile, and answers with the last count that was acknowledged. */
function countUntilKilled(port: number, kill: () => Promise<void>): Promise<number> {
  return new Promise((resolve, reject) => {
    let last = 0;
    let killed: Promise<void> | undefined;
    const socket = connect(port, '127.0.0.1', () => socket.write('INCR n\r\n'.repeat(500)));
    socket.on('data', (bytes) => {
      const answers = bytes.toString().split('\r\n').slice(0, -1);
      last = Number(answers.at(-1)?.slice(1)) || last;
      if (!socket.destroyed) socket.write('INCR n\r\n'.repeat(answers.length));
      if (last > 20_000 && !killed) killed = kill();
    });
    socket.on('error', () => undefined);
    socket.on('close', () =>
      (killed ?? Promise.reject(new Error('closed before the kill'))).then(() => resolve(last), reject),
    );
  });
}

function ask(port: number, command: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () => socket.write(`${command}\r\n`));
    socket.once('error', reject);
    socket.once('data', (bytes) => {
      socket.destroy();
      resolve(bytes.toString().split('\r\n')[1] ?? '');
    });
  });
}
