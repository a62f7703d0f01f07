import { createHash } from 'node:crypto';
import { Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Clock } from '@vitae/kit/clock';
import { CHUNK_BYTES, type Chunk, chunksOf } from '@vitae/kit/gridfs';
import { waitForBuild } from '@vitae/kit/indexes';
import { isDuplicateKey } from '@vitae/kit/mongo-errors';
import { inTransaction } from '@vitae/kit/transaction';
import mongoose, { type mongo } from 'mongoose';
import type { Artifact, ArtifactStore, ByteRange, NewArtifact } from './artifact-store.ts';

const BUCKET = 'artifacts';
/** A file that was found just before it expired is still being sent. */
const GRACE_MS = 10 * 60_000;
const ABANDONED_AFTER_MS = 60 * 60_000;
const MOST_AT_ONCE = 500;
/** Chunks (255 kB) that wait for a slow reader; GridFSBucket's own stream keeps 16 MB for each. */
const CHUNKS_AHEAD = 2;
const PLACE = { length: 1, chunkSize: 1 };

type About = Omit<NewArtifact, 'content'>;
type Metadata = Pick<Artifact, 'format' | 'contentType' | 'fileName' | 'sha256' | 'cvIds'> & { expiresAt: Date };
type Place = { _id: mongo.ObjectId; length: number; chunkSize: number };
type FileDocument = Place & {
  filename: string;
  uploadDate: Date;
  metadata: Metadata;
};
/** A streamed file whose chunks are not all there yet, or one whose are no longer: written before the first, removed after the last. */
type Unfinished = { _id: mongo.ObjectId; since: Date };

export type GridFsOptions = { connection: mongoose.Connection; clock: Clock; retentionMs: number };

export type GridFsArtifactStore = ArtifactStore & { createIndexes(): Promise<void> };

/**
 * In GridFS, whose files entry is written with the chunks, or after the last one of a stream: what
 * has an entry is whole. The entry's name is the address and unique, so that of two workers the
 * first one's file stays.
 */
