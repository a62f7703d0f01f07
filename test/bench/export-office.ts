import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { compare, type Row } from './compare.ts';
import { createExportLoad, type ExportBench, perSecond } from './export-load.ts';

const run = promisify(execFile);
/** Enough files to warm up the code of the worker. */
const FILES = 40;
const COLD_FILES = 3;
const WHY_MISSED =
  'LibreOffice takes two fifths of our time (24 of 60 ms for a DOC) and starts in less than a second on this machine. The rest is generating the Word document (9 ms), reading the CV, the queue, and journaled writes to the file store and the database.';
const GOALS = { doc: 20, odt: 6 } as const;
const FILTERS = { doc: 'doc:MS Word 97', odt: 'odt' } as const;

/** Compares first exports of DOC and ODT with starting LibreOffice for each file. */
export async function benchOffice(bench: ExportBench): Promise<Row[]> {
  const load = createExportLoad(bench);
  const folder = await mkdtemp(join(tmpdir(), 'vitae-bench-office-'));
  const docx = join(folder, 'cv.docx');
  const [sample = 0] = await load.newCvs(1);
  await writeFile(docx, await load.exportFile(sample, 'docx'));
  try {
    const rows: Row[] = [];
    for (const format of ['doc', 'odt'] as const) {
      const ours = {
        name: 'export through HTTP, queue and store',
        measure: async () => perSecond(await load.newCvs(FILES), 1, (id) => load.exportFile(id, format)),
      };
      const peer = {
        name: 'cold soffice --convert-to with an existing profile',
        measure: () => perSecond(Array(COLD_FILES).keys(), 1, () => convertCold(folder, docx, FILTERS[format])),
      };
      const title = `${format.toUpperCase()}, one at a time`;
      rows.push(await compare({ title, ours, peer, goal: GOALS[format], rounds: 3, whyMissed: WHY_MISSED }));
    }
    return rows;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function convertCold(folder: string, docx: string, to: string): Promise<void> {
  const profile = `-env:UserInstallation=file://${join(folder, 'profile')}`;
  const args = [profile, '--headless', '--convert-to', to, '--outdir', join(folder, 'out'), docx];
  await run(process.env.SOFFICE_BINARY ?? '/usr/bin/soffice', args);
}
