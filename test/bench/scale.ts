import { withDatabase } from '../support/kit/database-fixture.ts';
import { setLimits } from '../support/limits.ts';
import { type System, startSystem } from '../support/system.ts';
import type { ExportBench } from './export-load.ts';
import type { Measurement } from './goals.ts';
import { type BenchResult, formatDuration } from './report.ts';
import { measureExpiry } from './scale-expiry.ts';
import { ACTIVE_COMPANIES, measureFlush } from './scale-flush.ts';
import { measureIdle, measureStartups, seedIdleCompanies } from './scale-idle.ts';
import {
  type Company,
  CV_TEXT_LENGTH,
  measureIndexes,
  measureLists,
  measureWrites,
  openCompany,
  seedCvs,
} from './scale-lists.ts';

/** The numbers of CVs in one company; `BENCH_CVS=100000,300000` sets others. */
const [SMALL = 100_000, LARGE = 1_000_000] = (process.env.BENCH_CVS ?? '100000,1000000').split(',').map(Number);
/** The number of other companies with as many CVs as the larger one; `BENCH_LARGE_COMPANIES=9` makes 10⁷ CVs in total. */
const OTHERS = Number(process.env.BENCH_LARGE_COMPANIES ?? 0);
/** The number of companies without requests; `BENCH_COMPANIES=2000` sets another. */
const COMPANIES = Number(process.env.BENCH_COMPANIES ?? 100_000);

const load = `Scale: a system with ${COMPANIES.toLocaleString('en')} companies without requests and ${LARGE.toLocaleString('en')} CVs in one company (${(LARGE * (1 + OTHERS)).toLocaleString('en')} in total), each with ${CV_TEXT_LENGTH.toLocaleString('en')} characters of text. The processor time of a process includes its renderers.`;

const ids = Array.from({ length: COMPANIES }, (_, index) => index + 1);

/**
 * Measures a system with many idle companies and a company with many CVs: startup, idle use, consumption, expiry of
 * files, and lists compared with those of a smaller company.
 */
export async function benchScale(file: string): Promise<BenchResult> {
  const system = await startSystem({ demo: false, environment: { LOG_LEVEL: 'warn' } });
  const companies: Company[] = [];
  const { step, failures } = createSteps();
  try {
    const { mongodbUri } = await system.runFile();
    // The resume service of the system reads the same database. Nothing sends requests to it during the lists.
    const large = await openCompany(mongodbUri, LARGE, 'vitae_resume');
    companies.push(large);
    await step('Inserting companies and CVs', async () => {
      await withDatabase(mongodbUri, 'vitae_gateway', (accounts) => seedIdleCompanies(accounts, ids));
      await seedCvs(large.connection, LARGE, ids.slice(1), ids.slice(1, 1 + OTHERS));
    });
    const exporting = await createExportingCompany(system);
    const startups = await step('Restarting the processes', () => measureStartups(system));
    const run = await system.runFile();
    const idle = await step('Idle processes', () => measureIdle(run));
    const flush = await step('Writing consumption', () => measureFlush(run, ids.slice(-ACTIVE_COMPANIES)));
    const expiry = await step('Deleting expired files', () => measureExpiryOf({ system, run, file, ...exporting }));
    const small = await openCompany(mongodbUri, SMALL);
    companies.push(small);
    const lists = await step('Lists', async () => {
      await seedCvs(small.connection, SMALL);
      return measureLists(small, large);
    });
    const cvs = await step('Indexes and writes', async () => [
      unavailableLists(companies),
      ...(await measureIndexes(small, large)),
      await measureWrites(small, run),
      await measureWrites(large, run),
    ]);
    const measurements = [startups, idle, flush, expiry?.measurements, cvs].flatMap((some) => some ?? []);
    return { rows: [...(expiry?.rows ?? []), ...(lists ?? [])], measurements, notes: [load, ...failures] };
  } finally {
    for (const company of companies) await company.close();
    await system.stop();
  }
}

/** Runs the parts of the benchmark and reports their durations. A part that fails does not stop the others. */
function createSteps() {
  const failures: string[] = [];
  const step = async <T>(name: string, work: () => Promise<T>): Promise<T | undefined> => {
    const started = performance.now();
    try {
      return await work();
    } catch (error) {
      failures.push(`**${name} failed:** ${error instanceof Error ? error.message : String(error)}`);
      process.exitCode = 1;
      return undefined;
    } finally {
      process.stderr.write(`  ${name}: ${formatDuration((performance.now() - started) / 1_000)} minutes\n`);
    }
  };
  return { step, failures };
}

/**
 * Creates another company, whose CVs are exported while files expire. It also has the newest key: processes that start
 * decrypt that key, to check their master keys.
 */
async function createExportingCompany(system: System): Promise<Pick<ExportBench, 'companyId' | 'key' | 'userId'>> {
  const { id: companyId } = await system.vitae<{ id: number }>('company', 'create', '--name', 'Acme');
  await setLimits(system, companyId, { standard: 1_000_000_000, intensive: 1_000_000_000 });
  const company = ['--company', String(companyId)];
  const key = await system.vitae<{ key: string; secret: string }>('key', 'create', ...company);
  const names = ['--username', 'ada', '--email', 'ada@example.com', '--firstname', 'Ada', '--lastname', 'Lovelace'];
  const user = await system.vitae<{ id: number }>('user', 'create', ...company, ...names);
  return { companyId, key, userId: user.id };
}

function measureExpiryOf(bench: ExportBench) {
  return withDatabase(bench.run.mongodbUri, 'vitae_export', (exports) => measureExpiry(bench, exports));
}

function unavailableLists(companies: readonly Company[]): Measurement {
  const value = companies.reduce((sum, { unavailable }) => sum + unavailable, 0);
  const before = 'each list with a manager or tag, 800,000 CVs';
  return { title: 'Lists with 503', value, unit: 'lists', goal: 0, goalIs: 'max', before };
}
