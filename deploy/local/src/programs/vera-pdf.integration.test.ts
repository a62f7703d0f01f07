import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ensureVeraPdf } from './vera-pdf.ts';

let cacheDir: string;
beforeEach(async () => {
  cacheDir = await mkdtemp(join(tmpdir(), 'vitae-verapdf-'));
});
afterEach(() => rm(cacheDir, { recursive: true, force: true }));

describe('ensureVeraPdf', () => {
  test('rejects a download with a wrong checksum and keeps nothing of it', async () => {
    const download = (_url: string, file: string) => writeFile(file, 'changed');
    await expect(ensureVeraPdf(cacheDir, download)).rejects.toThrow(/wrong checksum.*\n.*VERAPDF_JAR/);
    expect(await readdir(cacheDir)).toEqual([]);
  });

  test('uses the file that was downloaded before', async () => {
    const download = () => Promise.reject(new Error('offline'));
    await expect(ensureVeraPdf(cacheDir, download)).rejects.toThrow('offline');
    await writeFile(join(cacheDir, 'verapdf-1.28.2.jar'), 'jar');
    expect(await readFile(await ensureVeraPdf(cacheDir, download), 'utf8')).toBe('jar');
  });
});
