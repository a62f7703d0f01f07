import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdir, mkdtemp, readdir, rm, statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import { bringUpReplicaSet } from '@vitae/local/mongodb/replica-set';
import mongoose from 'mongoose';
import { freePorts } from './free-port.ts';
import { until } from './until.ts';

/** A mongod with a disk of its own that can be full. It is started again whenever it ends, as what supervises it does. */
export type SmallDisk = {
  uri: string;
  /** How the disk is made full. */
  means:
    | 'a file system of its own (tmpfs)'
    | 'no file system may be mounted here: mongod is stopped, as on a full disk';
  /** MongoDB goes on and answers OutOfDiskSpace to what writes: `times`, or until there is room (its own failCommand). */
  refuseWrites(times?: number): Promise<void>;
  /** Not a byte is left. */
  fill(): Promise<void>;
  /** There is room again, and writes are taken. */
  makeRoom(): Promise<void>;
  /** How often mongod ended of itself. */
  crashes(): number;
  stop(): Promise<void>;
};

const run = promisify(execFile);
const HOST = '127.0.0.1';
const ROOM = '1g';
const BALLAST = 'ballast';
const OUT_OF_DISK_SPACE = 14031;
/** What a running mongod gives back is taken away so soon. */
const LOOK_EVERY_MS = 50;
/** Journal files that mongod has made ahead; when it starts it gives their room back. */
const MADE_AHEAD = /^WiredTiger(?:Prep|Tmp)log\./;
const WRITES = ['insert', 'update', 'delete', 'findAndModify'];

export async function startSmallDisk(): Promise<SmallDisk> {
  const folder = await mkdtemp(join(tmpdir(), 'vitae-disk-'));
  const dbpath = join(folder, 'mongodb');
  await mkdir(dbpath);
  const port = await freePorts(1);
  const disk = await mountDisk(dbpath);
  const args = `--port ${port} --bind_ip ${HOST} --nounixsocket --replSet vitae --wiredTigerCacheSizeGB 0.25 --oplogSize 16 --dbpath ${dbpath}`;
  const settings = ['enableTestCommands=1', 'diagnosticDataCollectionEnabled=false'];
  const given = [...args.split(' '), ...settings.flatMap((one) => ['--setParameter', one])];
  let mongod: ChildProcess;
  let crashes = 0;
  let held = false;
  let stopping = false;
  let full = false;
  let keptFull: Promise<void> | undefined;
  const start = () => {
    const [program = '', ...rest] = [...(disk?.enter ?? []), process.env.MONGOD_BINARY ?? 'mongod', ...given];
    mongod = spawn(program, rest, { stdio: 'ignore' });
    mongod.once('exit', () => {
      if (stopping || held) return;
      crashes += 1;
      setTimeout(() => void startAgain(), 500);
    });
  };
  /** Onto a disk that is still full: with room of its own for a moment it would take what is small. */
  const startAgain = async () => {
    if (full) await disk?.fill();
    if (!stopping && !held) start();
  };
  start();
  const uri = `mongodb://${HOST}:${port}/?directConnection=true`;
  const connected = async (database: string, work: (connection: mongoose.Connection) => Promise<unknown>) => {
    const options = { dbName: database, serverSelectionTimeoutMS: 2_000, socketTimeoutMS: 10_000 };
    const connection = mongoose.createConnection(uri, options);
    try {
      await connection.asPromise();
      await work(connection);
    } finally {
      await connection.close();
    }
  };
  const failCommand = (mode: unknown) => {
    const data = { failCommands: WRITES, errorCode: OUT_OF_DISK_SPACE };
    return connected('admin', async ({ db }) => db?.command({ configureFailPoint: 'failCommand', mode, data }));
  };
  /** MongoDB has its journal's files before it needs them: it is full when these are, too, and then it ends. */
  const writeUntilFull = (makeFull: () => Promise<void>) =>
    connected(BALLAST, async (connection) => {
      const ballast = connection.collection(BALLAST, { writeConcern: { w: 1, journal: true } });
      const content = randomBytes(8 * 1024 * 1024);
      // A collection that is there already: on a full disk none can be made.
      await ballast.insertOne({ content: 'first' });
      await makeFull();
      const isTaken = () =>
        ballast.insertOne({ content }).then(
          () => true,
          () => false,
        );
      while (await isTaken());
    });
  const keepFull = async (makeFull: () => Promise<void>) => {
    while (full) {
      await makeFull();
      await pause(LOOK_EVERY_MS);
    }
  };
  const endKeeping = async () => {
    full = false;
    await keptFull;
  };
  const isUp = async () => {
    await bringUpReplicaSet(port);
    return true;
  };
  const end = async () => {
    if (mongod.exitCode !== null || mongod.signalCode !== null) return;
    mongod.kill('SIGKILL');
    await new Promise((resolve) => mongod.once('exit', resolve));
  };
  const stop = async () => {
    stopping = true;
    await endKeeping();
    await end();
    await disk?.unmount();
    await rm(folder, { recursive: true, force: true });
  };
  try {
    await until('mongod on the small disk is up', isUp, 60_000);
  } catch (error) {
    await stop();
    throw error;
  }
  return {
    uri,
    means: disk
      ? 'a file system of its own (tmpfs)'
      : 'no file system may be mounted here: mongod is stopped, as on a full disk',
    refuseWrites: (times) => failCommand(times === undefined ? 'alwaysOn' : { times }),
    fill: async () => {
      if (disk) {
        const before = crashes;
        full = true;
        await writeUntilFull(disk.shrink);
        keptFull = keepFull(disk.shrink);
        await until('mongod has ended', () => crashes > before);
      } else {
        held = true;
        await end();
      }
    },
    makeRoom: async () => {
      await endKeeping();
      await disk?.makeRoom();
      if (held) start();
      held = false;
      await until('mongod on the small disk is up again', isUp, 60_000);
      await failCommand('off');
      await connected(BALLAST, (connection) => connection.dropDatabase());
    },
    crashes: () => crashes,
    stop,
  };
}

