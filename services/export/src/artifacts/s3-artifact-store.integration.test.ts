import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { CHUNK_BYTES } from '@vitae/kit/gridfs';
import type { ObjectStore } from '@vitae/kit/object-storage/object-store';
import { openObjectStore } from '@vitae/kit/object-storage/open-object-store';
import { artifactStoreSettings } from '@vitae/kit/object-storage/settings';
import { parseSettings } from '@vitae/kit/settings';
import {
  createMovableClock,
  describeArtifactStore,
  newArtifact,
  retentionMs,
} from '@vitae/test/support/export/artifact-store-contract';
import { type DatabaseFixture, openDatabaseFixture } from '@vitae/test/support/kit/database-fixture';
import { type S3Server, startS3Server } from '@vitae/test/support/s3-server';
import { z } from 'zod';
import { createGridFsArtifactStore } from './gridfs-artifact-store.ts';
import { createS3ArtifactStore } from './s3-artifact-store.ts';

let database: DatabaseFixture;
let server: S3Server;
let objects: ObjectStore;
beforeAll(async () => {
  [database, server] = await Promise.all([openDatabaseFixture(process.env.MONGODB_URI), startS3Server()]);
  const settings = parseSettings(z.object(artifactStoreSettings), server.environment);
  objects = (await openObjectStore(settings, 'exports')) as ObjectStore;
});
afterAll(async () => {
  objects.close();
  await Promise.all([database.drop(), server.close()]);
});

const collection = (name: string) => database.connection.collection(`artifacts.${name}`);
const optionsAt = (clock = createMovableClock()) => ({ connection: database.connection, clock, retentionMs, objects });

function setUp() {
  const clock = createMovableClock();
  const options = optionsAt(clock);
  return { clock, store: createS3ArtifactStore(options), gridFs: createGridFsArtifactStore(options) };
}
const keyOf = async (address: string) => String((await collection('files').findOne({ filename: address }))?.object);
const contentOf = async (stream: Promise<Readable>) => String(await buffer(await stream));

describeArtifactStore('artifact store in S3', async (clock) => {
  const store = createS3ArtifactStore(optionsAt(clock as ReturnType<typeof createMovableClock>));
  await store.createIndexes();
  return store;
});

