import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { requireDiskSpace } from './disk-space.ts';

const dataDir = mkdtempSync(join(tmpdir(), 'vitae-disk-'));
afterAll(() => rmSync(dataDir, { recursive: true, force: true }));

test('rejects a full disk and names the folder and the free space', async () => {
  await expect(requireDiskSpace(dataDir, async () => 300)).rejects.toThrow(
    `The disk is full: ${dataDir} has 300 MB of free space and needs 400 MB. Free some space, or use a folder`,
  );
});

test('accepts a disk with enough space', async () => {
  await expect(requireDiskSpace(dataDir, async () => 5_000)).resolves.toBeUndefined();
  await expect(requireDiskSpace(dataDir, async () => 400)).resolves.toBeUndefined();
  await expect(requireDiskSpace(dataDir, async () => 399)).rejects.toThrow('has 399 MB of free space');
});

test('requires less space if data exists', async () => {
  mkdirSync(join(dataDir, 'mongodb'));
  await requireDiskSpace(dataDir, async () => 300);
  await expect(requireDiskSpace(dataDir, async () => 12)).rejects.toThrow('has 12 MB of free space');
});
