import { access, constants, mkdtemp, readdir, rm, statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { removeSockets } from '../office/office-sockets.ts';

const ABANDONED = /^vitae-(?:browser|office)-(\d+)-/;
/** Files that are in memory, on Linux. */
const MEMORY = '/dev/shm';
/** A container may have 64 MB there, which a profile and a large document fill. */
const MEMORY_BYTES = 512 * 1024 * 1024;

/** A folder for one browser or LibreOffice of this process. */
export async function createUserData(of: 'browser' | 'office'): Promise<string> {
  return mkdtemp(join(await userDataParent(), `vitae-${of}-${process.pid}-`));
}

/** Memory, where there is enough of it: nothing waits for a disk, and no CV is left on one. */
export async function userDataParent(memory = MEMORY): Promise<string> {
  try {
    await access(memory, constants.W_OK | constants.X_OK);
    const { bavail, bsize } = await statfs(memory);
    return bavail * bsize >= MEMORY_BYTES ? memory : tmpdir();
  } catch {
    return tmpdir(); // there is none
  }
}

/** The folder of a browser, or that of LibreOffice with its sockets. */
export async function removeUserData(folder: string): Promise<void> {
  await removeSockets(folder);
  await rm(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
}

/** Removes the folders, of browsers and of LibreOffice, of workers that were killed before they could. */
export async function removeAbandonedUserData(): Promise<void> {
  for (const place of [tmpdir(), MEMORY]) {
    for (const name of await readdir(place).catch(() => [])) {
      const owner = Number(ABANDONED.exec(name)?.[1]);
      if (owner && owner !== process.pid && !isRunning(owner)) await removeUserData(join(place, name));
    }
  }
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // Not permitted means that it is there, and somebody else's.
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}
