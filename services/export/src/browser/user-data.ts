import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { removeSockets } from '../office/office-sockets.ts';

const PREFIX = 'vitae-browser-';
const ABANDONED = /^vitae-(?:browser|office)-(\d+)-/;

/** A profile folder for one browser of this process. */
export function createUserData(): Promise<string> {
  return mkdtemp(join(tmpdir(), `${PREFIX}${process.pid}-`));
}

/** The folder of a browser, or that of LibreOffice with its sockets. */
export async function removeUserData(folder: string): Promise<void> {
  await removeSockets(folder);
  await rm(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
}

/** Removes the folders, of browsers and of LibreOffice, of workers that were killed before they could. */
export async function removeAbandonedUserData(): Promise<void> {
  for (const name of await readdir(tmpdir())) {
    const owner = Number(ABANDONED.exec(name)?.[1]);
    if (owner && owner !== process.pid && !isRunning(owner)) await removeUserData(join(tmpdir(), name));
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
