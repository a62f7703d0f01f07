import type { Clock } from '@vitae/kit/clock';
import { CHUNK_BYTES } from '@vitae/kit/gridfs';
import { createLease } from '@vitae/kit/lease';
import { createLogger } from '@vitae/kit/log';
import { createMetrics } from '@vitae/kit/metrics';
import { createSweep } from '@vitae/kit/sweep';
import {
  createMovableClock,
  describeArtifactStore,
  newArtifact,
  retentionMs,
} from '@vitae/test/support/export/artifact-store-contract';
import { type DatabaseFixture, openDatabaseFixture } from '@vitae/test/support/kit/database-fixture';
import { until } from '@vitae/test/support/until';
import mongoose from 'mongoose';
import { createWorkerMetrics } from '../worker-metrics.ts';
import { createGridFsArtifactStore } from './gridfs-artifact-store.ts';

let database: DatabaseFixture;
beforeAll(async () => {
  database = await openDatabaseFixture(process.env.MONGODB_URI);
});
afterAll(() => database.drop());

const collection = (name: string) => database.connection.collection(`artifacts.${name}`);

function setUp() {
  const clock = createMovableClock();
  return { clock, store: createGridFsArtifactStore({ connection: database.connection, clock, retentionMs }) };
}

/** Saves small files with two commands. */
async function saveMany(count: number, clock: Clock): Promise<void> {
  const expiresAt = new Date(clock.now() + retentionMs);
  const ids = Array.from({ length: count }, () => new mongoose.mongo.ObjectId());
  const data = Buffer.from('x');
  await collection('chunks').insertMany(ids.map((files_id) => ({ files_id, n: 0, data })));
  await collection('files').insertMany(
    ids.map((_id) => ({ _id, filename: String(_id), length: 1, chunkSize: CHUNK_BYTES, metadata: { expiresAt } })),
  );
}

describeArtifactStore('artifact store in GridFS', async (clock) => {
  const store = createGridFsArtifactStore({ connection: database.connection, clock, retentionMs });
  await store.createIndexes();
  return store;
});

