import { existsSync } from 'node:fs';
import { statfs } from 'node:fs/promises';
import { join } from 'node:path';
import { SetupError } from './setup-error.ts';

// A new MongoDB takes 300 MB at once for its journal and the first data; one that is there wants room for the next.
const REQUIRED_MB = { first: 400, again: 100 };

export type FreeSpace = (folder: string) => Promise<number>;

/** Megabytes that may still be written under `folder`. */
export const freeMegabytes: FreeSpace = async (folder) => {
  const { bavail, bsize } = await statfs(folder);
  return Math.floor((bavail * bsize) / 1024 ** 2);
};

export async function requireDiskSpace(dataDir: string, free: FreeSpace = freeMegabytes): Promise<void> {
  const needed = existsSync(join(dataDir, 'mongodb')) ? REQUIRED_MB.again : REQUIRED_MB.first;
  const left = await free(dataDir);
  if (left >= needed) return;
  throw new SetupError(
    `The disk is full: ${left} MB are left for ${dataDir}, and ${needed} MB are needed. ` +
      'Free some space, or name a folder on another disk: DATA_DIR=/path npm start',
  );
}
