import { createHash } from 'node:crypto';
import { access, constants, mkdtemp, readdir, rm, stat, statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { isRunning } from './process-tree.ts';

const USER_DATA_NAME = /^vitae-(?:browser|office)-(\d+)-/;
/** The in-memory file system of Linux. */
const SHARED_MEMORY = '/dev/shm';
/** Containers may have only 64 MB of shared memory, too little for a profile and a large document. */
const MIN_MEMORY_BYTES = 512 * 1024 * 1024;
/** LibreOffice creates its sockets here, regardless of TMPDIR (sal/osl/unx/pipe.cxx). */
const SOCKET_FOLDERS = ['/tmp', '/var/tmp'];

/** Creates a folder for the files of one browser or LibreOffice process. */
export async function createUserData(program: 'browser' | 'office'): Promise<string> {
  return mkdtemp(join(await userDataParent(), `vitae-${program}-${process.pid}-`));
}

/** Returns shared memory if it is large enough, so that no CV is written to disk. Otherwise the temporary folder. */
export async function userDataParent(memory = SHARED_MEMORY): Promise<string> {
  try {
    await access(memory, constants.W_OK | constants.X_OK);
    const { bavail, bsize } = await statfs(memory);
    return bavail * bsize >= MIN_MEMORY_BYTES ? memory : tmpdir();
  } catch {
    return tmpdir(); // No shared memory on this system.
  }
}

export const officeProfileFolder = (userData: string) => join(userData, 'profile');

/** Removes the folder and the sockets of a LibreOffice process that used it. */
export async function removeUserData(folder: string): Promise<void> {
  await removeOfficeSockets(folder);
  await rm(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
}

/** Removes the folders of killed workers. Folders of other users are skipped: workers of those users remove them. */
export async function removeAbandonedUserData(): Promise<void> {
  for (const parent of [tmpdir(), SHARED_MEMORY]) {
    for (const name of await readdir(parent).catch(() => [])) {
      const workerPid = Number(USER_DATA_NAME.exec(name)?.[1]);
      if (workerPid && workerPid !== process.pid && !isRunning(workerPid))
        await removeUserData(join(parent, name)).catch(ignoreForbidden);
    }
  }
}

function ignoreForbidden(error: unknown): void {
  const { code } = error as NodeJS.ErrnoException;
  if (code !== 'EACCES' && code !== 'EPERM') throw error;
}

/**
 * Removes the two sockets that a killed LibreOffice leaves behind: the one that accepts commands, named after the
 * folder, and the one that marks the profile as in use (desktop/source/app/officeipcthread.cxx).
 */
async function removeOfficeSockets(folder: string): Promise<void> {
  const owner = await stat(folder).catch(() => undefined); // It was removed already.
  const profileSocket = `SingleOfficeIPC_${officeDigest(`file://${officeProfileFolder(folder)}`)}`;
  for (const name of [basename(folder), profileSocket])
    for (const parent of SOCKET_FOLDERS) await rm(join(parent, `OSL_PIPE_${owner?.uid}_${name}`), { force: true });
}

/** Returns the MD5 hash as LibreOffice writes it: bytes below 16 have one digit. */
function officeDigest(url: string): string {
  const bytes = createHash('md5').update(url, 'utf16le').digest();
  return [...bytes].map((byte) => byte.toString(16)).join('');
}