type Disk = {
  /** What a program is started by to see the disk. */
  enter: string[];
  /** Leaves no room. */
  shrink(): Promise<void>;
  /** Leaves no room, nor any for a mongod that starts. */
  fill(): Promise<void>;
  makeRoom(): Promise<void>;
  unmount(): Promise<void>;
};

/**
 * A tmpfs in a mount namespace of its own, which nothing else on the machine sees and which goes with the process that
 * holds it. Undefined where that is not allowed.
 */
async function mountDisk(folder: string): Promise<Disk | undefined> {
  const script = `mount -t tmpfs -o size=${ROOM} tmpfs "$0" && echo mounted && exec sleep infinity`;
  for (const how of [['-m'], ['-r', '-m']]) {
    const holder = spawn('unshare', [...how, 'sh', '-c', script, folder], { stdio: ['ignore', 'pipe', 'ignore'] });
    const mounted = new Promise<boolean>((resolve) => {
      holder.stdout?.once('data', () => resolve(true));
      holder.once('exit', () => resolve(false)).once('error', () => resolve(false));
    });
    if (!(await mounted)) continue;
    const enter = [
      'nsenter',
      '-m',
      ...(how.includes('-r') ? ['-U', '--preserve-credentials'] : []),
      '-t',
      String(holder.pid),
    ];
    const inside = async (...command: string[]) => run(enter[0] as string, [...enter.slice(1), ...command]);
    const resize = (size: string) => inside('mount', '-o', `remount,size=${size}`, folder);
    const root = join('/proc', String(holder.pid), 'root', folder);
    // Shrunk to what it holds: full, without memory being spent on what fills it.
    const shrinkOnce = async () => {
      const { bsize, blocks, bfree } = await statfs(root);
      await resize(String((blocks - bfree) * bsize));
      return true;
    };
    // It may be written to between the look and the change.
    const shrink = async () => void (await until('the disk is full', shrinkOnce));
    return {
      enter,
      shrink,
      fill: async () => {
        const journal = join(root, 'journal');
        for (const name of await readdir(journal)) if (MADE_AHEAD.test(name)) await rm(join(journal, name));
        await shrink();
      },
      makeRoom: async () => void (await resize(ROOM)),
      unmount: async () => {
        holder.kill('SIGKILL');
        if (holder.exitCode === null && holder.signalCode === null)
          await new Promise((resolve) => holder.once('exit', resolve));
      },
    };
  }
  return undefined;
}
