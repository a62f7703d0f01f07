import { mkdir, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { create, extract } from 'tar';
import { runProgram } from '../programs/run-program.ts';
import type { ReleaseSource } from './image-build.ts';

/** Writes the packaged chart to a folder. Replaces the current time, which Helm stores, with that of the commit. */
export async function packageChart(source: ReleaseSource, helm: string, folder: string): Promise<void> {
  const draft = await mkdtemp(join(tmpdir(), 'vitae-chart-'));
  try {
    await runProgram(helm, ['package', join(source.root, 'deploy/helm/vitae'), '--destination', draft]);
    const [name = ''] = await readdir(draft);
    const content = join(draft, 'content');
    await mkdir(content);
    await extract({ file: join(draft, name), cwd: content });
    const files = (await readdir(content, { recursive: true, withFileTypes: true }))
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name).slice(content.length + 1))
      // Helm reads Chart.yaml first.
      .toSorted(
        (one, other) =>
          Number(other.endsWith('/Chart.yaml')) - Number(one.endsWith('/Chart.yaml')) || (one < other ? -1 : 1),
      );
    const mtime = new Date(source.committedAt * 1000);
    await create({ file: join(folder, name), cwd: content, gzip: true, portable: true, mtime }, files);
  } finally {
    await rm(draft, { recursive: true });
  }
}
