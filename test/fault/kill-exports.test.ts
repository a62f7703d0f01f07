import { randomBytes, randomInt } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { systemClock } from '@vitae/kit/clock';
import { queueConnection } from '@vitae/kit/redis';
import { createCallAuthorizer } from '@vitae/kit/service-identity';
import { readPublicKeys } from '@vitae/kit/signing-keys';
import { allowedCallers } from '@vitae/proto/allowed-callers';
import { exportTemplateVersion } from '@vitae/proto/export-address';
import type { SignExportGrant } from '@vitae/proto/export-grant';
import {
  batchJobName,
  type ExportFormat,
  exportFormats,
  exportJobName,
  exportJobOptions,
  exportPriority,
  exportQueue,
  formerQueuePrefix,
  queuePrefix,
  readExportFailure,
} from '@vitae/proto/export-job';
import { Queue, QueueEvents } from 'bullmq';
import { Redis } from 'ioredis';
import { createFakeResumeServer, fakeCvAddress } from '../support/export/fake-resume-server.ts';
import { type DatabaseFixture, openDatabaseFixture } from '../support/kit/database-fixture.ts';
import { createRandom } from '../support/random.ts';
import { grantSignerOf, newServiceKeys } from '../support/service-keys.ts';
import { until } from '../support/until.ts';
import { type ExportWorkers, startExportWorkers, type Victim } from './export-workers.ts';

const KILLS = Number(process.env.VITAE_KILLS ?? 15);
const SEED = Number(process.env.VITAE_SEED ?? randomInt(2 ** 31));
const MAX_OPEN_EXPORTS = 10;
const BATCH_SIZE = 5;
/** Workers are killed less often than their child processes because they take time to start. */
const KINDS = ['worker', 'browser', 'renderer', 'renderer', 'office', 'office'] as const;

type Chunk = { files_id: unknown; data: { length(): number } };
type File = { _id: unknown; filename: string; length: number };

let database: DatabaseFixture;
let redis: Redis;
let redisUrl: string;
let workers: ExportWorkers;
let queue: Queue;
let events: QueueEvents;
let signGrant: SignExportGrant;
let stop: () => Promise<void>;

beforeAll(async () => {
  ({ redis, redisUrl } = await openEmptyRedis(process.env.REDIS_URL ?? ''));
  database = await openDatabaseFixture(process.env.MONGODB_URI);
  const { privateKeys, publicKeys } = newServiceKeys();
  signGrant = grantSignerOf(privateKeys.gateway);
  const resume = createFakeResumeServer((audience) =>
    createCallAuthorizer({
      audience,
      keys: readPublicKeys(publicKeys),
      clock: systemClock,
      callers: allowedCallers.resume,
    }),
  );
  const port = await resume.start('127.0.0.1', 0);
  const connection = queueConnection(redisUrl);
  queue = new Queue(exportQueue, { connection, prefix: queuePrefix });
  events = new QueueEvents(exportQueue, { connection, prefix: queuePrefix });
  await events.waitUntilReady();
  workers = await startExportWorkers(2, {
    ...process.env,
    REDIS_URL: redisUrl,
    MONGODB_URI: database.uri,
    MONGODB_DATABASE: database.name,
    RESUME_ADDRESS: `127.0.0.1:${port}`,
    SERVICE_PRIVATE_KEY: privateKeys.export,
    SERVICE_PUBLIC_KEYS: publicKeys,
  });
  stop = async () => {
    await workers.stop();
    await events.close();
    await queue.close();
    await redis.flushdb();
    redis.disconnect();
    await resume.drain(1_000);
    // MongoDB aborts the transaction of a killed worker after a minute. Until then the database cannot be dropped.
    const drop = () =>
      database.drop().then(
        () => true,
        () => false,
      );
    await until('the removal of the database', drop, 150_000);
  };
}, 120_000);
afterAll(() => stop?.(), 240_000);

test('processes a job that was added under the key prefix of earlier versions', async () => {
  const former = new Queue(exportQueue, { connection: queueConnection(redisUrl), prefix: formerQueuePrefix });
  const job = await former.add(exportJobName, { cvId: 31, companyId: 7, format: 'unknown' });
  await until('the failure of the job', () => job.isFailed(), 240_000);
  const { failedReason } = (await former.getJob(job.id ?? '')) ?? {};
  expect(readExportFailure(failedReason)).toMatchObject({ reason: 'invalid_payload' });
  await former.obliterate({ force: true });
  await former.close();
}, 300_000);

test(
  `completes and stores every accepted export once under ${KILLS} random kills of workers, browsers and LibreOffice`,
  async () => {
    process.stdout.write(`Kills: seed ${SEED} (VITAE_SEED repeats the choices, but not their timing)\n`);
    const random = createRandom(SEED);
    const exports = createExports(random);
    await exports.fillQueue();
    await until('the first export', () => exports.results.size > 0, 240_000);
    const killed = await killRandomly(random, exports.fillQueue);
    // One export of each format without a kill, in case a format was not chosen at random.
    for (const format of exportFormats) await exports.add(format);
    await until('the end of every export', () => [...exports.accepted].every((id) => exports.results.has(id)), 360_000);
    await until('an empty queue', isQueueEmpty, 120_000);

    const { accepted, formats, results } = exports;
    const withResult = (wanted: string) => [...results].filter(([, [result]]) => result === wanted).map(([id]) => id);
    const completed = withResult('completed');
    // Two renderers in a row were killed: the document is quarantined.
    const quarantined = withResult('renderer_crashed');
    // All starts of a renderer were killed, five times two: a retryable failure.
    const unavailable = withResult('renderer_unavailable');
    process.stdout.write(
      `Kills: ${JSON.stringify(killed)}, ${workers.starts()} worker starts; ${accepted.size} exports accepted, ${completed.length} completed, ${quarantined.length} quarantined after two kills, ${unavailable.length} failed after five attempts, ${await workers.zombies()} zombies\n`,
    );
    const expected = ['completed', 'renderer_crashed', 'renderer_unavailable'];
    expect([...results].filter(([, all]) => all.length !== 1 || !expected.includes(all[0] ?? ''))).toEqual([]);
    expect(unavailable.length).toBeLessThanOrEqual(Math.ceil(KILLS / 50));
    expect(quarantined.length).toBeLessThanOrEqual(KILLS / 2);
    // Batch jobs have no entry in `formats`.
    expect(new Set(completed.flatMap((id) => formats.get(id) ?? []))).toEqual(new Set(exportFormats));
    expect(results.size).toBe(accepted.size);
    const stored = await storedFiles();
    expect(stored.duplicates).toEqual([]);
    expect(stored.incomplete).toEqual([]);
    expect(stored.count).toBe(completed.length);
    expect(await workers.zombies()).toBe(0);
    await workers.stop();
    await until('the exit of all processes', async () => (await workers.victims()).length === 0);
  },
  1_200_000 + KILLS * 2_000,
);

