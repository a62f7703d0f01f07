import { statfs } from 'node:fs/promises';
import { SetupError } from './setup-error.ts';

// A new MongoDB journal takes 100 MB at once, its first data and the logs some more.
const NEEDED_MB = 400;

export type FreeSpace = (folder: string) => Promise<number>;

/** Megabytes that may still be written under `folder`. */
export const freeMegabytes: FreeSpace = async (folder) => {
  const { bavail, bsize } = await statfs(folder);
  return Math.floor((bavail * bsize) / 1024 ** 2);
};

export async function refuseFullDisk(folder: string, free: FreeSpace = freeMegabytes): Promise<void> {
  const left = await free(folder);
  if (left < NEEDED_MB) throw new SetupError(diskFull(folder, left));
}

export const diskFull = (folder: string, left: number) =>
  `The disk is full: ${left} MB are left for ${folder}, and ${NEEDED_MB} MB are needed. Free some space, or name a folder on another disk: DATA_DIR=/path npm start`;
