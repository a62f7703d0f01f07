import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { requireDiskSpace } from './disk-space.ts';

const dataDir = mkdtempSync(join(tmpdir(), 'vitae-disk-'));
afterAll(() => rmSync(dataDir, { recursive: true, force: true }));

test('a full disk is told with the folder, what is left and what to do', async () => {
  await expect(requireDiskSpace(dataDir, async () => 300)).rejects.toThrow(
    `The disk is full: 300 MB are left for ${dataDir}, and 400 MB are needed. Free some space, or name a folder`,
  );
});

test('a disk with room is no obstacle', async () => {
  await requireDiskSpace(dataDir, async () => 5_000);
});

test('data that are there already want less', async () => {
  mkdirSync(join(dataDir, 'mongodb'));
  await requireDiskSpace(dataDir, async () => 300);
  await expect(requireDiskSpace(dataDir, async () => 12)).rejects.toThrow('12 MB are left');
});