export function createGridFsArtifactStore({
  connection,
  clock,
  retentionMs: keepMs,
}: GridFsOptions): GridFsArtifactStore {
  const files = connection.collection<FileDocument>(`${BUCKET}.files`);
  const chunks = connection.collection<Chunk>(`${BUCKET}.chunks`);
  const unfinished = connection.collection<Unfinished>(`${BUCKET}.unfinished`);
  const bucket = () => new mongoose.mongo.GridFSBucket(connection.db as mongo.Db, { bucketName: BUCKET });
  /** Where the bytes of what was found are: who reads it next need not look for it again. */
  const places = new WeakMap<Artifact, Place>();
  const expiry = () => new Date(clock.now() + keepMs);
  const kept = (address: string) => ({ filename: address, 'metadata.expiresAt': { $gt: new Date(clock.now()) } });

  /** At once, with one write to the journal: those are what the saving of a file takes its time for. */
  function saveWhole(content: Buffer, { address, ...said }: About): Promise<Artifact> {
    const sha256 = createHash('sha256').update(content).digest('hex');
    let isFirstTry = true;
    return inTransaction(connection, async (session) => {
      // Seldom there, which the index of the addresses tells as well: then this is run again.
      const there = isFirstTry ? undefined : await renew({ filename: address }, session);
      isFirstTry = false;
      if (there) return there;
      const file: FileDocument = {
        _id: new mongoose.mongo.ObjectId(),
        filename: address,
        length: content.length,
        chunkSize: CHUNK_BYTES,
        uploadDate: new Date(clock.now()),
        metadata: { ...said, sha256, expiresAt: expiry() },
      };
      const parts = chunksOf(file._id, content);
      if (parts.length > 0) await chunks.insertMany(parts, { session });
      await files.insertOne(file, { session });
      return artifactOf(file);
    });
  }

  async function saveStream(content: Readable, about: About): Promise<Artifact> {
    for (;;) {
      try {
        return (await renew({ filename: about.address })) ?? (await write(content, about));
      } catch (error) {
        // Another worker stored it between the two: the next turn finds it.
        if (!isDuplicateKey(error)) throw error;
      }
    }
  }

  async function write(content: Readable, { address, ...said }: About): Promise<Artifact> {
    const id = new mongoose.mongo.ObjectId();
    const metadata: Metadata = { ...said, sha256: '', expiresAt: expiry() };
    let length = 0;
    const hash = createHash('sha256');
    // The entry is written after the last chunk, with the metadata as it is then.
    const measured = new Transform({
      transform: (chunk: Buffer, _encoding, done) => {
        hash.update(chunk);
        length += chunk.length;
        done(null, chunk);
      },
      flush: (done) => {
        metadata.sha256 = hash.digest('hex');
        done();
      },
    });
    await unfinished.insertOne({ _id: id, since: new Date(clock.now()) });
    try {
      await pipeline(content, measured, bucket().openUploadStreamWithId(id, address, { metadata }));
    } catch (error) {
      // The entry may be there though its answer was lost. On a full disk nothing may be removable: the sweeper finds it.
      await removeAbandoned(id).catch(() => undefined);
      throw error;
    }
    await unfinished.deleteOne({ _id: id });
    return artifactOf({ filename: address, length, metadata });
  }

  async function* bytesOf(artifact: Artifact, range: ByteRange | undefined): AsyncGenerator<Uint8Array> {
    const file = places.get(artifact) ?? (await files.findOne({ filename: artifact.address }, { projection: PLACE }));
    if (!file) throw new Error('The file is gone.');
    const { start, end } = range ?? { start: 0, end: file.length - 1 };
    let at = start;
    let n = Math.floor(start / file.chunkSize);
    for await (const chunk of chunksFrom(file._id, n)) {
      const from = at - n * file.chunkSize;
      const wanted = Math.min(file.chunkSize - from, end - at + 1);
      const bytes = chunk.data.subarray(from, from + wanted);
      if (chunk.n !== n || bytes.length < wanted) break;
      at += bytes.length;
      n += 1;
      yield bytes;
      if (at > end) return;
    }
    throw new Error('A part of the file is gone.');
  }

  /** Query by query: a cursor that waits for a slow reader is forgotten by MongoDB after ten minutes. */
  async function* chunksFrom(id: mongo.ObjectId, first: number): AsyncGenerator<Chunk> {
    for (let n = first; ; n += CHUNKS_AHEAD) {
      const next = await chunks
        .find({ files_id: id, n: { $gte: n } }, { promoteBuffers: true })
        .sort({ n: 1 })
        .limit(CHUNKS_AHEAD)
        .toArray();
      yield* next;
      if (next.length < CHUNKS_AHEAD) return;
    }
  }

  async function renew(
    wanted: mongo.Filter<FileDocument>,
    session?: mongo.ClientSession,
  ): Promise<Artifact | undefined> {
    const found = await files.findOneAndUpdate(
      wanted,
      { $set: { 'metadata.expiresAt': expiry() } },
      { returnDocument: 'after', ...(session ? { session } : {}) },
    );
    return found ? artifactOf(found) : undefined;
  }

  async function discardChunks(id: mongo.ObjectId): Promise<void> {
    await chunks.deleteMany({ files_id: id });
    await unfinished.deleteOne({ _id: id });
  }

  async function removeExpired({ _id }: FileDocument, before: Date): Promise<boolean> {
    await unfinished.updateOne({ _id }, { $setOnInsert: { since: new Date(clock.now()) } }, { upsert: true });
    await files.deleteOne({ _id, 'metadata.expiresAt': { $lte: before } });
    return removeAbandoned(_id);
  }

  /** The chunks that no file has; one that was finished, or renewed meanwhile, keeps its own. */
  async function removeAbandoned(_id: mongo.ObjectId): Promise<boolean> {
    const whole = await files.findOne({ _id }, { projection: { _id: 1 } });
    if (whole) await unfinished.deleteOne({ _id });
    else await discardChunks(_id);
    return whole === null;
  }

  return {
    createIndexes: async () => {
      await waitForBuild(() => files.createIndex({ filename: 1 }, { unique: true, name: 'address' }));
      await waitForBuild(() => files.createIndex({ 'metadata.expiresAt': 1 }, { name: 'expiry' }));
      await waitForBuild(() => chunks.createIndex({ files_id: 1, n: 1 }, { unique: true }));
      await waitForBuild(() => unfinished.createIndex({ since: 1 }, { name: 'since' }));
    },
    find: async (address) => {
      const found = await files.findOne(kept(address));
      if (!found) return undefined;
      const artifact = artifactOf(found);
      places.set(artifact, found);
      return artifact;
    },
    renew: (address) => renew(kept(address)),
    save: ({ content, ...about }) =>
      Buffer.isBuffer(content) ? saveWhole(content, about) : saveStream(content, about),
    read: async (artifact, range) => Readable.from(bytesOf(artifact, range), { objectMode: false }),
    sweep: async () => {
      const before = new Date(clock.now() - GRACE_MS);
      const abandoned = await unfinished
        .find({ since: { $lt: new Date(clock.now() - ABANDONED_AFTER_MS) } })
        .limit(MOST_AT_ONCE)
        .toArray();
      const expired = await files
        .find({ 'metadata.expiresAt': { $lte: before } })
        .limit(MOST_AT_ONCE)
        .toArray();
      const removed = { expired: 0, unfinished: 0 };
      for (const one of abandoned) removed.unfinished += (await removeAbandoned(one._id)) ? 1 : 0;
      for (const one of expired) removed.expired += (await removeExpired(one, before)) ? 1 : 0;
      return removed;
    },
  };
}

function artifactOf({ filename, length, metadata }: Pick<FileDocument, 'filename' | 'length' | 'metadata'>): Artifact {
  const { expiresAt, ...said } = metadata;
  return { ...said, address: filename, bytes: length, expiresAt: expiresAt.getTime() };
}
