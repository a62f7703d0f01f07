import { writeFile } from 'node:fs/promises';
import { cpus, totalmem } from 'node:os';
import { join } from 'node:path';
import { signedPath } from '../support/signer.ts';
import { type RunFile, startSystem } from '../support/system.ts';
import { type Row, table } from './compare.ts';
import { benchPdf } from './export-pdf.ts';
import { memoryTable, residentMb } from './memory.ts';
import { benchSignedCalls } from './signed-call.ts';

const root = join(import.meta.dirname, '../../..');
const EXAMPLE = join(root, 'deploy/local/examples/senior-engineer.resume.json');

// Only the ratios mean anything: gateway, services, databases and load share the machine.
const system = await startSystem({ environment: { LOG_LEVEL: 'warn' } });
try {
  const run = await system.runFile();
  const demo = run.demo as NonNullable<RunFile['demo']>;
  const company = ['--company', String(demo.companyId)];
  await system.vitae('company', 'set-limits', ...company, '--standard', '1000000000', '--intensive', '1000000000');
  const [cv] = await system.vitae<{ id: number }[]>('cv', 'import', '--user', String(demo.owner.userId), EXAMPLE);
  const cvId = cv?.id as number;

  const atRest = await residentMb(run);
  for (let call = 0; call < 1_000; call += 1) await (await fetch(`${system.url}${signedPath('GET', `/api/v1/svc/cv/${cvId}`, demo)}`)).arrayBuffer();
  const after = await residentMb(run);

  const rows: Row[] = await benchSignedCalls({ run, key: demo, cvId, companyId: demo.companyId });
  rows.push(...(await benchPdf({ system, run, key: demo, companyId: demo.companyId, userId: demo.owner.userId, file: EXAMPLE })));

  const machine = `${cpus().length} × ${cpus()[0]?.model}, ${Math.round(totalmem() / 2 ** 30)} GB, Node ${process.version}, ${new Date().toISOString().slice(0, 10)}`;
  const report = `# Results\n\nMade by \`npm run bench\` on ${machine}. Both sides of a comparison ran in turn in one run; medians of five rounds.\n\n${table(rows)}\n\n${memoryTable(atRest, after)}\n`;
  process.stdout.write(`\n${report}\n`);
  await writeFile(join(root, 'test/bench/RESULTS.md'), report);
} finally {
  await system.stop();
}