describe('GridFS artifact store', () => {
  test('hides the chunks of a killed worker and removes them after an hour', async () => {
    const { clock, store } = setUp();
    const id = new mongoose.mongo.ObjectId();
    await collection('unfinished').insertOne({ _id: id, since: new Date(clock.now()) });
    await collection('chunks').insertOne({ files_id: id, n: 0, data: Buffer.from('half') });

    const { address } = newArtifact('c1');
    expect(await store.find(address)).toBeUndefined();
    expect(await store.save(newArtifact('c1'))).toMatchObject({ address });
    expect((await store.sweep()).unfinished).toBe(0);

    clock.advance(3_600_001);
    expect((await store.sweep()).unfinished).toBe(1);
    expect(await collection('chunks').countDocuments({ files_id: id })).toBe(0);
  });

  test('removes the chunks of files that a killed sweep had marked together, except of those that exist', async () => {
    const { clock, store } = setUp();
    const kept = await store.save(newArtifact('c4'));
    const { _id } = (await collection('files').findOne({ filename: kept.address })) ?? {};
    const gone = [1, 2].map(() => new mongoose.mongo.ObjectId());
    await collection('chunks').insertMany(gone.map((files_id) => ({ files_id, n: 0, data: Buffer.from('x') })));
    const since = clock.now() - 3_600_001;
    await collection('unfinished').insertOne({ since, files: [...gone, _id] });
    await store.sweep();
    expect(await collection('chunks').countDocuments({ files_id: { $in: gone } })).toBe(0);
    expect(await collection('unfinished').countDocuments()).toBe(0);
    expect((await (await store.read(kept)).toArray()).join('')).toBe('content of c4');
  });

  test('waits for the end of the transaction that a killed worker left at the same address', async () => {
    const { store } = setUp();
    await store.createIndexes();
    const artifact = newArtifact('c3');
    const abortedTransactions = async () =>
      Number((await database.connection.db?.admin().command({ serverStatus: 1 }))?.transactions.totalAborted);
    const killed = await database.connection.startSession();
    killed.startTransaction();
    await collection('files').insertOne({ filename: artifact.address }, { session: killed });
    const before = await abortedTransactions();
    const saving = store.save(artifact);
    await until('more conflicts than one transaction retries', async () => (await abortedTransactions()) > before + 20);
    await killed.abortTransaction();
    await killed.endSession();
    expect(await saving).toMatchObject({ address: artifact.address });
    expect(await store.find(artifact.address)).toBeDefined();
  });

  test('rejects reading a file that lost a chunk or part of it', async () => {
    const { store } = setUp();
    const saved = await store.save(newArtifact('c2', 'x'.repeat(600_000)));
    const { _id } = (await collection('files').findOne({ filename: saved.address })) ?? {};
    await collection('chunks').updateOne({ files_id: _id, n: 1 }, { $set: { data: Buffer.alloc(1_000) } });
    await expect((await store.read(saved)).toArray()).rejects.toThrow('The file is incomplete.');
    await collection('chunks').deleteOne({ files_id: _id, n: 1 });
    await expect((await store.read(saved)).toArray()).rejects.toThrow('The file is incomplete.');
  });

  test('leaves nothing of expired files behind', async () => {
    const { clock, store } = setUp();
    clock.advance(10 * 365 * 86_400_000);
    await store.sweep();
    const counts = ['files', 'chunks', 'unfinished'].map((name) => collection(name).countDocuments());
    expect(await Promise.all(counts)).toEqual([0, 0, 0]);
  });

  test('keeps the chunks of a file that is saved again during a sweep', async () => {
    const { clock, store } = setUp();
    clock.advance(20 * 365 * 86_400_000);
    for (let round = 0; round < 20; round += 1) {
      await store.save(newArtifact('d1'));
      clock.advance(3_600_000);
      const [saved] = await Promise.all([store.save(newArtifact('d1')), store.sweep(), store.sweep()]);
      expect(await store.find(saved.address)).toEqual(saved);
      expect((await (await store.read(saved)).toArray()).join('')).toBe('content of d1');
    }
  });

  test('deletes a backlog of any size once, although two workers sweep', async () => {
    const { clock, store } = setUp();
    clock.advance(30 * 365 * 86_400_000);
    await store.sweep();
    await saveMany(1_750, clock);
    expect(await store.backlog(10_000)).toEqual({ count: 0, oldestSeconds: 0 });
    clock.advance(retentionMs + 700_000);
    expect(await store.backlog(10_000)).toEqual({ count: 1_750, oldestSeconds: 100 });
    expect((await store.backlog(1_000)).count).toBe(1_000);
    const metrics = createMetrics('test');
    createWorkerMetrics(metrics).observeFiles(store);
    const reported = await metrics.render();
    expect(reported).toContain('vitae_export_expired_files{process="test"} 1750');
    expect(reported).toContain('vitae_export_expired_seconds{process="test"} 100');

    const sweepOnce = async () => {
      const { expired, isLast } = await store.sweep();
      return { count: expired, isLast };
    };
    const lease = createLease(database.connection, 'exports');
    const log = createLogger({ name: 'test', level: 'silent' });
    const workers = [1, 2].map(() => createSweep({ lease, steps: () => [sweepOnce], everyMs: 60_000, log }));
    const counts = await Promise.all(workers.map(({ run }) => run()));

    expect(counts.flat()).toEqual([1_750]);
    expect(await store.backlog(10_000)).toEqual({ count: 0, oldestSeconds: 0 });
    const left = ['files', 'chunks', 'unfinished'].map((name) => collection(name).countDocuments());
    expect(await Promise.all(left)).toEqual([0, 0, 0]);
  });

  test('has an index for every query', async () => {
    const byAddress = { filename: 'x', 'metadata.expiresAt': { $gt: new Date() } };
    const plan = await collection('files').find(byAddress).explain('queryPlanner');
    expect(JSON.stringify(plan)).toContain('"indexName":"address"');
    const expired = { 'metadata.expiresAt': { $lte: new Date() } };
    const expiryPlan = await collection('files').find(expired).explain('queryPlanner');
    expect(JSON.stringify(expiryPlan)).toContain('"indexName":"expiry"');
  });
});
