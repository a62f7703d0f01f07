import { companyCaller } from '@vitae/kit/caller';
import { httpStatus, VitaeError } from '@vitae/kit/errors';
import { contracts } from '@vitae/proto/contract';
import type { ResumeServiceDefinition } from '@vitae/proto/gen/cv/resume/v1/ResumeService';
import { createResumeApp } from '@vitae/resume/app';
import type { Connection } from 'mongoose';
import { indexKeysOf, sizesOf } from '../support/kit/collection-statistics.ts';
import { openServiceFixture, type ServiceFixture } from '../support/kit/service-fixture.ts';
import { insertRows } from '../support/resume/row-fixtures.ts';
import type { RunFile } from '../support/system.ts';
import { compare, medianMs, type Row, type Side } from './compare.ts';
import type { Measurement } from './goals.ts';
import { cvLists } from './lists.ts';
import { cpuSecondsOf } from './process-cpu.ts';
import { COMPANY } from './seed-company.ts';

const OWNERS = 10_000;
const GOAL = 1.3;
const REPETITIONS = 15;
const WRITES_GOAL = 1_000;
const WRITERS = 32;
const WRITE_MS = 10_000;
/** The pause between the writes of a company while its lists are measured. */
const WRITE_PAUSE_MS = 20;
/** Longer than totals are cached, so that every list counts its total. */
const CLOCK_STEP_MS = 61_000;

const WHY_MISSED =
  'Totals are exact up to 10,000. A filter that 5 % of the CVs match counts 5,000 index keys of the smaller company and 10,001 of the larger one, and as many in any larger one.';

export type Company = ServiceFixture<ResumeServiceDefinition> & { cvs: number; unavailable: number };

const caller = companyCaller(COMPANY, 'bench');

/** Compares every filter and sort of CVs in a large company with a small one, while CVs are added to both. */
export async function measureLists(small: Company, large: Company): Promise<Row[]> {
  const writers = [small, large].map((company) => startWriting(company));
  const rows: Row[] = [];
  try {
    for (const { title, read } of cvLists) {
      const side = (company: Company): Side => ({
        name: `${company.cvs.toLocaleString('en')} CVs`,
        measure: () => medianMs(REPETITIONS, () => listed(company, () => read(company))),
      });
      const goal = { goal: GOAL, goalIs: 'max', whyMissed: WHY_MISSED } as const;
      rows.push(await compare({ title, ours: side(large), peer: side(small), ...goal }, 'ms'));
    }
  } finally {
    await Promise.all(writers.map((stop) => stop()));
  }
  return rows;
}

/** Opens a resume service for a database. Its clock moves fast, so that no total is cached. */
export async function openCompany(mongodbUri: string, cvs: number, database?: string): Promise<Company> {
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
    database,
  );
  return { ...service, cvs, unavailable: 0 };
}

/** The text of a CV, about as long as that of the imported CVs in docs/capacity.md; `BENCH_CV_TEXT=0` makes them short. */
export const CV_TEXT_LENGTH = Number(process.env.BENCH_CV_TEXT ?? 12_000);
const ROWS = { owners: OWNERS, textLength: CV_TEXT_LENGTH };

/** Inserts CVs of one company, as many of each of the `others`, and one user of each idle company. */
export async function seedCvs(
  connection: Connection,
  cvs: number,
  idleCompanies: readonly number[] = [],
  others: readonly number[] = [],
) {
  const companies = [...Array.from({ length: OWNERS }, () => COMPANY), ...idleCompanies];
  await insertRows(connection, { count: companies.length, companies, collections: ['users'] });
  const count = cvs * (1 + others.length);
  await insertRows(connection, { count, companies: [COMPANY, ...others], collections: ['cvs'], ...ROWS });
  const sequences = [
    { _id: 'cv', value: count },
    { _id: 'user', value: companies.length },
  ];
  await connection.collection('sequences').insertMany(sequences as never[]);
}

/** Counts the lists for which a client of the gateway would get 503. */
async function listed(company: Company, read: () => Promise<unknown>): Promise<void> {
  try {
    await read();
  } catch (error) {
    if (httpStatus(VitaeError.from(error)) !== 503) throw error;
    company.unavailable += 1;
  }
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
  await call.CreateCv({ user, content, idempotencyKey: '' }, { caller });
}

/** Measures how many CVs 32 concurrent clients add to a company, and what a CV costs this process and MongoDB. */
export async function measureWrites(company: Company, run: Pick<RunFile, 'processes'>): Promise<Measurement> {
  let written = 0;
  const write = async (writer: number) => {
    for (let index = writer; performance.now() < started + WRITE_MS; index += WRITERS) {
      await addCv(company, index);
      written += 1;
    }
  };
  const ownCpu = process.cpuUsage();
  const started = performance.now();
  const cpu = await cpuSecondsOf(run, () => Promise.all(Array.from({ length: WRITERS }, (_, writer) => write(writer))));
  const value = (1_000 * written) / (performance.now() - started);
  const { user, system } = process.cpuUsage(ownCpu);
  const whyMissed = costOfWrites((user + system) / 1_000 / written, (1_000 * (cpu.mongodb ?? 0)) / written);
  const title = `CVs added to a company with ${company.cvs.toLocaleString('en')}, each in a majority-acknowledged transaction`;
  return { title, value, unit: '/s', goal: WRITES_GOAL, goalIs: 'min', before: '126 /s', whyMissed };
}

function costOfWrites(ownMs: number, mongodbMs: number): string {
  const most = Math.round(1_000 / Math.max(ownMs, (ownMs + mongodbMs) / 2));
  return [
    `A CV takes ${ownMs.toFixed(1)} ms of the processor of the client and the service, which share a process and thus a core,`,
    `and ${mongodbMs.toFixed(1)} ms of MongoDB. Two cores therefore cannot add more than ${most}/s.`,
    'The transaction has five commands, one after the other: count the CV on its user, read the slugs of the other CVs,',
    'insert the token, insert the CV, and commit. The commands cost more than the data: MongoDB inserts 16 CVs with one',
    'command for a fifth of the time per CV. But then requests would share a transaction, and one could fail the others.',
  ].join(' ');
}

/** Measures the indexes of CVs with a manager and two tags. The keys are those of the smaller company: counting takes long. */
export async function measureIndexes(small: Company, large: Company): Promise<Measurement[]> {
  const keys = await indexKeysOf(small.connection, 'cvs');
  const { indexes } = await sizesOf(large.connection, 'cvs');
  const measurement = (what: string, { cvs }: Company) => ({
    title: `${what} per CV with a manager and two tags, ${cvs.toLocaleString('en')} CVs`,
    goalIs: 'max' as const,
  });
  return [
    { ...measurement('Index keys', small), value: keys, unit: 'keys', goal: 60, before: '583 keys' },
    { ...measurement('Indexes', large), value: indexes, unit: 'bytes', goal: 2_048, before: '13.8 KB' },
  ];
}
