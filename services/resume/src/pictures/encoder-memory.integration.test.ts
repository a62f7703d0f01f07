import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setImmediate as turn } from 'node:timers/promises';
import { animatedGif, decompressionBomb, expensivePicture } from '@vitae/test/support/resume/picture-fixtures';
import { createPictureEncoder, pictureLimits } from './encode-picture.ts';
import { unadjusted } from './photo-adjustment.ts';

const MB = 1024 * 1024;

/** The peak memory in bytes of the process that encodes a picture; undefined on systems without procfs. */
async function peakMemory(upload: Buffer, encoding: 'jpeg' | 'png', adjustment: object): Promise<number | undefined> {
  const script = join(import.meta.dirname, 'encode-picture-process.ts');
  const args = ['800', encoding, String(pictureLimits.pixels), JSON.stringify(adjustment)];
  const child = spawn(process.execPath, [script, ...args], { env: { MALLOC_ARENA_MAX: '1' } });
  child.stdout.resume();
  child.stdin.end(upload);
  let ended = false;
  const exit = once(child, 'exit').then(([code]) => {
    ended = true;
    return code as number;
  });
  let peak: number | undefined;
  while (!ended) {
    const status = await readFile(`/proc/${child.pid}/status`, 'utf8').catch(() => '');
    const kilobytes = /^VmHWM:\s+(\d+) kB/m.exec(status)?.[1];
    if (kilobytes !== undefined) peak = Number(kilobytes) * 1024;
    await turn();
  }
  expect(await exit).toBe(0);
  return peak;
}

const rotated = { rotation: 90, crop: { zoom: 100, x: 0.5, y: 0.5 } };

test.each([
  ['jpeg', unadjusted],
  ['jpeg', rotated],
  ['png', unadjusted],
  ['png', rotated],
] as const)(
  'encodes the most expensive accepted %s, adjusted by %j, within a memory limit',
  async (format, adjustment) => {
    const upload = await expensivePicture(format, 5_000, 5_000);
    expect(upload.length).toBeLessThan(pictureLimits.bytes);
    const peak = await peakMemory(upload, format, adjustment);
    const rotation = `rotated by ${adjustment.rotation}°`;
    process.stdout.write(
      `Encoding 25 million pixels of ${format}, ${rotation}: peak ${Math.round((peak ?? 0) / MB)} MB\n`,
    );
    expect(peak ?? 0).toBeLessThan(320 * MB);
  },
  120_000,
);

test('does not grow the memory of the service while rejecting decompression bombs', async () => {
  const encode = createPictureEncoder();
  const bombs = [decompressionBomb(30_000, 30_000), decompressionBomb(5_000, 5_000), animatedGif(3_000, 4_000, 4_000)];
  const round = () => Promise.allSettled(bombs.map((bomb) => encode('logo', bomb)));
  await round();
  const before = process.memoryUsage().rss;
  for (let rounds = 0; rounds < 6; rounds += 1) await round();
  expect(process.memoryUsage().rss - before).toBeLessThan(64 * MB);
}, 120_000);
