import { fieldOf, keySource } from '@vitae/accounts/consumption/counter';
import { minuteKey, minutesKey } from '@vitae/accounts/quota/redis-keys';
import { createUnflushedMinutes } from '@vitae/gateway/consumption/unflushed-minutes';
import { chunksOf } from '@vitae/kit/gridfs';
import { createLogger } from '@vitae/kit/log';
import { fileCollections, newFileId } from '@vitae/kit/object-storage/stored-files';
import { connectRedis } from '@vitae/kit/redis';
import type { Connection } from 'mongoose';
import { withDatabase } from '../support/kit/database-fixture.ts';
import { minuteNow } from '../support/minutes.ts';
import { type RunFile, type System, startSystem } from '../support/system.ts';
import { until } from '../support/until.ts';

// Processes are paused for longer than their leases while they work, and resume after others have taken over.

/** Leases last for 60 s. */
const PAUSE_MS = 65_000;
const TIMEOUT_MS = 300_000;
/** A company that is not in the interrupted work. */
const LATER = 999;
const log = createLogger({ name: 'test', level: 'silent' });

let system: System;
let run: RunFile;

beforeAll(async () => {
  system = await startSystem({ gateways: 2, workers: 2, demo: false });
  run = await system.runFile();
}, 400_000);
afterAll(() => system?.stop());

async function whilePaused(name: string, work: () => Promise<void>): Promise<void> {
  await system.kill(name, 'SIGSTOP');
  await work().finally(() => system.kill(name, 'SIGCONT'));
}

/** Pauses the first process in the middle of its work, lets the second one do the rest, and resumes the first one. */
async function takeOver(first: string, second: string, work: Work): Promise<void> {
  await whilePaused(second, async () => {
    await work.begin();
    await until(`${first} to be in the middle of its work`, work.isHalfDone, 100_000);
    await system.kill(first, 'SIGSTOP');
  });
  const paused = performance.now();
  try {
    expect(await work.isDone()).toBe(false);
    await until(`${second} to complete the work`, work.isDone, 180_000);
    await until('the lease to have ended', () => performance.now() - paused > PAUSE_MS, PAUSE_MS + 10_000);
  } finally {
    await system.kill(first, 'SIGCONT');
  }
}

type Work = { begin(): Promise<void>; isHalfDone(): Promise<boolean>; isDone(): Promise<boolean> };

describe('a process that is paused for more than a minute while it holds a lease', () => {
  let flushed: ReturnType<typeof flushInTurns>;
  let deleted: ReturnType<typeof deleteInTurns>;

  // Both take minutes, mostly of waiting. They share no process, so they run at the same time.
  beforeAll(() => {
    flushed = flushInTurns(Array.from({ length: 4_000 }, (_none, index) => 1_000 + index));
    deleted = deleteInTurns();
    // A failure is reported by its own test.
    void Promise.allSettled([flushed, deleted]);
  });

  test(
    'counts nothing twice and loses nothing when it moves consumption to MongoDB',
    async () => {
      const { ids, stored, keys } = await flushed;
      expect(new Map(stored.map(({ companyId, calls }) => [companyId, calls]))).toEqual(
        new Map(ids.map((id) => [id, callsOf(id)])),
      );
      expect(stored).toHaveLength(ids.length);
      expect(keys).toEqual(ids.map(() => 0));
    },
    TIMEOUT_MS,
  );

  test(
    'removes expired files completely and no others when it deletes expired files',
    async () => {
      const { valid, left, files } = await deleted;
      expect(new Set(left.map((chunk) => String(chunk.files_id)))).toEqual(new Set(valid.map(String)));
      expect(files).toBe(valid.length);
    },
    TIMEOUT_MS * 2,
  );
});

/** The number of requests of a company. */
const callsOf = (companyId: number) => 1 + (companyId % 7);

