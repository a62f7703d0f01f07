import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import sharp from 'sharp';

const run = promisify(execFile);

/** Extracts the text of a PDF in reading order with normalized white space. */
export function pdfText(bytes: Buffer): Promise<string> {
  return withFile(bytes, async (file) => {
    const { stdout } = await run('pdftotext', ['-enc', 'UTF-8', file, '-'], { maxBuffer: 64 * 1024 * 1024 });
    return stdout.replace(/\s+/g, ' ');
  });
}

/** Returns the addresses that a PDF leads to. */
export function pdfAddresses(bytes: Buffer): Promise<string[]> {
  return withFile(bytes, async (file) => {
    const { stdout } = await run('pdfinfo', ['-url', file]);
    return Array.from(stdout.matchAll(/^\s*\d+\s+\w+\s+(\S+)$/gm), ([, address = '']) => address);
  });
}

export type PdfImage = {
  width: number;
  height: number;
  /** Red, green and blue of the smallest and the largest value of all pixels. */
  min: number[];
  max: number[];
};

/** Returns the images of a PDF without masks. */
export function pdfImages(bytes: Buffer): Promise<PdfImage[]> {
  return withFile(bytes, async (file) => {
    const { stdout } = await run('pdfimages', ['-list', file]);
    const numbers = Array.from(stdout.matchAll(/^\s*\d+\s+(\d+)\s+image /gm), ([, number = '']) => number);
    await run('pdfimages', ['-png', file, file]);
    const measure = async (number: string): Promise<PdfImage> => {
      const picture = sharp(`${file}-${number.padStart(3, '0')}.png`);
      const [{ width, height }, { channels }] = await Promise.all([picture.metadata(), picture.stats()]);
      return { width, height, min: channels.map(({ min }) => min), max: channels.map(({ max }) => max) };
    };
    return Promise.all(numbers.map(measure));
  });
}

async function withFile<T>(bytes: Buffer, read: (file: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'vitae-pdf-'));
  try {
    const file = join(folder, 'file.pdf');
    await writeFile(file, bytes);
    return await read(file);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
