import { randomBytes, randomUUID } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { treeMemoryMb } from '@vitae/export/processes/process-tree';
import { createClockLeadStore } from '@vitae/gateway/quota/clock-lead-mongo-store';
import { createCompanyQuota } from '@vitae/gateway/quota/company-quota';
import { createReplayBarrier } from '@vitae/gateway/quota/replay-barrier';
import { createResumeApp } from '@vitae/resume/app';
import { Redis } from 'ioredis';
import type { Connection } from 'mongoose';
import { sizesOf } from '../support/kit/collection-statistics.ts';
import { openDatabaseFixture, withDatabase } from '../support/kit/database-fixture.ts';
import { startRedisServer } from '../support/redis-server.ts';
import { insertRows } from '../support/resume/row-fixtures.ts';
import { signedPath } from '../support/signer.ts';
import type { RunFile } from '../support/system.ts';
import { capacityPage } from './capacity-page.ts';
import type { CapacityMeasurements, Cpu } from './capacity-plan.ts';
import { createExportLoad, type ExportBench, perSecond } from './export-load.ts';
import { requestsPerSecond } from './http-load.ts';
import { describeMachine, residentMb } from './memory.ts';
import { cpuSecondsOf } from './process-cpu.ts';
import { flushSeconds } from './scale-flush.ts';
import { insertCompanies } from './scale-idle.ts';

const REQUESTS = 20_000;
const CONNECTIONS = 50;
const FORMATS = ['pdf', 'docx', 'odt', 'doc', 'txt'];
const EXPORTS = 40;
const CONCURRENT_EXPORTS = 2;
const COMPANIES = 2_000;
/** Above the numbers of the companies that the system has. */
const FIRST_COMPANY = 1_000_000;
/** How many minutes ago consumption is measured. The first minute adds documents, which the second changes. */
const FIRST_MINUTE = 8;
const LATER_MINUTE = 7;
const NONCES = 20;
const ROWS = 50_000;
const LIMIT = 1_000_000_000;
/** The number of CVs with which `npm run bench -- scale` compares lists. */
const LARGEST_CV_COUNT = 1_000_000;

type CapacityBench = ExportBench & { cvIds: number[] };

/** Measures what a request, an export, a company and a CV cost, and writes docs/capacity.md. */
export async function benchCapacity(bench: CapacityBench, root: string): Promise<string> {
  const requests = await measureRequests(bench);
  const exports = await measureExports(bench);
  const measured: CapacityMeasurements = {
    measuredOn: describeMachine(),
    requests,
    exports,
    consumption: await measureConsumption(bench.run),
    redis: await measureRedis(bench.run),
    ...(await measureDocuments(bench.run)),
    fileDescription: await meanSize(bench.run, 'vitae_export', 'artifacts.files'),
    largestCvCount: LARGEST_CV_COUNT,
    memoryMb: await measureMemory(bench.run),
  };
  await writeFile(join(root, 'test/bench/capacity.json'), `${JSON.stringify(measured, null, 2)}\n`);
  await writeFile(join(root, 'docs/capacity.md'), capacityPage(measured));
  return 'The [capacity guide](../../docs/capacity.md) was written.';
}

async function measureRequests({ run, key, cvIds }: CapacityBench): Promise<CapacityMeasurements['requests']> {
  const [url = ''] = run.gateways;
  const load = (count: number) => {
    const pathOf = (index: number) => signedPath('GET', `/api/v1/svc/cv/${cvIds[index % cvIds.length]}`, key);
    const paths = Array.from({ length: count }, (_, index) => pathOf(index));
    return requestsPerSecond({ url, connections: CONNECTIONS, paths });
  };
  await load(REQUESTS / 4);
  let rate = 0;
  const seconds = await cpuSecondsOf(run, async () => {
    rate = await load(REQUESTS);
  });
  return { perSecond: Math.round(rate), cpu: cpuOf(seconds, REQUESTS) };
}

async function measureExports(bench: CapacityBench): Promise<CapacityMeasurements['exports']> {
  const load = createExportLoad(bench);
  const results: CapacityMeasurements['exports'] = {};
  for (const format of FORMATS) {
    for (const id of await load.newCvs(CONCURRENT_EXPORTS * 3)) await load.exportFile(id, format);
    const cvs = await load.newCvs(EXPORTS);
    let bytes = 0;
    let rate = 0;
    const seconds = await cpuSecondsOf(bench.run, async () => {
      rate = await perSecond(cvs, CONCURRENT_EXPORTS, async (id) => {
        bytes += (await load.exportFile(id, format)).length;
      });
    });
    const worker = Math.round(((seconds['export-1'] ?? 0) / EXPORTS) * 1e6);
    const cpu = { worker, ...cpuOf(seconds, EXPORTS) };
    results[format] = { perSecond: Number(rate.toPrecision(3)), cpu, bytes: Math.round(bytes / EXPORTS) };
  }
  return results;
}

