import { existsSync } from 'node:fs';
import { statfs } from 'node:fs/promises';
import { join } from 'node:path';
import { SetupError } from './setup-error.ts';

// A new MongoDB allocates 300 MB for its journal and initial data.
const REQUIRED_MB = { newData: 400, existingData: 100 };

export type FreeSpace = (folder: string) => Promise<number>;

/** Returns the free space of the disk that contains `folder`, in megabytes. */
export const freeMegabytes: FreeSpace = async (folder) => {
  const { bavail, bsize } = await statfs(folder);
  return Math.floor((bavail * bsize) / 1024 ** 2);
};

/** @throws {SetupError} if the disk has too little space for the databases. */
export async function requireDiskSpace(dataDir: string, free: FreeSpace = freeMegabytes): Promise<void> {
  const needed = existsSync(join(dataDir, 'mongodb')) ? REQUIRED_MB.existingData : REQUIRED_MB.newData;
  const left = await free(dataDir);
  if (left >= needed) return;
  throw new SetupError(
    `The disk is full: ${dataDir} has ${left} MB of free space and needs ${needed} MB. ` +
      'Free some space, or use a folder on another disk: DATA_DIR=/path npm start',
  );
}
