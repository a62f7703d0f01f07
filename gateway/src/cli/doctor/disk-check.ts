import { statfs } from 'node:fs/promises';
import { type Check, type Outcome, ok, problem, skipped, warning } from './check.ts';

const MIN_FREE_SHARE = { problem: 0.05, warning: 0.15 };

/** Judges the free space of a file system, in bytes. */
export function judgeDisk(where: string, total: number, free: number): Outcome {
  const percent = Math.floor((free / total) * 100);
  const message = `${where}: ${percent} % of ${Math.round(total / 2 ** 30)} GB are free.`;
  const fix = 'Free some space or enlarge the disk. When it is full, all writes fail with 503.';
  if (free < total * MIN_FREE_SHARE.problem) return problem(message, fix);
  return free < total * MIN_FREE_SHARE.warning ? warning(message, fix) : ok(message);
}

/** MongoDB reports the file system of its data. A mongos reports none. */
export const mongodbDiskCheck: Check = {
  name: 'Disk of MongoDB',
  run: async ({ mongo }) => {
    const stats = await (await mongo()).connection.db?.stats();
    const { fsTotalSize: total, fsUsedSize: used } = stats ?? {};
    return typeof total === 'number' && typeof used === 'number' && total > 0
      ? judgeDisk('Data of MongoDB', total, total - used)
      : skipped('MongoDB does not report the size of its disk.', 'Check the disk of each shard.');
  },
};

export const localDiskCheck: Check = {
  name: 'Disk of DATA_DIR',
  run: async ({ run, dataDir }) => {
    if (!run) return skipped('No system runs in DATA_DIR.');
    const { blocks, bavail, bsize } = await statfs(dataDir);
    return judgeDisk(dataDir, blocks * bsize, bavail * bsize);
  },
};
