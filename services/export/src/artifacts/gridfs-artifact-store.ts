import { createHash } from 'node:crypto';
import { Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Clock } from '@vitae/kit/clock';
import { CHUNK_BYTES, chunksOf } from '@vitae/kit/gridfs';
import { isDuplicateKey } from '@vitae/kit/mongo-errors';
import { inTransaction } from '@vitae/kit/transaction';
import mongoose, { type mongo } from 'mongoose';
import type { Artifact, ArtifactStore, NewArtifact } from './artifact-store.ts';
import {
  BUCKET,
  type ChunkLocation,
  createGridFsIndexes,
  type FileDocument,
  type FileMetadata,
  type GridFsCollections,
  gridFsCollections,
  readChunks,
  removeUnfinished,
  sweepFiles,
} from './gridfs-files.ts';

export type GridFsOptions = { connection: mongoose.Connection; clock: Clock; retentionMs: number };

export type GridFsArtifactStore = ArtifactStore & { createIndexes(): Promise<void> };

/**
 * Stores files in GridFS. The `files` document is written together with the chunks of a buffer, or after the last chunk
 * of a stream, so a file that has one is complete. Its name is the content address. The unique index on it decides which
 * of two workers stores the file.
 */
export function createGridFsArtifactStore({ connection, clock, retentionMs }: GridFsOptions): GridFsArtifactStore {
  const collections = gridFsCollections(connection);
  const { files, chunks } = collections;
  // Saves a query when a file is read right after it was found.
  const locations = new WeakMap<Artifact, ChunkLocation>();
  const expiry = () => new Date(clock.now() + retentionMs);
  const unexpired = (address: string) => ({ filename: address, 'metadata.expiresAt': { $gt: new Date(clock.now()) } });

  async function renew(
    filter: mongo.Filter<FileDocument>,
    session?: mongo.ClientSession,
  ): Promise<Artifact | undefined> {
    const file = await files.findOneAndUpdate(
      filter,
      { $set: { 'metadata.expiresAt': expiry() } },
      { returnDocument: 'after', ...(session ? { session } : {}) },
    );
    return file ? artifactOf(file) : undefined;
  }
  const context = { connection, collections, clock, expiry, renew };

  return {
    createIndexes: () => createGridFsIndexes(collections),
    find: async (address) => {
      const file = await files.findOne(unexpired(address));
      if (!file) return undefined;
      const artifact = artifactOf(file);
      locations.set(artifact, file);
      return artifact;
    },
    renew: (address) => renew(unexpired(address)),
    save: ({ content, ...info }) =>
      Buffer.isBuffer(content) ? saveBuffer(context, content, info) : saveStream(context, content, info),
    read: async (artifact, range) => {
      const read = async function* () {
        const location = locations.get(artifact) ?? (await files.findOne({ filename: artifact.address }));
        if (!location) throw new Error('The file does not exist.');
        yield* readChunks(chunks, location, range);
      };
      return Readable.from(read(), { objectMode: false });
    },
    sweep: () => sweepFiles(collections, clock),
  };
}

type FileInfo = Omit<NewArtifact, 'content'>;

type StoreContext = {
  connection: mongoose.Connection;
  collections: GridFsCollections;
  clock: Clock;
  expiry(): Date;
  renew(filter: mongo.Filter<FileDocument>, session?: mongo.ClientSession): Promise<Artifact | undefined>;
};

/** Stores a buffer in one transaction, which needs a single journal write. */
function saveBuffer(
  { connection, collections, clock, expiry, renew }: StoreContext,
  content: Buffer,
  { address, ...info }: FileInfo,
): Promise<Artifact> {
  const sha256 = createHash('sha256').update(content).digest('hex');
  let isFirstAttempt = true;
  return inTransaction(connection, async (session) => {
    // Most files are new, so the first attempt skips the lookup. If the unique index rejects the file, the next one finds it.
    const stored = isFirstAttempt ? undefined : await renew({ filename: address }, session);
    isFirstAttempt = false;
    if (stored) return stored;
    const file: FileDocument = {
      _id: new mongoose.mongo.ObjectId(),
      filename: address,
      length: content.length,
      chunkSize: CHUNK_BYTES,
      uploadDate: new Date(clock.now()),
      metadata: { ...info, sha256, expiresAt: expiry() },
    };
    const parts = chunksOf(file._id, content);
    if (parts.length > 0) await collections.chunks.insertMany(parts, { session });
    await collections.files.insertOne(file, { session });
    return artifactOf(file);
  });
}

async function saveStream(context: StoreContext, content: Readable, info: FileInfo): Promise<Artifact> {
  for (;;) {
    try {
      return (await context.renew({ filename: info.address })) ?? (await writeStream(context, content, info));
    } catch (error) {
      // Another worker stored the file after the lookup: the next iteration finds it.
      if (!isDuplicateKey(error)) throw error;
    }
  }
}

async function writeStream(
  { connection, collections, clock, expiry }: StoreContext,
  content: Readable,
  { address, ...info }: FileInfo,
): Promise<Artifact> {
  const id = new mongoose.mongo.ObjectId();
  // The upload stream writes the metadata after the last chunk, when the hash is known.
  const metadata: FileMetadata = { ...info, sha256: '', expiresAt: expiry() };
  let length = 0;
  const hash = createHash('sha256');
  const measure = new Transform({
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
  const bucket = new mongoose.mongo.GridFSBucket(connection.db as mongo.Db, { bucketName: BUCKET });
  await collections.unfinished.insertOne({ _id: id, since: new Date(clock.now()) });
  try {
    await pipeline(content, measure, bucket.openUploadStreamWithId(id, address, { metadata }));
  } catch (error) {
    // The file may be stored although the response was lost. If the cleanup fails, as on a full disk, the sweeper retries.
    await removeUnfinished(collections, id).catch(() => undefined);
    throw error;
  }
  await collections.unfinished.deleteOne({ _id: id });
  return artifactOf({ filename: address, length, metadata });
}

function artifactOf({ filename, length, metadata }: Pick<FileDocument, 'filename' | 'length' | 'metadata'>): Artifact {
  const { expiresAt, ...info } = metadata;
  return { ...info, address: filename, bytes: length, expiresAt: expiresAt.getTime() };
}
