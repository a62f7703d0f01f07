import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { runProgram } from '@vitae/local/programs/run-program';
import { which } from '@vitae/local/programs/which';
import { readSettings } from '@vitae/local/settings';
import mongoose from 'mongoose';
import { readDatabases, writeDatabases } from './database-copy.ts';
import { projectRoot } from './project-root.ts';

/** A method to dump all databases at one point in time during writes, and to restore them. */
export type Backup = {
  /** The program that makes the dump. */
  by: string;
  /** Returns the point in time of the dump. */
  dump(uri: string, folder: string): Promise<mongoose.mongo.Timestamp>;
  restore(uri: string, folder: string): Promise<void>;
};

/** The Go module of MongoDB's tools has no tagged versions; this is the commit of 100.9.5. */
const MODULE = 'github.com/mongodb/mongo-tools';
const COMMIT = 'v0.0.0-20240723193119-837c2bc263f4';
const TOOLS = ['mongodump', 'mongorestore'] as const;
/** Limits the download and each build; after that, the driver makes the copy. */
const STEP_TIMEOUT_MS = 180_000;

/** Uses MongoDB's tools as docs/backup.md describes, or the driver if the tools are neither installed nor buildable. */
export async function openBackup(): Promise<Backup> {
  const tools = await findTools().catch((error: Error) => `no MongoDB tools: ${error.message.split('\n')[0]}`);
  return typeof tools === 'string' ? backupByDriver(tools) : backupByTools(tools);
}

function backupByTools([mongodump, mongorestore]: readonly [string, string]): Backup {
  return {
    by: mongodump,
    dump: async (uri, folder) => {
      await runProgram(mongodump, ['--quiet', '--uri', uri, '--oplog', '--out', folder]);
      return lastWrite(await readFile(join(folder, 'oplog.bson')));
    },
    restore: async (uri, folder) => {
      await runProgram(mongorestore, ['--quiet', '--uri', uri, '--drop', '--oplogReplay', folder]);
    },
  };
}

/** The point in time of a dump is the last write in its oplog. */
function lastWrite(oplog: Buffer): mongoose.mongo.Timestamp {
  let offset = 0;
  let last: mongoose.mongo.Timestamp | undefined;
  while (offset < oplog.length) {
    const length = oplog.readInt32LE(offset);
    last = mongoose.mongo.BSON.deserialize(oplog.subarray(offset, offset + length)).ts;
    offset += length;
  }
  if (!last) throw new Error('The oplog of the dump is empty');
  return last;
}

function backupByDriver(reason: string): Backup {
  const file = (folder: string) => join(folder, 'databases.json');
  return {
    by: `the driver (${reason})`,
    dump: async (uri, folder) => {
      const client = await new mongoose.mongo.MongoClient(uri).connect();
      const { operationTime } = await client.db('admin').command({ ping: 1 });
      await client.close();
      await mkdir(folder, { recursive: true });
      await writeFile(file(folder), JSON.stringify(await readDatabases(uri, operationTime)));
      return operationTime;
    },
    restore: async (uri, folder) => writeDatabases(uri, JSON.parse(await readFile(file(folder), 'utf8'))),
  };
}

/** Returns the tools on the PATH or from the cache, or builds them. */
async function findTools(): Promise<readonly [string, string]> {
  const installed = TOOLS.map((tool) => which([tool], process.env.PATH));
  if (installed[0] && installed[1]) return [installed[0], installed[1]];
  const { cacheDir } = readSettings(process.env, projectRoot);
  const folder = join(cacheDir, `mongo-tools-${COMMIT}`);
  if (!existsSync(folder)) await build(cacheDir, folder);
  return [join(folder, TOOLS[0]), join(folder, TOOLS[1])];
}

async function build(cacheDir: string, folder: string): Promise<void> {
  const go = which(['go', '/usr/local/go/bin/go'], process.env.PATH);
  if (!go) throw new Error('Go is not installed');
  await mkdir(cacheDir, { recursive: true });
  const draft = await mkdtemp(join(cacheDir, 'mongo-tools-'));
  try {
    const env = { ...process.env, GOFLAGS: '-mod=readonly', GOWORK: 'off' };
    const options = { env, timeoutMs: STEP_TIMEOUT_MS };
    // `go install` fails because the module has no list of versions.
    const { Dir } = JSON.parse(await runProgram(go, ['mod', 'download', '-json', `${MODULE}@${COMMIT}`], options));
    for (const tool of TOOLS)
      await runProgram(go, ['build', '-C', Dir, '-o', join(draft, tool), `./${tool}/main`], options);
    await rename(draft, folder);
  } finally {
    await rm(draft, { recursive: true, force: true });
  }
}