describe('S3 artifact store', () => {
  test('stores the bytes in a folder of the company, under a name that does not reveal the address', async () => {
    const { store } = setUp();
    const { address } = await store.save(newArtifact('c1'));
    const key = await keyOf(address);
    expect(key).toMatch(/^7\/[0-9a-f]{24}$/);
    expect(await server.keys()).toContain(`exports/${key}`);
    expect(await collection('chunks').countDocuments()).toBe(0);
  });

  test('finds no file whose object is lost, and stores it again', async () => {
    const { store } = setUp();
    const first = await store.save(newArtifact('c2', 'first'));
    await server.lose(`exports/${await keyOf(first.address)}`);
    expect(await store.find(first.address)).toBeUndefined();
    expect(await store.renew(first.address)).toBeUndefined();
    const second = await store.save(newArtifact('c2', 'second'));
    expect(await contentOf(store.read(second))).toBe('second');
    await server.lose(`exports/${await keyOf(first.address)}`);
    const third = await store.save({ ...newArtifact('c2'), content: Readable.from([Buffer.from('third')]) });
    expect(await contentOf(store.read(third))).toBe('third');
  });

  test('never returns the object of another company', async () => {
    const { store } = setUp();
    const { address } = await store.save(newArtifact('c3'));
    await collection('files').updateOne({ filename: address }, { $set: { 'metadata.companyId': 8 } });
    expect(await store.find(address)).toBeUndefined();
  });

  test('hides the object of a killed worker and removes it with its parts after an hour', async () => {
    const { clock, store } = setUp();
    const { address } = await store.save(newArtifact('c4'));
    const object = await keyOf(address);
    // The worker was killed before it added the document.
    const file = await collection('files').findOneAndDelete({ filename: address });
    await collection('unfinished').insertOne({ _id: file?._id as never, since: new Date(clock.now()), object });
    expect(await store.find(address)).toBeUndefined();
    expect((await store.sweep()).unfinished).toBe(0);
    clock.advance(3_600_001);
    expect((await store.sweep()).unfinished).toBe(1);
    expect(await server.keys()).not.toContain(`exports/${object}`);
    expect(await collection('unfinished').countDocuments()).toBe(0);
  });

  test('destroys the content of a stream that cannot be stored', async () => {
    const { store } = setUp();
    await server.stop();
    const content = Readable.from([Buffer.alloc(6_000_000), Buffer.alloc(6_000_000)]);
    await expect(store.save({ ...newArtifact('c5'), content })).rejects.toMatchObject({ code: 'UNAVAILABLE' });
    expect(content.destroyed).toBe(true);
    await server.start();
    expect(await store.find('c5'.padEnd(64, '0'))).toBeUndefined();
  });

  test('reads files that are still in GridFS, and GridFS reads those in S3', async () => {
    const { store, gridFs } = setUp();
    const before = await gridFs.save(newArtifact('c6', 'x'.repeat(2 * CHUNK_BYTES)));
    const after = await store.save(newArtifact('c7', 'in S3'));
    expect(await contentOf(store.read(before))).toBe('x'.repeat(2 * CHUNK_BYTES));
    expect(await store.presign(before)).toBeUndefined();
    expect(await gridFs.find(after.address)).toEqual(after);
    expect(await contentOf(gridFs.read(after))).toBe('in S3');
    expect(await (await fetch((await gridFs.presign(after)) ?? '')).text()).toBe('in S3');
  });

  test('moves files from GridFS while they are read', async () => {
    const { clock, store, gridFs } = setUp();
    const large = await gridFs.save(newArtifact('d1', 'x'.repeat(5 * CHUNK_BYTES)));
    const lost = await gridFs.save(newArtifact('d2'));
    const reading = (await gridFs.read(large))[Symbol.asyncIterator]();
    await reading.next();
    const { _id } = (await collection('files').findOne({ filename: lost.address })) ?? {};
    await collection('chunks').deleteMany({ files_id: _id });

    expect(await store.moveFiles({ after: '', dryRun: true })).toMatchObject({ files: 3, lost: 0, next: '' });
    expect(await store.moveFiles({ after: '', dryRun: false })).toMatchObject({ files: 2, lost: 1, next: '' });
    expect(await store.moveFiles({ after: '', dryRun: false })).toMatchObject({ files: 0, bytes: 0, lost: 1 });

    expect(await keyOf(large.address)).toMatch(/^7\/[0-9a-f]{24}$/);
    expect(await store.find(large.address)).toEqual(large);
    expect(await contentOf(store.read(large))).toBe('x'.repeat(5 * CHUNK_BYTES));
    let bytes = CHUNK_BYTES;
    for (let chunk = await reading.next(); !chunk.done; chunk = await reading.next()) bytes += chunk.value.length;
    expect(bytes).toBe(large.bytes);
    clock.advance(3_600_001);
    await store.sweep();
    expect(await collection('chunks').countDocuments()).toBe(0);
    expect(await collection('unfinished').countDocuments()).toBe(0);
  });

  test('removes the object of a file that expired while it was moved', async () => {
    const { clock, store, gridFs } = setUp();
    const { address } = await gridFs.save(newArtifact('d3'));
    const put: ObjectStore['put'] = async (object) => {
      await collection('files').updateOne({ filename: address }, { $set: { 'metadata.expiresAt': new Date(0) } });
      await objects.put(object);
      await store.sweep();
    };
    const moving = createS3ArtifactStore({ ...optionsAt(clock), objects: { ...objects, put } });
    expect(await moving.moveFiles({ after: '', dryRun: false })).toMatchObject({ files: 1 });
    clock.advance(3_600_001);
    await store.sweep();
    const files = await collection('files').find().toArray();
    const objectsOfFiles = files.flatMap(({ object }) => (object ? [`exports/${object}`] : []));
    expect((await server.keys()).toSorted()).toEqual(objectsOfFiles.toSorted());
  });

  test('rejects moving files if new ones are stored in GridFS', async () => {
    const { gridFs } = setUp();
    await expect(gridFs.moveFiles({ after: '', dryRun: false })).rejects.toThrow('set ARTIFACT_STORE to s3');
  });

  test('leaves nothing of expired files behind', async () => {
    const { clock, store } = setUp();
    clock.advance(10 * 365 * 86_400_000);
    await store.sweep();
    const counts = ['files', 'chunks', 'unfinished'].map((name) => collection(name).countDocuments());
    expect(await Promise.all(counts)).toEqual([0, 0, 0]);
    expect(await server.keys()).toEqual([]);
  });
});
