import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { processTree } from '@vitae/export/processes/process-tree';
import { setLimits } from '../support/limits.ts';
import { startSystem } from '../support/system.ts';
import { compare, type Row } from './compare.ts';
import { createExportLoad, type ExportLoad, perSecond } from './export-load.ts';

const execute = promisify(execFile);
const FILES = 48;
const CONCURRENCY = 8;
const ROUNDS = 3;

const FORMATS = ['pdf', 'odt', 'doc'] as const;
const WHY_MISSED =
  'Each worker shares its core with the gateway, the services, MongoDB, Redis and the client, which take 25 ms of processor time for each export. Workers on separate machines share only queue and store.';

/**
 * Compares two workers with one, in separate systems. Each worker is bound to one core and renders one file at a time,
 * because the default of two concurrent renders per worker would overload two cores.
 */
export async function benchWorkers(file: string): Promise<Row[]> {
  const one = await start(1, file);
  const two = await start(2, file);
  try {
    const rows: Row[] = [];
    for (const format of FORMATS) {
      const side = (name: string, { load }: Running) => ({
        name,
        measure: async () => perSecond(await load.newCvs(FILES), CONCURRENCY, (id) => load.exportFile(id, format)),
      });
      const title = `${format.toUpperCase()}, ${CONCURRENCY} concurrent, one job and one core per worker`;
      const sides = { ours: side('two workers', two), peer: side('one worker', one) };
      rows.push(await compare({ title, ...sides, goal: 1.6, rounds: ROUNDS, whyMissed: WHY_MISSED }));
    }
    return rows;
  } finally {
    await Promise.all([one.stop(), two.stop()]);
  }
}

type Running = { load: ExportLoad; stop(): Promise<void> };

async function start(workers: number, file: string): Promise<Running> {
  const environment = { LOG_LEVEL: 'warn', EXPORT_CONCURRENCY: '1', EXPORT_PREWARMED_PAGES: '0' };
  const system = await startSystem({ workers, environment });
  const started = await system.runFile();
  if (!started.demo) throw new Error('A system without demo data has no key');
  const { companyId, owner } = started.demo;
  await setLimits(system, companyId, { intensive: 1_000_000 });
  const load = createExportLoad({ system, run: started, key: started.demo, companyId, userId: owner.userId, file });
  // One export in each format starts the renderers, which are then bound to the core of the worker too.
  for (const format of FORMATS)
    await Promise.all((await load.newCvs(2 * workers)).map((id) => load.exportFile(id, format)));
  const pids = started.processes.filter(({ name }) => name.startsWith('export')).map(({ pid }) => pid);
  for (const [core, pid] of pids.entries()) await bindToCore(pid, core);
  return { load, stop: system.stop };
}

/** Binds a process and its descendants to a core. Processes that it starts later inherit this. */
async function bindToCore(root: number, core: number): Promise<void> {
  for (const pid of await processTree(root)) {
    const bind = execute('taskset', ['--all-tasks', '--cpu-list', '--pid', String(core), String(pid)]);
    await bind.catch((error: unknown) => {
      if (pid === root) throw error; // descendants may have exited
    });
  }
}
