import { writeFile } from 'node:fs/promises';
import { cpus, totalmem } from 'node:os';
import { join } from 'node:path';
import { signedPath } from '../support/signer.ts';
import { type RunFile, type System, startSystem } from '../support/system.ts';
import { benchAdmission } from './admission.ts';
import { type Row, table } from './compare.ts';
import { benchConsumption } from './consumption.ts';
import { benchAgain } from './export-again.ts';
import { benchLatency } from './export-latency.ts';
import type { ExportBench } from './export-load.ts';
import { benchOffice } from './export-office.ts';
import { benchPdf } from './export-pdf.ts';
import { soakExports } from './export-soak.ts';
import { benchWorkers } from './export-workers.ts';
import { benchLists } from './lists.ts';
import { memoryTable, residentMb } from './memory.ts';
import { benchPeers } from './peers.ts';
import { benchScaling } from './scaling.ts';
import { benchSignedCalls, type SignedCallBench } from './signed-request.ts';
import { benchUsers } from './users.ts';

const root = join(import.meta.dirname, '../../..');
const EXAMPLE = join(root, 'deploy/local/examples/senior-engineer.resume.json');

type Bench = { system: System; run: RunFile; demo: Demo; cvId: number; moreCvIds: number[] };
type Demo = NonNullable<RunFile['demo']>;

/** Each answers with ratios, or with what else is to be told. */
const benches: Record<string, (bench: Bench) => Promise<Row[] | string | { rows: Row[]; notes: string[] }>> = {
  signed: (bench) => benchSignedCalls(callsOf(bench)),
  peers: (bench) => benchPeers(callsOf(bench)),
  admission: ({ run }) => benchAdmission(run),
  scaling: () => benchScaling(),
  pdf: (bench) => benchPdf(exportsOf(bench)),
  office: (bench) => benchOffice(exportsOf(bench)),
  again: (bench) => benchAgain(exportsOf(bench)),
  workers: () => benchWorkers(EXAMPLE),
  latency: (bench) => benchLatency({ ...exportsOf(bench), cvId: bench.cvId }),
  soak: (bench) => soakExports(exportsOf(bench)),
  lists: ({ run }) => benchLists(run.mongodbUri),
  consumption: ({ run }) => benchConsumption(run.mongodbUri),
  users: ({ run }) => benchUsers(run.mongodbUri),
};

function callsOf({ system, run, demo, cvId, moreCvIds }: Bench): SignedCallBench {
  return { run, key: demo, cvId, moreCvIds, companyId: demo.companyId, dataDir: system.dataDir };
}

function exportsOf({ system, run, demo }: Bench): ExportBench {
  return { system, run, key: demo, companyId: demo.companyId, userId: demo.owner.userId, file: EXAMPLE };
}

// `--write` keeps what was measured in RESULTS.md also when only some are named.
const given = process.argv.slice(2);
const wanted = given.filter((name) => name !== '--write');
const isKept = wanted.length === 0 || given.includes('--write');
const unknown = wanted.filter((name) => !(name in benches));
if (unknown.length > 0) throw new Error(`No bench ${unknown.join(', ')}: there are ${Object.keys(benches).join(', ')}`);

// Only the ratios mean anything: gateway, services, databases and load share the machine.
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
  const rows: Row[] = [];
  const notes = [memory];
  for (const [name, measure] of Object.entries(benches)) {
    if (wanted.length > 0 && !wanted.includes(name)) continue;
    process.stderr.write(`${name} …\n`);
    try {
      const result = await measure(bench);
      if (typeof result === 'string') notes.push(result);
      else if (Array.isArray(result)) rows.push(...result);
      else {
        rows.push(...result.rows);
        notes.push(...result.notes);
      }
    } catch (error) {
      // What one could not measure is said beside what the others did.
      process.stderr.write(`${error instanceof Error ? error.stack : String(error)}\n`);
      notes.push(`**${name} was not measured:** ${error instanceof Error ? error.message : String(error)}`);
      process.exitCode = 1;
    }
    // All of them take half an hour: what was measured is kept when the rest is not waited for.
    if (isKept) await writeFile(join(root, 'test/bench/RESULTS.md'), reportOf(rows, notes));
  }
  process.stdout.write(`\n${reportOf(rows, notes)}\n`);
} finally {
  await system.stop();
}

/** At rest, and after 1,000 signed calls. */
async function memoryOf({ system, run, demo, cvId }: Bench): Promise<string> {
  const atRest = await residentMb(run);
  for (let call = 0; call < 1_000; call += 1) {
    await (await fetch(`${system.url}${signedPath('GET', `/api/v1/svc/cv/${cvId}`, demo)}`)).arrayBuffer();
  }
  return memoryTable(atRest, await residentMb(run));
}

function reportOf(rows: Row[], notes: string[]): string {
  const machine = `${cpus().length} × ${cpus()[0]?.model}, ${Math.round(totalmem() / 2 ** 30)} GB, Node ${process.version}, ${new Date().toISOString().slice(0, 10)}`;
  return `# Results\n\nMade by \`${['npm run bench', ...(wanted.length > 0 ? ['--', ...wanted] : [])].join(' ')}\` on ${machine}. Both sides of a comparison ran in turn in one run; medians of five rounds.\n\n${table(rows)}\n\n${notes.join('\n\n')}\n`;
}
