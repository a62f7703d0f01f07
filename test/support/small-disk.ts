import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { bringUpReplicaSet } from '@vitae/local/mongodb/replica-set';
import mongoose from 'mongoose';
import { stopChild } from './child-process.ts';
import { freePorts } from './free-port.ts';
import { mountTmpfs, type Tmpfs } from './tmpfs.ts';
import { until } from './until.ts';

/** A mongod whose disk can be full. It is restarted whenever it exits, as by a supervisor. */
export type SmallDisk = {
  uri: string;
  /** How `fill` works on this machine. */
  means: 'separate file system (tmpfs)' | 'no mount permission: mongod is stopped, as on a full disk';
  /** MongoDB responds OutOfDiskSpace to writes: `times` times, or until `freeSpace` (failCommand of MongoDB). */
  rejectWrites(times?: number): Promise<void>;
  /** Fills the disk to the last byte. */
  fill(): Promise<void>;
  /** Frees space and accepts writes. */
  freeSpace(): Promise<void>;
  /** Number of unexpected exits of mongod. */
  crashes(): number;
  stop(): Promise<void>;
};

const HOST = '127.0.0.1';
const BALLAST = 'ballast';
const OUT_OF_DISK_SPACE = 14031;
const SHRINK_INTERVAL_MS = 50;
const WRITES = ['insert', 'update', 'delete', 'findAndModify'];

export async function startSmallDisk(): Promise<SmallDisk> {
  const folder = await mkdtemp(join(tmpdir(), 'vitae-disk-'));
  const dbpath = join(folder, 'mongodb');
  await mkdir(dbpath);
  const port = await freePorts(1);
  const disk = await mountTmpfs(dbpath);
  const filler = disk && createFiller(disk);
  // A mongod that restarts on a full disk must not find space for small writes.
  const beforeRestart = async () => void (filler?.isFull() && (await disk?.fill()));
  const mongod = createMongod({ port, dbpath, enter: disk?.enter ?? [], beforeRestart });
  const uri = `mongodb://${HOST}:${port}/?directConnection=true`;
  const isUp = async () => {
    await bringUpReplicaSet(port);
    return true;
  };
  const stop = async () => {
    await filler?.stop();
    await mongod.stop();
    await disk?.unmount();
    await rm(folder, { recursive: true, force: true });
  };
  mongod.start();
  try {
    await until('mongod on the small disk', isUp, 60_000);
  } catch (error) {
    await stop();
    throw error;
  }
  return {
    uri,
    means: disk ? 'separate file system (tmpfs)' : 'no mount permission: mongod is stopped, as on a full disk',
    rejectWrites: (times) => setFailCommand(uri, times === undefined ? 'alwaysOn' : { times }),
    fill: async () => {
      if (!filler) return mongod.stop();
      const before = mongod.crashes();
      await filler.start(uri);
      await until('the exit of mongod', () => mongod.crashes() > before);
    },
    freeSpace: async () => {
      await filler?.stop();
      await disk?.freeSpace();
      if (!disk) mongod.start();
      await until('mongod with free space', isUp, 60_000);
      await setFailCommand(uri, 'off');
      await withConnection(uri, BALLAST, (connection) => connection.dropDatabase());
    },
    crashes: mongod.crashes,
    stop,
  };
}

type MongodOptions = { port: number; dbpath: string; enter: string[]; beforeRestart(): Promise<void> };

function createMongod({ port, dbpath, enter, beforeRestart }: MongodOptions) {
  const args = `--port ${port} --bind_ip ${HOST} --nounixsocket --replSet vitae --wiredTigerCacheSizeGB 0.25 --oplogSize 16 --dbpath ${dbpath}`;
  const settings = ['enableTestCommands=1', 'diagnosticDataCollectionEnabled=false'];
  const [program = '', ...rest] = [
    ...enter,
    process.env.MONGOD_BINARY ?? 'mongod',
    ...args.split(' '),
    ...settings.flatMap((one) => ['--setParameter', one]),
  ];
  let child: ChildProcess | undefined;
  let crashes = 0;
  let isStopped = true;
  const start = () => {
    isStopped = false;
    child = spawn(program, rest, { stdio: 'ignore' });
    child.once('exit', () => {
      if (isStopped) return;
      crashes += 1;
      setTimeout(() => void restart(), 500);
    });
  };
  const restart = async () => {
    await beforeRestart();
    if (!isStopped) start();
  };
  const stop = async () => {
    isStopped = true;
    if (child) await stopChild(child, 'SIGKILL');
  };
  return { start, stop, crashes: () => crashes };
}

/** Fills the disk and keeps it full: a running mongod frees space from time to time. */
function createFiller(disk: Tmpfs) {
  let isFull = false;
  let shrinking: Promise<void> | undefined;
  const keepFull = async () => {
    while (isFull) {
      await disk.shrink();
      await pause(SHRINK_INTERVAL_MS);
    }
  };
  return {
    isFull: () => isFull,
    start: async (uri: string) => {
      isFull = true;
      await writeUntilFull(uri, disk);
      shrinking = keepFull();
    },
    stop: async () => {
      isFull = false;
      await shrinking;
    },
  };
}

/** Fills the preallocated journal files too. Then mongod exits. */
async function writeUntilFull(uri: string, disk: Tmpfs): Promise<void> {
  await withConnection(uri, BALLAST, async (connection) => {
    const ballast = connection.collection(BALLAST, { writeConcern: { w: 1, journal: true } });
    const content = randomBytes(8 * 1024 * 1024);
    // Creates the collection, which fails on a full disk.
    await ballast.insertOne({ content: 'first' });
    await disk.shrink();
    const isAccepted = () =>
      ballast.insertOne({ content }).then(
        () => true,
        () => false,
      );
    while (await isAccepted());
  });
}

function setFailCommand(uri: string, mode: unknown): Promise<void> {
  const data = { failCommands: WRITES, errorCode: OUT_OF_DISK_SPACE };
  return withConnection(uri, 'admin', async ({ db }) => db?.command({ configureFailPoint: 'failCommand', mode, data }));
}

async function withConnection(
  uri: string,
  database: string,
  work: (connection: mongoose.Connection) => Promise<unknown>,
): Promise<void> {
  const options = { dbName: database, serverSelectionTimeoutMS: 2_000, socketTimeoutMS: 10_000 };
  const connection = mongoose.createConnection(uri, options);
  try {
    await connection.asPromise();
    await work(connection);
  } finally {
    await connection.close();
  }
}
