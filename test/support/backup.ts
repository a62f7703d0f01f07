import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rename, rm } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { requireGo } from '@vitae/local/programs/go-program';
import { runProgram } from '@vitae/local/programs/run-program';
import { which } from '@vitae/local/programs/which';
import { readSettings } from '@vitae/local/settings';
import { hasExited } from './child-process.ts';
import { projectRoot } from './project-root.ts';

/** The commands of deploy/backup/vitae-backup for one archive. */
export type Backup = {
  /** Copies all databases and begins a new series. */
  full(uri: string): Promise<void>;
  /** Archives the writes continuously, until it is killed. */
  follow(uri: string, everySeconds: number): { kill(): Promise<void> };
  /** The last second that can be restored, in seconds since 1970. */
  lastSecond(): Promise<number>;
  /** Restores all databases as they were at the end of the second, in seconds since 1970. */
  restore(uri: string, second: number): Promise<void>;
  /** The writes after the second, as BSON. */
  changesAfter(second: number): Promise<Buffer>;
};

const PROGRAM = join(projectRoot, 'deploy/backup/vitae-backup');
/** The Go module of MongoDB's tools has no tagged versions; this is the commit of 100.9.5. */
const MODULE = 'github.com/mongodb/mongo-tools';
const COMMIT = 'v0.0.0-20240723193119-837c2bc263f4';
const TOOLS = ['mongodump', 'mongorestore', 'bsondump'] as const;
/** Limits the download and each build. */
const STEP_TIMEOUT_MS = 300_000;

export async function openBackup(folder: string): Promise<Backup> {
  const tools = await findTools();
  const env = { ...process.env, PATH: [...tools, process.env.PATH].join(delimiter) };
  const run = (command: string, uri: string, ...args: string[]) =>
    runProgram(PROGRAM, [command, folder, ...args], { env: { ...env, MONGODB_URI: uri } });
  return {
    full: async (uri) => void (await run('full', uri)),
    follow: (uri, everySeconds) => {
      const options = { env: { ...env, MONGODB_URI: uri }, stdio: 'ignore', detached: true } as const;
      const child = spawn(PROGRAM, ['follow', folder, String(everySeconds)], options);
      return { kill: () => killGroup(child) };
    },
    lastSecond: async () => {
      const [, last = ''] = (await run('times', '')).trim().split('\n').at(-1)?.split(' ') ?? [];
      return Date.parse(last) / 1_000;
    },
    restore: async (uri, second) => void (await run('restore', uri, String(second))),
    changesAfter: (second) =>
      buffer(spawn(PROGRAM, ['changes', folder, String(second)], { env, stdio: ['ignore', 'pipe', 'inherit'] }).stdout),
  };
}

/** Kills the program and its child processes. */
async function killGroup(child: ChildProcess): Promise<void> {
  if (hasExited(child)) return;
  const exited = new Promise((resolve) => child.once('exit', resolve));
  process.kill(-(child.pid as number), 'SIGKILL');
  await exited;
}

/** Returns the folder of the tools, if they are not on the PATH. Builds them once, in a folder that all clones share. */
async function findTools(): Promise<string[]> {
  if (TOOLS.every((tool) => which([tool], process.env.PATH))) return [];
  const { cacheDir } = readSettings(process.env, projectRoot);
  const folder = join(cacheDir, `mongodb-database-tools-${COMMIT}`);
  if (!existsSync(folder)) await build(cacheDir, folder);
  return [folder];
}

async function build(cacheDir: string, folder: string): Promise<void> {
  const go = requireGo(process.env.PATH, "MongoDB's database tools");
  await mkdir(cacheDir, { recursive: true });
  const draft = await mkdtemp(join(cacheDir, 'mongodb-database-tools-'));
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