/** Measures what writing a minute of a company's consumption costs. */
async function measureConsumption(run: RunFile): Promise<Cpu> {
  const companyIds = Array.from({ length: COMPANIES }, (_, index) => FIRST_COMPANY + index);
  await withDatabase(run.mongodbUri, 'vitae_gateway', (accounts) => insertCompanies(accounts, companyIds));
  const redis = new Redis(run.redisUrl);
  const flush = (minutesAgo: number) => {
    const minute = Math.floor(Date.now() / 60_000) - minutesAgo;
    return flushSeconds(redis, { companyIds, minute, endpoints: ['cv.read', 'users.search'] });
  };
  try {
    await flush(FIRST_MINUTE);
    return cpuOf(await cpuSecondsOf(run, () => flush(LATER_MINUTE)), COMPANIES);
  } finally {
    redis.disconnect();
  }
}

/** Returns the processor time per request, export or minute of a company in microseconds. */
function cpuOf(seconds: Record<string, number>, count: number): Cpu {
  const of = (name: string) => Math.round(((seconds[name] ?? Number.NaN) / count) * 1e6);
  return { gateway: of('gateway-1'), resume: of('resume'), mongodb: of('mongodb'), redis: of('redis') };
}

/** Measures the memory that the first request of a company and each nonce take, in a Redis without other data. */
async function measureRedis({ mongodbUri }: RunFile): Promise<CapacityMeasurements['redis']> {
  const database = await openDatabaseFixture(mongodbUri);
  const server = await startRedisServer();
  const redis = new Redis(server.url);
  try {
    const barrier = createReplayBarrier(createClockLeadStore(database.connection), redis);
    const quota = createCompanyQuota(redis, barrier);
    const admit = async (companyId: number) => {
      const request = { companyId, keyId: companyId, endpoint: 'cv.read', version: 1 };
      const signed = { signature: randomBytes(32).toString('hex'), allowsReuse: false };
      const nonce = { nonce: randomUUID(), timestamp: Math.floor(Date.now() / 1_000), ...signed };
      const { outcome } = await quota.admit(request, nonce, 'standard', { standard: LIMIT, intensive: LIMIT });
      if (outcome !== 'accepted') throw new Error(`A request was ${outcome}`);
    };
    const companyIds = Array.from({ length: COMPANIES }, (_, index) => index + 1);
    const admitAll = () => perSecond(companyIds, CONNECTIONS, admit);
    const empty = await usedMemory(redis);
    await admitAll();
    const first = await usedMemory(redis);
    for (let repetition = 0; repetition < NONCES; repetition += 1) await admitAll();
    const bytesPerRequest = ((await usedMemory(redis)) - first) / (NONCES * COMPANIES);
    const bytesPerCompany = (first - empty) / COMPANIES - bytesPerRequest;
    return { bytesPerRequest: Math.round(bytesPerRequest), bytesPerCompany: Math.round(bytesPerCompany) };
  } finally {
    redis.disconnect();
    await server.close();
    await database.drop();
  }
}

async function usedMemory(redis: Redis): Promise<number> {
  return Number(/used_memory:(\d+)/.exec(await redis.info('memory'))?.[1]);
}

/** Measures the size of imported CVs, of users, and of the indexes of both. */
async function measureDocuments({ mongodbUri }: RunFile): Promise<Pick<CapacityMeasurements, 'cv' | 'user'>> {
  const { connection, drop } = await openDatabaseFixture(mongodbUri);
  try {
    await createResumeApp({ connection, siteUrl: 'https://cv.example', checkGrant: async () => undefined }).prepare();
    await insertRows(connection, { count: ROWS, companies: [1] });
    const { indexes } = await roundedSizesOf(connection, 'cvs');
    const { data } = await withDatabase(mongodbUri, 'vitae_resume', (system) => roundedSizesOf(system, 'cvs'));
    return { cv: { data, indexes }, user: await roundedSizesOf(connection, 'users') };
  } finally {
    await drop();
  }
}

async function meanSize({ mongodbUri }: RunFile, database: string, collection: string): Promise<number> {
  return withDatabase(mongodbUri, database, async (connection) => (await roundedSizesOf(connection, collection)).data);
}

/** Returns the sizes in whole bytes. */
async function roundedSizesOf(connection: Connection, collection: string) {
  const { data, indexes } = await sizesOf(connection, collection);
  return { data: Math.round(data), indexes: Math.round(indexes) };
}

async function measureMemory(run: RunFile): Promise<CapacityMeasurements['memoryMb']> {
  const resident = await residentMb(run);
  const of = (name: string) => resident[name] ?? Number.NaN;
  const worker = run.processes.find(({ name }) => name === 'export-1')?.pid ?? 0;
  const small = ['preferences', 'metadata', 'comments', 'stats'].map(of);
  return {
    ...{ gateway: of('gateway-1'), site: of('site-1'), resume: of('resume'), service: Math.max(...small) },
    worker: Math.round(await treeMemoryMb(worker)),
  };
}
