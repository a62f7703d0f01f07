import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { refuseFullDisk } from './disk.ts';

const dataDir = mkdtempSync(join(tmpdir(), 'vitae-disk-'));
afterAll(() => rmSync(dataDir, { recursive: true, force: true }));

test('a full disk is told with the folder, what is left and what to do', async () => {
  await expect(refuseFullDisk(dataDir, async () => 300)).rejects.toThrow(
    `The disk is full: 300 MB are left for ${dataDir}, and 400 MB are needed. Free some space, or name a folder`,
  );
});

test('a disk with room is no obstacle', async () => {
  await refuseFullDisk(dataDir, async () => 5_000);
});

test('data that are there already want less', async () => {
  mkdirSync(join(dataDir, 'mongodb'));
  await refuseFullDisk(dataDir, async () => 300);
  await expect(refuseFullDisk(dataDir, async () => 12)).rejects.toThrow('12 MB are left');
});