/** Two gateways move the consumption of companies to MongoDB, the second one while the first one is paused. */
async function flushInTurns(ids: readonly number[]) {
  const { redis, close } = await connectRedis({ url: run.redisUrl, name: 'test', log });
  const unflushed = createUnflushedMinutes(redis);
  const minute = minuteNow() - 5;
  const isFlushed = async () => (await unflushed.backlog()).count === 0;
  const count = async (companyIds: readonly number[]) => {
    for (const id of companyIds) {
      const counts = { [fieldOf(keySource(id), 'cv.read', 'accepted_standard')]: callsOf(id) };
      await redis.hset(minuteKey(id, minute), { generation: `${minute}.0`, ...counts });
      await redis.sadd(minutesKey(id), minute);
    }
    await unflushed.add(companyIds.map((companyId) => ({ companyId, minute })));
  };
  const result = await withDatabase(run.mongodbUri, 'vitae_gateway', async (database) => {
    const spans = database.collection('consumption_spans');
    const years = { companyId: { $in: [...ids] }, span: /^y/, source: '', endpoint: '' };
    await takeOver('gateway-1', 'gateway-2', {
      begin: async () => {
        await createCompanies(database, [...ids, LATER]);
        await count(ids);
      },
      isHalfDone: async () => (await spans.countDocuments(years)) > 200,
      isDone: isFlushed,
    });
    // A gateway flushes what it has claimed before it claims more, so the resumed one has done so after this.
    await whilePaused('gateway-2', async () => {
      await count([LATER]);
      await until('the resumed gateway to flush another company', isFlushed, 60_000);
    });
    const stored = await spans.find(years, { projection: { companyId: 1, calls: 1 } }).toArray();
    const keys = await Promise.all(ids.map((id) => redis.exists(minuteKey(id, minute))));
    return { ids, stored, keys };
  });
  await close();
  return result;
}

/** Two workers delete expired files, the second one while the first one is paused. */
function deleteInTurns() {
  return withDatabase(run.mongodbUri, 'vitae_export', async (database) => {
    const { files, chunks, unfinished } = fileCollections(database, 'artifacts');
    const create = (count: number, name: string, expiresAt: Date) => createFiles(database, { count, name, expiresAt });
    const valid = await create(300, 'valid', new Date('2100-01-01'));
    await takeOver('export-1', 'export-2', {
      begin: () => create(6_000, 'expired', new Date(0)).then(() => undefined),
      isHalfDone: async () => {
        const left = await files.countDocuments({ filename: /^expired/ });
        return left > 0 && left < 5_000;
      },
      isDone: async () => (await files.countDocuments({ filename: /^expired/ })) === 0,
    });
    let left: { files_id: unknown }[] = [];
    await whilePaused('export-2', async () => {
      await create(1, 'expired-later', new Date(0));
      // The resumed worker may have lost its connection. Its batch is then completed after an hour: make this hour pass.
      await unfinished.updateMany({}, { $set: { since: new Date(1) } });
      const isClean = async () => {
        left = await chunks.find<{ files_id: unknown }>({}, { projection: { files_id: 1 } }).toArray();
        return (await unfinished.countDocuments({})) === 0 && left.length === valid.length;
      };
      await until('the resumed worker to delete the rest', isClean, 200_000);
    });
    return { valid, left, files: await files.countDocuments({}) };
  });
}

async function createCompanies(database: Connection, ids: readonly number[]): Promise<void> {
  const fields = { name: 'Acme', timeZone: 'UTC', limits: {}, version: 1 };
  await database.collection('companies').insertMany(ids.map((_id) => ({ _id: _id as never, ...fields })));
}

/** Returns the ids of new files. */
async function createFiles(
  database: Connection,
  { count, name, expiresAt }: { count: number; name: string; expiresAt: Date },
): Promise<unknown[]> {
  const { files, chunks } = fileCollections(database, 'artifacts');
  const ids = Array.from({ length: count }, newFileId);
  const bytes = Buffer.from('%PDF-');
  const metadata = { companyId: 1, contentType: 'application/pdf', format: 'pdf', expiresAt };
  const fields = { length: bytes.length, chunkSize: bytes.length, uploadDate: new Date(), metadata };
  await chunks.insertMany(ids.flatMap((id) => chunksOf(id, bytes)));
  await files.insertMany(ids.map((_id, index) => ({ _id, filename: `${name}-${index}`, ...fields })));
  return ids;
}
