import { randomBytes, randomInt } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { systemClock } from '@vitae/kit/clock';
import { queueConnection } from '@vitae/kit/redis';
import { createCallAuthorizer } from '@vitae/kit/service-identity';
import {
  batchJobName,
  type ExportFormat,
  exportFormats,
  exportJobName,
  exportJobOptions,
  exportPriority,
  exportQueue,
  readExportFailure,
} from '@vitae/proto/export-job';
import { Queue, QueueEvents } from 'bullmq';
import { Redis } from 'ioredis';
import { createFakeResumeServer, fakeCvAddress } from '../support/export/fake-resume-server.ts';
import { type DatabaseFixture, openDatabaseFixture } from '../support/kit/database-fixture.ts';
import { until } from '../support/until.ts';
import { type ExportWorkers, newServiceKeys, startExportWorkers, type Victim } from './export-workers.ts';

const KILLS = Number(process.env.VITAE_KILLS ?? 25);
const SEED = Number(process.env.VITAE_SEED ?? randomInt(2 ** 31));
const AT_ONCE = 10;
const OF_A_BATCH = 5;
/** Workers less often than what they start: each needs a moment to begin anew. */
const KINDS = ['worker', 'browser', 'renderer', 'renderer', 'office', 'office'] as const;

type Chunk = { files_id: unknown; data: { length(): number } };
type File = { _id: unknown; filename: string; length: number };

let database: DatabaseFixture;
let redis: Redis;
let redisUrl: string;
let workers: ExportWorkers;
let queue: Queue;
let events: QueueEvents;
let stop: () => Promise<void>;

beforeAll(async () => {
  ({ redis, redisUrl } = await emptyRedis(process.env.REDIS_URL ?? ''));
  database = await openDatabaseFixture(process.env.MONGODB_URI);
  const keys = newServiceKeys();
  const resume = createFakeResumeServer((audience) =>
    createCallAuthorizer({ audience, keys: keys.ring, clock: systemClock, callers: { export: 'everything' } }),
  );
  const port = await resume.start('127.0.0.1', 0);
  queue = new Queue(exportQueue, { connection: queueConnection(redisUrl) });
  events = new QueueEvents(exportQueue, { connection: queueConnection(redisUrl) });
  await events.waitUntilReady();
  workers = await startExportWorkers(2, {
    ...process.env,
    REDIS_URL: redisUrl,
    MONGODB_URI: database.uri,
    MONGODB_DATABASE: database.name,
    RESUME_ADDRESS: `127.0.0.1:${port}`,
    SERVICE_KEYS: keys.setting,
  });
  stop = async () => {
    await workers.stop();
    await events.close();
    await queue.close();
    await redis.flushdb();
    redis.disconnect();
    await resume.drain(1_000);
    // A worker that was killed in a transaction holds the database until MongoDB ends that, after a minute.
    const dropped = () =>
      database.drop().then(
        () => true,
        () => false,
      );
    await until('its database is dropped', dropped, 150_000);
  };
}, 120_000);
afterAll(() => stop?.(), 240_000);

