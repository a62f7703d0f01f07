import { readdir, readFile } from 'node:fs/promises';
import { treeMemoryMb } from '@vitae/export/processes/process-tree';
import { createExportLoad, type ExportBench, perSecond } from './export-load.ts';

const EXPORTS = Number(process.env.VITAE_SOAK ?? 300);
const STEPS = 6;
const CONCURRENCY = 4;
const FORMATS = ['pdf', 'pdf', 'odt', 'doc', 'docx'];

/** Reports memory, processes, zombies and open files of a worker and its children during many exports. */
export async function soakExports(bench: ExportBench): Promise<string> {
  const load = createExportLoad(bench);
  const worker = bench.run.processes.find(({ name }) => name === 'export-1')?.pid ?? 0;
  const lines = [await lineOf(worker, 0, 0)];
  const perStep = Math.ceil(EXPORTS / STEPS);
  for (let step = 1; step <= STEPS; step += 1) {
    const cvs = await load.newCvs(perStep);
    const jobs = Array.from({ length: perStep }, (_, index) => ({
      id: cvs[index] ?? 0,
      format: FORMATS[index % FORMATS.length] ?? 'pdf',
    }));
    const rate = await perSecond(jobs, CONCURRENCY, ({ id, format }) => load.exportFile(id, format));
    lines.push(await lineOf(worker, step * perStep, rate));
  }
  return [
    `Soak test: ${STEPS * perStep} exports (${[...new Set(FORMATS)].join(', ')}), ${CONCURRENCY} concurrent.`,
    '',
    '| Exports | 1/s | Worker MB | With browser and LibreOffice MB | Processes | Zombies | Open files |',
    '|---|---|---|---|---|---|---|',
    ...lines,
  ].join('\n');
}

async function lineOf(worker: number, exports: number, rate: number): Promise<string> {
  const tree = await treeOf(worker);
  const status = await readFile(`/proc/${worker}/status`, 'utf8');
  const resident = Number(/^VmRSS:\s+(\d+)/m.exec(status)?.[1]) / 1024;
  const files = await Promise.all(tree.map(({ pid }) => readdir(`/proc/${pid}/fd`).catch(() => [])));
  const cells = [
    exports,
    rate.toFixed(1),
    Math.round(resident),
    Math.round(await treeMemoryMb(worker)),
    tree.length,
    tree.filter(({ state }) => state === 'Z').length,
    files.flat().length,
  ];
  return `| ${cells.join(' | ')} |`;
}

type Process = { pid: number; state: string; parent: number };

async function treeOf(root: number): Promise<Process[]> {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name)).map(Number);
  const all = await Promise.all(
    pids.map(async (pid): Promise<Process> => {
      const stat = await readFile(`/proc/${pid}/stat`, 'latin1').catch(() => '');
      const [state = '', parent] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
      return { pid, state, parent: Number(parent) };
    }),
  );
  const below = (pid: number): Process[] =>
    all.filter(({ parent }) => parent === pid).flatMap((child) => [child, ...below(child.pid)]);
  return [...all.filter(({ pid }) => pid === root), ...below(root)];
}
