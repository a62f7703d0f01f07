import { refuseFullDisk } from './disk.ts';

test('a full disk is told with the folder, what is left and what to do', async () => {
  await expect(refuseFullDisk('/data', async () => 12)).rejects.toThrow(
    /^The disk is full: 12 MB are left for \/data, .* DATA_DIR=/,
  );
});

test('a disk with room is no obstacle', async () => {
  await refuseFullDisk('/data', async () => 5_000);
});
