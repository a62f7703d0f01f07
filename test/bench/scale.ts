import { companyCaller } from '@vitae/kit/caller';
import { contracts } from '@vitae/proto/contract';
import type { ResumeServiceDefinition } from '@vitae/proto/gen/cv/resume/v1/ResumeService';
import { createResumeApp } from '@vitae/resume/app';
import { openServiceFixture, type ServiceFixture } from '../support/kit/service-fixture.ts';
import { insertRows } from '../support/resume/row-fixtures.ts';
import { compare, medianMs, type Row, type Side } from './compare.ts';
import { cvLists } from './lists.ts';
import { COMPANY } from './seed-company.ts';

/** The numbers of CVs in one company; `BENCH_CVS=100000,300000` sets others. */
const [SMALL = 100_000, LARGE = 1_000_000] = (process.env.BENCH_CVS ?? '100000,1000000').split(',').map(Number);
const OWNERS = 10_000;
const GOAL = 1.3;
const REPETITIONS = 5;
const WRITES_GOAL = 1_000;
const WRITERS = 32;
const WRITE_MS = 10_000;
/** The pause between the writes of a company while its lists are measured. */
const WRITE_PAUSE_MS = 20;
/** Longer than totals are cached, so that every list counts its total. */
const CLOCK_STEP_MS = 61_000;

type Company = ServiceFixture<ResumeServiceDefinition> & { cvs: number };

const caller = companyCaller(COMPANY, 'bench');

/** Compares every filter and sort of CVs in a large company with a small one, while CVs are added to both. */
export async function benchScale(mongodbUri: string): Promise<{ rows: Row[]; notes: string[] }> {
  const small = await openCompany(mongodbUri, SMALL);
  const large = await openCompany(mongodbUri, LARGE);
  const writers = [small, large].map((company) => startWriting(company));
  const rows: Row[] = [];
  try {
    for (const { title, read } of cvLists) {
      const side = (company: Company): Side => ({
        name: `${company.cvs.toLocaleString('en')} CVs`,
        measure: () => medianMs(REPETITIONS, () => repeated(() => read(company))),
      });
      rows.push(await compare({ title, ours: side(large), peer: side(small), goal: GOAL, goalIs: 'max' }, 'ms'));
    }
    await Promise.all(writers.map((stop) => stop()));
    return { rows, notes: [await indexNote(large), await writeNote(small), await writeNote(large)] };
  } finally {
    await Promise.all(writers.map((stop) => stop()));
    await small.close();
    await large.close();
  }
}

async function openCompany(mongodbUri: string, cvs: number): Promise<Company> {
  let now = Date.now();
  const clock = {
    now: () => {
      now += CLOCK_STEP_MS;
      return now;
    },
  };
  const service = await openServiceFixture(
    contracts.resume(),
    (connection) =>
      createResumeApp({ connection, siteUrl: 'https://cv.example', checkGrant: async () => undefined, clock }),
    mongodbUri,
  );
  const companies = [COMPANY];
  await insertRows(service.connection, { count: OWNERS, companies, collections: ['users'] });
  await insertRows(service.connection, { count: cvs, companies, collections: ['cvs'], owners: OWNERS });
  const sequences = service.connection.collection('sequences');
  await sequences.insertOne({ _id: 'cv', value: cvs } as never);
  return { ...service, cvs };
}

/** Repeats a call once if its connection reached its maximum age, as the clients of the gateway do for reads. */
function repeated<T>(call: () => Promise<T>): Promise<T> {
  return call().catch(call);
}

/** Adds CVs until it is stopped. */
function startWriting(company: Company): () => Promise<void> {
  let isStopped = false;
  const write = async () => {
    for (let index = 0; !isStopped; index++) {
      await addCv(company, index);
      await new Promise((resolve) => setTimeout(resolve, WRITE_PAUSE_MS));
    }
  };
  const written = write();
  return () => {
    isStopped = true;
    return written;
  };
}

async function addCv({ call }: Company, index: number): Promise<void> {
  const content = Buffer.from(JSON.stringify({ title: `Engineer ${index}`, recipient: `R${index % 10}` }));
  const user = { id: String(1 + ((index * 7_919) % OWNERS)) };
  await repeated(() => call.CreateCv({ user, content, idempotencyKey: '' }, { caller }));
}

async function writeNote(company: Company): Promise<string> {
  const until = performance.now() + WRITE_MS;
  let written = 0;
  const started = performance.now();
  await Promise.all(
    Array.from({ length: WRITERS }, async (_, writer) => {
      for (let index = writer; performance.now() < until; index += WRITERS) {
        await addCv(company, index);
        written += 1;
      }
    }),
  );
  const perSecond = Math.round((1_000 * written) / (performance.now() - started));
  return `**CV writes with ${company.cvs.toLocaleString('en')} CVs in the company:** ${perSecond} per second, each in a majority-acknowledged transaction (goal ${WRITES_GOAL.toLocaleString('en')}).`;
}

async function indexNote({ connection, cvs }: Company): Promise<string> {
  const statistics = await connection
    .collection('cvs')
    .aggregate([{ $collStats: { storageStats: {} } }])
    .toArray();
  const { count, totalIndexSize } = statistics[0]?.storageStats ?? {};
  const validated = await connection.db?.command({ validate: 'cvs' });
  const keys = Object.values<number>(validated?.keysPerIndex).reduce((sum, value) => sum + value, 0);
  return `**Indexes for each of ${cvs.toLocaleString('en')} CVs with a manager and two tags:** ${(keys / count).toFixed(1)} keys, ${Math.round(totalIndexSize / count)} bytes.`;
}
