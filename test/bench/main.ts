import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { signedPath } from '../support/signer.ts';
import { type RunFile, type System, startSystem } from '../support/system.ts';
import { benchAdmission } from './admission.ts';
import { benchCapacity } from './capacity.ts';
import type { Row } from './compare.ts';
import { benchConsumption } from './consumption.ts';
import { benchCost } from './cost.ts';
import { benchFitting } from './export-fitting.ts';
import { benchLatency } from './export-latency.ts';
import type { ExportBench } from './export-load.ts';
import { benchOffice } from './export-office.ts';
import { benchPdf } from './export-pdf.ts';
import { benchRepeatedExports } from './export-repeated.ts';
import { benchSandbox } from './export-sandbox.ts';
import { soakExports } from './export-soak.ts';
import { benchWorkers } from './export-workers.ts';
import { benchLists } from './lists.ts';
import { describeMachine, memoryTable, residentMb } from './memory.ts';
import { benchPeers } from './peers.ts';
import { benchPreview } from './preview.ts';
import { type BenchResult, type FinishedBench, formatDuration, reportOf } from './report.ts';
import { benchScale } from './scale.ts';
import { benchScaling } from './scaling.ts';
import { benchSignedRequests, type SignedRequestBench } from './signed-request.ts';
import { benchUsers } from './users.ts';

const root = join(import.meta.dirname, '../../..');
const EXAMPLE = join(root, 'deploy/local/examples/senior-engineer.resume.json');
const PREVIEWED = {
  'a short CV': join(root, 'deploy/local/examples/sample.resume.json'),
  'the complete example': join(root, 'deploy/local/examples/complete-resume.json'),
};

type Bench = { system: System; run: RunFile; demo: Demo; cvId: number; moreCvIds: number[] };
type Demo = NonNullable<RunFile['demo']>;

type Measure = (bench: Bench) => Promise<Row[] | string | BenchResult>;

/** Each benchmark returns rows of the table, a note, or both. */
const benches: Record<string, Measure> = {
  signed: (bench) => benchSignedRequests(requestsOf(bench)),
  cost: (bench) => benchCost(requestsOf(bench)),
  peers: (bench) => benchPeers(requestsOf(bench)),
  admission: ({ run }) => benchAdmission(run),
  scaling: () => benchScaling(),
  pdf: (bench) => benchPdf(exportsOf(bench)),
  office: (bench) => benchOffice(exportsOf(bench)),
  sandbox: () => benchSandbox(),
  fitting: () => benchFitting(),
  repeated: (bench) => benchRepeatedExports(exportsOf(bench)),
  workers: () => benchWorkers(EXAMPLE),
  latency: (bench) => benchLatency({ ...exportsOf(bench), cvId: bench.cvId }),
  soak: (bench) => soakExports(exportsOf(bench)),
  lists: ({ run }) => benchLists(run.mongodbUri),
  capacity: (bench) => benchCapacity({ ...exportsOf(bench), cvIds: bench.moreCvIds }, root),
  scale: () => benchScale(EXAMPLE),
  consumption: ({ run }) => benchConsumption(run.mongodbUri),
  users: ({ run }) => benchUsers(run.mongodbUri),
  preview: async ({ system, demo }) => ({
    measurements: await benchPreview({ system, companyId: demo.companyId, owner: demo.owner, files: PREVIEWED }),
  }),
};

function requestsOf({ system, run, demo, cvId, moreCvIds }: Bench): SignedRequestBench {
  return { run, key: demo, cvId, moreCvIds, companyId: demo.companyId, dataDir: system.dataDir };
}

function exportsOf({ system, run, demo }: Bench): ExportBench {
  return { system, run, key: demo, companyId: demo.companyId, userId: demo.owner.userId, file: EXAMPLE };
}

// A run of all benchmarks writes RESULTS.md; a run of named benchmarks writes it only with `--write`.
const args = process.argv.slice(2);
const selected = args.filter((name) => name !== '--write');
const isWritten = selected.length === 0 || args.includes('--write');
const unknown = selected.filter((name) => !(name in benches));
if (unknown.length > 0)
  throw new Error(`Unknown benchmark ${unknown.join(', ')}. Available: ${Object.keys(benches).join(', ')}`);

// Only ratios are meaningful, because gateway, services, databases and load generator share the machine.
const system = await startSystem({ environment: { LOG_LEVEL: 'warn' } });
try {
  const run = await system.runFile();
  const demo = run.demo as Demo;
  const company = ['--company', String(demo.companyId)];
  await system.vitae('company', 'set-limits', ...company, '--standard', '1000000000', '--intensive', '1000000000');
  const examples = Array.from({ length: 20 }, () => EXAMPLE);
  const owner = ['--user', String(demo.owner.userId)];
  const imported = await system.vitae<{ id: number }[]>('cv', 'import', ...owner, ...examples);
  const [cvId = 0, ...moreCvIds] = imported.map(({ id }) => id);
  const bench = { system, run, demo, cvId, moreCvIds };

  const memory = await memoryOf(bench);
  const command = ['npm run bench', ...(selected.length > 0 ? ['--', ...selected] : [])].join(' ');
  const finished: FinishedBench[] = [];
  const report = () => reportOf({ command, machine: describeMachine(), memory, finished });
  for (const [name, measure] of Object.entries(benches)) {
    if (selected.length > 0 && !selected.includes(name)) continue;
    process.stderr.write(`${name} …\n`);
    finished.push(await finish(name, () => measure(bench)));
    process.stderr.write(`  ${formatDuration(finished.at(-1)?.seconds ?? 0)} minutes\n`);
    // After each benchmark, because all of them take half an hour.
    if (isWritten) await writeFile(join(root, 'test/bench/RESULTS.md'), report());
  }
  process.stdout.write(`\n${report()}\n`);
} finally {
  await system.stop();
}

/** Runs a benchmark. If it fails, that is reported and does not stop the others. */
async function finish(name: string, measure: () => ReturnType<Measure>): Promise<FinishedBench> {
  const started = performance.now();
  const seconds = () => (performance.now() - started) / 1_000;
  try {
    const result = await measure();
    if (typeof result === 'string') return { name, seconds: seconds(), notes: [result] };
    return { name, seconds: seconds(), ...(Array.isArray(result) ? { rows: result } : result) };
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.stack : String(error)}\n`);
    process.exitCode = 1;
    return { name, seconds: seconds(), failure: error instanceof Error ? error.message : String(error) };
  }
}

/** Measures resident memory when idle and after 1,000 signed requests. */
async function memoryOf({ system, run, demo, cvId }: Bench): Promise<string> {
  const idle = await residentMb(run);
  for (let request = 0; request < 1_000; request += 1) {
    await (await fetch(`${system.url}${signedPath('GET', `/api/v1/svc/cv/${cvId}`, demo)}`)).arrayBuffer();
  }
  return memoryTable(idle, await residentMb(run));
}
