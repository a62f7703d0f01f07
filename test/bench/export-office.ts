import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { compare, type Row } from './compare.ts';
import { createExportLoad, type ExportBench, perSecond } from './export-load.ts';

const run = promisify(execFile);
/** Enough of them that the code for them is warm, as that of a worker is. */
const FILES = 60;
const COLD_FILES = 3;
const WHY_MISSED =
  'LibreOffice itself takes two fifths of ours (24 of 60 ms for a DOC), and starts in less than a second here; the rest is the Word document it is given (9), reading the CV, the queue, and a store and a database whose writes are journalled.';
const GOALS = { doc: 20, odt: 6 } as const;
const FILTERS = { doc: 'doc:MS Word 97', odt: 'odt' } as const;

/** DOC and ODT that were never made before, through everything, against LibreOffice started for each file. */
export async function benchOffice(bench: ExportBench): Promise<Row[]> {
  const load = createExportLoad(bench);
  const folder = await mkdtemp(join(tmpdir(), 'vitae-bench-office-'));
  const docx = join(folder, 'cv.docx');
  const [sample = 0] = await load.newCvs(1);
  await writeFile(docx, await load.exported(sample, 'docx'));
  try {
    const rows: Row[] = [];
    for (const format of ['doc', 'odt'] as const) {
      const ours = {
        name: 'export through HTTP, queue and store',
        measure: async () => perSecond(await load.newCvs(FILES), 1, (id) => load.exported(id, format)),
      };
      const peer = {
        name: 'cold soffice --convert-to, its profile made before',
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
