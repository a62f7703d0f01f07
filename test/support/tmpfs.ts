import { execFile, spawn } from 'node:child_process';
import { readdir, rm, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { stopChild } from './child-process.ts';
import { until } from './until.ts';

export type Tmpfs = {
  /** Command prefix that runs a program in the mount namespace of the file system. */
  enter: string[];
  /** Removes all free space. */
  shrink(): Promise<void>;
  /** Removes all free space, also the space that a starting mongod would free. */
  fill(): Promise<void>;
  freeSpace(): Promise<void>;
  unmount(): Promise<void>;
};

const run = promisify(execFile);
const SIZE = '1g';
/** Journal files that mongod preallocates; a starting mongod deletes them. */
const PREALLOCATED = /^WiredTiger(?:Prep|Tmp)log\./;

/**
 * Mounts a tmpfs on the folder in a separate mount namespace: no other process sees it, and it disappears with the
 * process that holds it. Returns undefined if this machine does not allow that.
 */
export async function mountTmpfs(folder: string): Promise<Tmpfs | undefined> {
  const script = `mount -t tmpfs -o size=${SIZE} tmpfs "$0" && echo mounted && exec sleep infinity`;
  for (const flags of [['-m'], ['-r', '-m']]) {
    const holder = spawn('unshare', [...flags, 'sh', '-c', script, folder], { stdio: ['ignore', 'pipe', 'ignore'] });
    const mounted = new Promise<boolean>((resolve) => {
      holder.stdout?.once('data', () => resolve(true));
      holder.once('exit', () => resolve(false)).once('error', () => resolve(false));
    });
    if (!(await mounted)) continue;
    const user = flags.includes('-r') ? ['-U', '--preserve-credentials'] : [];
    const enter = ['nsenter', '-m', ...user, '-t', String(holder.pid)];
    const unmount = () => stopChild(holder, 'SIGKILL');
    return tmpfsOf({ enter, folder, root: join('/proc', String(holder.pid), 'root', folder), unmount });
  }
  return undefined;
}

function tmpfsOf({
  enter,
  folder,
  root,
  unmount,
}: Pick<Tmpfs, 'enter' | 'unmount'> & { folder: string; root: string }): Tmpfs {
  const [program = '', ...args] = enter;
  const resize = (size: string) => run(program, [...args, 'mount', '-o', `remount,size=${size}`, folder]);
  // Shrinking to the used size needs no memory, unlike writing a filler file.
  const shrinkOnce = async () => {
    const { bsize, blocks, bfree } = await statfs(root);
    await resize(String((blocks - bfree) * bsize));
    return true;
  };
  // Fails if the used size grows between the two calls.
  const shrink = async () => void (await until('the disk to be full', shrinkOnce));
  return {
    enter,
    shrink,
    fill: async () => {
      const journal = join(root, 'journal');
      for (const name of await readdir(journal)) if (PREALLOCATED.test(name)) await rm(join(journal, name));
      await shrink();
    },
    freeSpace: async () => void (await resize(SIZE)),
    unmount,
  };
}