test(
  `${KILLS} kills of workers, browsers and LibreOffice at random moments: every accepted export ends once and is stored once`,
  async () => {
    process.stdout.write(`Kills: seed ${SEED} (VITAE_SEED repeats the choices, not the moments)\n`);
    const random = seeded(SEED);
    const accepted = new Set<string>();
    const formats = new Map<string, ExportFormat>();
    const ends = new Map<string, string[]>();
    const end = (jobId: string, how: string) => ends.set(jobId, [...(ends.get(jobId) ?? []), how]);
    events.on('completed', ({ jobId }) => end(jobId, 'completed'));
    events.on('failed', ({ jobId, failedReason }) => end(jobId, readExportFailure(failedReason).reason));

    let nextCv = 1_000;
    const add = async (given?: ExportFormat) => {
      const format = given ?? exportFormats[Math.floor(random() * exportFormats.length)] ?? 'pdf';
      if (!given && random() < 0.1) {
        const address = randomBytes(32).toString('hex');
        const cvIds = Array.from({ length: OF_A_BATCH }, () => nextCv++);
        accepted.add(address);
        for (let item = 1; item <= OF_A_BATCH; item += 1) {
          accepted.add(`${address}-${item}`);
          formats.set(`${address}-${item}`, format);
        }
        const options = { ...exportJobOptions, jobId: address, priority: exportPriority.background };
        await queue.add(batchJobName, { cvIds, companyId: 7, format, address }, options);
      } else {
        const address = fakeCvAddress(nextCv, format);
        accepted.add(address);
        formats.set(address, format);
        const options = { ...exportJobOptions, jobId: address, priority: exportPriority.waiting };
        await queue.add(exportJobName, { cvId: nextCv++, companyId: 7, format, address }, options);
      }
    };
    const keepBusy = async () => {
      while (accepted.size - ends.size < AT_ONCE) await add();
    };
    const killed: Record<Victim['kind'], number> = { worker: 0, browser: 0, renderer: 0, office: 0 };
    await keepBusy();
    await until('a first export', () => ends.size > 0, 240_000);

    while (Object.values(killed).reduce((sum, count) => sum + count) < KILLS) {
      const kind = KINDS[Math.floor(random() * KINDS.length)];
      const chosen = random();
      const victims = async () => {
        await keepBusy();
        return (await workers.victims()).filter((one) => one.kind === kind);
      };
      const found = () => until(`a ${kind} to kill`, async () => (await victims()).length > 0, 120_000);
      await found();
      await pause(random() * 1_500); // the moment is what is random here
      await found();
      const possible = await victims();
      const victim = possible[Math.floor(chosen * possible.length)];
      if (!victim) continue;
      if (!kill(victim.pid)) continue;
      killed[victim.kind] += 1;
    }
    // One of each without a kill: whichever were drawn, all formats are made.
    for (const format of exportFormats) await add(format);
    await until('every accepted export has ended', () => [...accepted].every((id) => ends.has(id)), 360_000);
    await until(
      'nothing waits or runs',
      async () =>
        Object.values(await queue.getJobCounts('active', 'wait', 'prioritized', 'delayed', 'waiting-children')).every(
          (count) => count === 0,
        ),
      120_000,
    );

    const quarantined = [...ends].filter(([, [how]]) => how === 'renderer_crashed');
    // Five times two starts of a browser or of LibreOffice, all killed: a failure that says so, and that may be tried again.
    const gaveUp = [...ends].filter(([, [how]]) => how === 'renderer_unavailable');
    const done = [...ends].filter(([, [how]]) => how === 'completed').map(([id]) => id);
    const completed = done.length;
    process.stdout.write(
      `Kills: ${JSON.stringify(killed)}, ${workers.starts()} worker starts; ${accepted.size} exports accepted, ${completed} completed, ${quarantined.length} in quarantine after two kills, ${gaveUp.length} given up after five, ${await workers.zombies()} zombies\n`,
    );
    // A document under which two browsers in a row were killed is taken for what kills them.
    const known = ['completed', 'renderer_crashed', 'renderer_unavailable'];
    expect([...ends].filter(([, how]) => how.length !== 1 || !known.includes(how[0] ?? ''))).toEqual([]);
    expect(gaveUp.length).toBeLessThanOrEqual(Math.ceil(KILLS / 50));
    expect(quarantined.length).toBeLessThanOrEqual(KILLS / 2);
    // The jobs of whole batches have no format of their own.
    expect(new Set(done.flatMap((id) => formats.get(id) ?? []))).toEqual(new Set(exportFormats));
    expect(ends.size).toBe(accepted.size);
    const stored = await storedFiles();
    expect(stored.twice).toEqual([]);
    expect(stored.broken).toEqual([]);
    expect(stored.files).toBe(completed);
    expect(await workers.zombies()).toBe(0);
    await workers.stop();
    await until('nothing of theirs is left', async () => (await workers.victims()).length === 0);
  },
  1_200_000 + KILLS * 2_000,
);

/** Every file of the store: how many there are, which are there twice, and which are not whole. */
async function storedFiles() {
  const files = await database.connection.collection<File>('artifacts.files').find().toArray();
  const lengths = new Map<string, number>();
  for await (const { files_id, data } of database.connection.collection<Chunk>('artifacts.chunks').find())
    lengths.set(String(files_id), (lengths.get(String(files_id)) ?? 0) + data.length());
  const names = files.map(({ filename }) => filename);
  return {
    files: files.length,
    twice: names.filter((name, index) => names.indexOf(name) !== index),
    broken: files.filter(({ _id, length }) => lengths.get(String(_id)) !== length),
  };
}

/** Whether there was anything to kill. */
function kill(pid: number): boolean {
  try {
    return process.kill(pid, 'SIGKILL');
  } catch {
    return false; // it ended by itself a moment ago
  }
}

/** A logical database of Redis that holds nothing, so that the queue can have its usual name. */
async function emptyRedis(url: string): Promise<{ redis: Redis; redisUrl: string }> {
  for (let index = 15; index > 0; index -= 1) {
    const redisUrl = `${url.replace(/\/\d*$/, '')}/${index}`;
    const redis = new Redis(redisUrl);
    if ((await redis.dbsize()) === 0) return { redis, redisUrl };
    redis.disconnect();
  }
  throw new Error('No database of this Redis is empty');
}

/** mulberry32 */
function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
