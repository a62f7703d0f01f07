import {
  describeArtifactStore,
  movableClock,
  newArtifact,
  retentionMs,
} from '@vitae/test/support/export/artifact-store-contract';
import { type DatabaseFixture, openDatabaseFixture } from '@vitae/test/support/kit/database-fixture';
import mongoose from 'mongoose';
import { createGridFsArtifactStore } from './gridfs-artifact-store.ts';

let database: DatabaseFixture;
beforeAll(async () => {
  database = await openDatabaseFixture(process.env.MONGODB_URI);
});
afterAll(() => database.drop());

const count = (collection: string) => database.connection.collection(`artifacts.${collection}`).countDocuments();

describeArtifactStore('files kept in GridFS', async (clock) => {
  const store = createGridFsArtifactStore({ connection: database.connection, clock, retentionMs: retentionMs });
  await store.createIndexes();
  return store;
});

describe('what a killed worker leaves', () => {
  test('chunks without a file are never found, block nobody, and are swept after an hour', async () => {
    const clock = movableClock();
    const store = createGridFsArtifactStore({ connection: database.connection, clock, retentionMs: retentionMs });
    const id = new mongoose.mongo.ObjectId();
    await database.connection.collection('artifacts.unfinished').insertOne({ _id: id, since: new Date(clock.now()) });
    await database.connection
      .collection('artifacts.chunks')
      .insertOne({ files_id: id, n: 0, data: Buffer.from('half') });

    const { address } = newArtifact('c1');
    expect(await store.find(address)).toBeUndefined();
    const before = await count('chunks');
    expect(await store.save(newArtifact('c1'))).toMatchObject({ address });
    expect((await store.sweep()).unfinished).toBe(0);

    clock.advance(3_600_001);
    expect((await store.sweep()).unfinished).toBe(1);
    expect(await database.connection.collection('artifacts.chunks').countDocuments({ files_id: id })).toBe(0);
    expect(before).toBeGreaterThan(0);
  });

  test('a file that lost a part is never sent as if it were whole', async () => {
    const clock = movableClock();
    const store = createGridFsArtifactStore({ connection: database.connection, clock, retentionMs: retentionMs });
    const saved = await store.save(newArtifact('c2', 'x'.repeat(600_000)));
    const parts = database.connection.collection('artifacts.chunks');
    const { _id } =
      (await database.connection.collection('artifacts.files').findOne({ filename: saved.address })) ?? {};
    await parts.updateOne({ files_id: _id, n: 1 }, { $set: { data: Buffer.alloc(1_000) } });
    await expect((await store.read(saved)).toArray()).rejects.toThrow('A part of the file is gone.');
    await parts.deleteOne({ files_id: _id, n: 1 });
    await expect((await store.read(saved)).toArray()).rejects.toThrow('A part of the file is gone.');
  });

  test('nothing is left of files that have expired', async () => {
    const clock = movableClock();
    clock.advance(10 * 365 * 86_400_000);
    const store = createGridFsArtifactStore({ connection: database.connection, clock, retentionMs: retentionMs });
    await store.sweep();
    expect([await count('files'), await count('chunks'), await count('unfinished')]).toEqual([0, 0, 0]);
  });

  test('a file saved again while it is swept keeps its chunks', async () => {
    const clock = movableClock();
    clock.advance(20 * 365 * 86_400_000);
    const store = createGridFsArtifactStore({ connection: database.connection, clock, retentionMs: retentionMs });
    for (let round = 0; round < 20; round += 1) {
      await store.save(newArtifact('d1'));
      clock.advance(3_600_000);
      const [saved] = await Promise.all([store.save(newArtifact('d1')), store.sweep(), store.sweep()]);
      expect(await store.find(saved.address)).toEqual(saved);
      expect((await (await store.read(saved)).toArray()).join('')).toBe('content of d1');
    }
  });

  test('every query has its index', async () => {
    const files = database.connection.collection('artifacts.files');
    const plan = await files.find({ filename: 'x', 'metadata.expiresAt': { $gt: new Date() } }).explain('queryPlanner');
    expect(JSON.stringify(plan)).toContain('"indexName":"address"');
    const expired = await files.find({ 'metadata.expiresAt': { $lte: new Date() } }).explain('queryPlanner');
    expect(JSON.stringify(expired)).toContain('"indexName":"expiry"');
  });
});
