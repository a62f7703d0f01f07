import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { runProgram } from '@vitae/local/programs/run-program';
import { which } from '@vitae/local/programs/which';
import { readSettings } from '@vitae/local/settings';
import mongoose from 'mongoose';
import { readDatabases, writeDatabases } from './database-copy.ts';
import { projectRoot } from './system.ts';

/** One way to dump every database as of one moment while it is written to, and to restore it. */
export type Backup = {
  /** By what it does so. */
  by: string;
  /** Answers the moment that the dump is of. */
  dump(uri: string, folder: string): Promise<mongoose.mongo.Timestamp>;
  restore(uri: string, folder: string): Promise<void>;
};

/** MongoDB's tools as a Go module have no versions but commits; this is the one of 100.9.5. */
const MODULE = 'github.com/mongodb/mongo-tools';
const COMMIT = 'v0.0.0-20240723193119-837c2bc263f4';
const TOOLS = ['mongodump', 'mongorestore'] as const;
/** Of a download or a build: a machine without time for it copies by the driver. */
const STEP_WITHIN_MS = 180_000;

/** As docs/backup.md has it, by MongoDB's tools; where there are none and none can be built, by the driver. */
export async function openBackup(): Promise<Backup> {
  const tools = await findTools().catch((error: Error) => `no MongoDB tools: ${error.message.split('\n')[0]}`);
  return typeof tools === 'string' ? backupByDriver(tools) : backupByTools(tools);
}

function backupByTools([mongodump, mongorestore]: readonly [string, string]): Backup {
  return {
    by: mongodump,
    dump: async (uri, folder) => {
      await runProgram(mongodump, ['--quiet', '--uri', uri, '--oplog', '--out', folder]);
      return lastOf(await readFile(join(folder, 'oplog.bson')));
    },
    restore: async (uri, folder) => {
      await runProgram(mongorestore, ['--quiet', '--uri', uri, '--drop', '--oplogReplay', folder]);
    },
  };
}

/** A dump ends with the last write that it holds. */
function lastOf(oplog: Buffer): mongoose.mongo.Timestamp {
  let at = 0;
  let last: mongoose.mongo.Timestamp | undefined;
  while (at < oplog.length) {
    const length = oplog.readInt32LE(at);
    last = mongoose.mongo.BSON.deserialize(oplog.subarray(at, at + length)).ts;
    at += length;
  }
  if (!last) throw new Error('The dump holds no moment');
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

/** On the PATH, built by an earlier run, or built now. */
async function findTools(): Promise<readonly [string, string]> {
  const installed = TOOLS.map((tool) => which([tool], process.env.PATH));
  if (installed[0] && installed[1]) return [installed[0], installed[1]];
  const { cacheDir } = readSettings(process.env, projectRoot);
  const kept = join(cacheDir, `mongo-tools-${COMMIT}`);
  if (!existsSync(kept)) await build(cacheDir, kept);
  return [join(kept, TOOLS[0]), join(kept, TOOLS[1])];
}

async function build(cacheDir: string, kept: string): Promise<void> {
  const go = which(['go', '/usr/local/go/bin/go'], process.env.PATH);
  if (!go) throw new Error('Go, which builds them, is not there');
  await mkdir(cacheDir, { recursive: true });
  const draft = await mkdtemp(join(cacheDir, 'mongo-tools-'));
  try {
    const env = { ...process.env, GOFLAGS: '-mod=readonly', GOWORK: 'off' };
    const options = { env, timeoutMs: STEP_WITHIN_MS };
    // Not `go install`: that asks for a list of versions, of which this module has none.
    const { Dir } = JSON.parse(await runProgram(go, ['mod', 'download', '-json', `${MODULE}@${COMMIT}`], options));
    for (const tool of TOOLS)
      await runProgram(go, ['build', '-C', Dir, '-o', join(draft, tool), `./${tool}/main`], options);
    await rename(draft, kept);
  } finally {
    await rm(draft, { recursive: true, force: true });
  }
}
