import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setImmediate as turn } from 'node:timers/promises';
import { createDrawPicture, pictureLimits } from './encode-picture.ts';
import { animationOf, bombOf, laboriousPicture } from '@vitae/test/support/resume/picture-fixtures';

const MB = 1024 * 1024;

/** The most memory that the process held while it drew a picture, in bytes; undefined where the system does not tell. */
async function peakOfDrawing(upload: Buffer, encoding: 'jpeg' | 'png'): Promise<number | undefined> {
  const script = join(import.meta.dirname, 'draw-picture-process.ts');
  const child = spawn(process.execPath, [script, '800', encoding, String(pictureLimits.pixels)], {
    env: { MALLOC_ARENA_MAX: '1' },
  });
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

test.each(['jpeg', 'png'] as const)(
  'the most laborious %s that is let through takes a bounded memory',
  async (format) => {
    const upload = await laboriousPicture(format, 5_000, 5_000);
    expect(upload.length).toBeLessThan(pictureLimits.bytes);
    const peak = await peakOfDrawing(upload, format);
    process.stdout.write(`Drawing 25 million pixels of ${format}: ${Math.round((peak ?? 0) / MB)} MB at most\n`);
    expect(peak ?? 0).toBeLessThan(320 * MB);
  },
  120_000,
);

test('a service that is sent bomb after bomb holds no more than before', async () => {
  const draw = createDrawPicture();
  const bombs = [bombOf(30_000, 30_000), bombOf(5_000, 5_000), animationOf(3_000, 4_000, 4_000)];
  const round = () => Promise.allSettled(bombs.map((bomb) => draw('logo', bomb)));
  await round();
  const before = process.memoryUsage().rss;
  for (let rounds = 0; rounds < 6; rounds += 1) await round();
  expect(process.memoryUsage().rss - before).toBeLessThan(64 * MB);
}, 120_000);