/** Adds random exports to the queue and collects their results by job id. */
function createExports(random: () => number) {
  const accepted = new Set<string>();
  const formats = new Map<string, ExportFormat>();
  const results = new Map<string, string[]>();
  const addResult = (jobId: string, result: string) => results.set(jobId, [...(results.get(jobId) ?? []), result]);
  events.on('completed', ({ jobId }) => addResult(jobId, 'completed'));
  events.on('failed', ({ jobId, failedReason }) => addResult(jobId, readExportFailure(failedReason).reason));

  let nextCv = 1_000;
  const addBatch = async (format: ExportFormat) => {
    const address = randomBytes(32).toString('hex');
    const cvIds = Array.from({ length: BATCH_SIZE }, () => nextCv++);
    accepted.add(address);
    for (let item = 1; item <= BATCH_SIZE; item += 1) {
      accepted.add(`${address}-${item}`);
      formats.set(`${address}-${item}`, format);
    }
    const options = { ...exportJobOptions, jobId: address, priority: exportPriority.background };
    const batch = { companyId: 7, format };
    const grants = await Promise.all(cvIds.map((cvId) => signGrant({ cvId, ...batch, job: address })));
    await queue.add(batchJobName, { cvIds, grants, ...batch, address }, options);
  };
  const add = async (format: ExportFormat) => {
    const address = fakeCvAddress(nextCv, format);
    accepted.add(address);
    formats.set(address, format);
    const options = { ...exportJobOptions, jobId: address, priority: exportPriority.waiting };
    const payload = { cvId: nextCv++, companyId: 7, format };
    const grant = await signGrant({ ...payload, job: address });
    await queue.add(exportJobName, { ...payload, address, grant, templateVersion: exportTemplateVersion }, options);
  };
  const fillQueue = async () => {
    while (accepted.size - results.size < MAX_OPEN_EXPORTS) {
      const format = exportFormats[Math.floor(random() * exportFormats.length)] ?? 'pdf';
      await (random() < 0.1 ? addBatch(format) : add(format));
    }
  };
  return { accepted, formats, results, add, fillQueue };
}

/** Kills random processes while `fillQueue` keeps the workers busy. */
async function killRandomly(random: () => number, fillQueue: () => Promise<void>) {
  const killed: Record<Victim['kind'], number> = { worker: 0, browser: 0, renderer: 0, office: 0 };
  while (Object.values(killed).reduce((sum, count) => sum + count) < KILLS) {
    const kind = KINDS[Math.floor(random() * KINDS.length)];
    const choice = random();
    const victims = async () => {
      await fillQueue();
      return (await workers.victims()).filter((one) => one.kind === kind);
    };
    const aVictim = () => until(`a ${kind} to kill`, async () => (await victims()).length > 0, 120_000);
    await aVictim();
    await pause(random() * 1_500); // a random moment
    await aVictim();
    const candidates = await victims();
    const victim = candidates[Math.floor(choice * candidates.length)];
    if (victim && kill(victim.pid)) killed[victim.kind] += 1;
  }
  return killed;
}

async function isQueueEmpty(): Promise<boolean> {
  const counts = await queue.getJobCounts('active', 'wait', 'prioritized', 'delayed', 'waiting-children');
  return Object.values(counts).every((count) => count === 0);
}

async function storedFiles() {
  const files = await database.connection.collection<File>('artifacts.files').find().toArray();
  const lengths = new Map<string, number>();
  for await (const { files_id, data } of database.connection.collection<Chunk>('artifacts.chunks').find())
    lengths.set(String(files_id), (lengths.get(String(files_id)) ?? 0) + data.length());
  const names = files.map(({ filename }) => filename);
  return {
    count: files.length,
    duplicates: names.filter((name, index) => names.indexOf(name) !== index),
    incomplete: files.filter(({ _id, length }) => lengths.get(String(_id)) !== length),
  };
}

/** Returns whether the process still existed. */
function kill(pid: number): boolean {
  try {
    return process.kill(pid, 'SIGKILL');
  } catch {
    return false; // it has exited
  }
}

/** Finds an empty logical database of Redis, because the queue has a fixed name. */
async function openEmptyRedis(url: string): Promise<{ redis: Redis; redisUrl: string }> {
  for (let index = 15; index > 0; index -= 1) {
    const redisUrl = `${url.replace(/\/\d*$/, '')}/${index}`;
    const redis = new Redis(redisUrl);
    if ((await redis.dbsize()) === 0) return { redis, redisUrl };
    redis.disconnect();
  }
  throw new Error('Redis has no empty database');
}
