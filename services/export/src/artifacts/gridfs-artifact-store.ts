import { createHash, type Hash } from 'node:crypto';
import { Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setTimeout as pause } from 'node:timers/promises';
import type { Clock } from '@vitae/kit/clock';
import { VitaeError } from '@vitae/kit/errors';
import { CHUNK_BYTES, chunksOf, readChunks } from '@vitae/kit/gridfs';
import { isDuplicateKey } from '@vitae/kit/mongo-errors';
import { LostObjectError, type ObjectStore } from '@vitae/kit/object-storage/object-store';
import { moveFiles, newFileId, objectRef, removeUnfinished } from '@vitae/kit/object-storage/stored-files';
import { inTransaction } from '@vitae/kit/transaction';
import mongoose, { type mongo } from 'mongoose';
import type { Artifact, ArtifactStore, NewArtifact } from './artifact-store.ts';
import {
  BUCKET,
  createGridFsIndexes,
  expiredBacklog,
  type FileDocument,
  type FileMetadata,
  gridFsCollections,
  sweepFiles,
} from './gridfs-files.ts';

export type GridFsOptions = {
  connection: mongoose.Connection;
  clock: Clock;
  retentionMs: number;
  /** Has the bytes of files that were saved while S3 was configured. */
  objects?: ObjectStore | undefined;
};

export type GridFsArtifactStore = ArtifactStore & { createIndexes(): Promise<void> };

/**
 * Stores files in GridFS. The `files` document is written together with the chunks of a buffer, or after the last chunk
 * of a stream, so a file that has one is complete. Its name is the content address. The unique index on it decides which
 * of two workers stores the file.
 */
export function createGridFsArtifactStore(options: GridFsOptions): GridFsArtifactStore {
  const context = createStoreContext(options);
  const { collections, objects, clock, unexpired, renew } = context;
  const { files, chunks } = collections;
  // Saves a query when a file is read right after it was found.
  const locations = new WeakMap<Artifact, FileDocument>();
  const locate = async (artifact: Artifact): Promise<FileDocument> => {
    const file = locations.get(artifact) ?? (await files.findOne({ filename: artifact.address }));
    if (!file) throw new Error('The file does not exist.');
    return file;
  };

  return {
    createIndexes: () => createGridFsIndexes(collections),
    find: async (address) => {
      const file = await files.findOne(unexpired(address));
      if (!file || (await isLost(file, objects))) return undefined;
      const artifact = artifactOf(file);
      locations.set(artifact, file);
      return artifact;
    },
    renew: (address) => renew(unexpired(address)),
    save: ({ content, ...info }) =>
      Buffer.isBuffer(content) ? saveBuffer(context, content, info) : saveStream(context, content, info),
    read: async (artifact, range) => {
      const file = await locate(artifact);
      if (file.object === undefined) return Readable.from(readChunks(chunks, file, range), { objectMode: false });
      if (!objects) throw new LostObjectError(file.object);
      return objects.read(objectRef(file), range);
    },
    presign: async (artifact) => {
      const file = await locate(artifact);
      return file.object === undefined ? undefined : objects?.presign(objectRef(file), artifact);
    },
    moveFiles: (batch) => moveFiles({ collections, objects: undefined, clock }, batch),
    sweep: () => sweepFiles({ collections, objects, clock }),
    backlog: (max) => expiredBacklog({ collections, objects, clock }, max),
  };
}

type FileInfo = Omit<NewArtifact, 'content'>;

export type StoreContext = ReturnType<typeof createStoreContext>;

export function createStoreContext({ connection, clock, retentionMs, objects }: GridFsOptions) {
  const collections = gridFsCollections(connection);
  const { files } = collections;
  const expiry = () => new Date(clock.now() + retentionMs);
  return {
    connection,
    collections,
    objects,
    clock,
    expiry,
    unexpired: (address: string) => ({ filename: address, 'metadata.expiresAt': { $gt: new Date(clock.now()) } }),
    /** Restarts the retention time of a file. Returns undefined if there is none, or if its bytes are lost. */
    renew: async (filter: mongo.Filter<FileDocument>, session?: mongo.ClientSession): Promise<Artifact | undefined> => {
      const file = await files.findOneAndUpdate(
        filter,
        { $set: { 'metadata.expiresAt': expiry() } },
        { returnDocument: 'after', ...(session ? { session } : {}) },
      );
      return file && !(await isLost(file, objects)) ? artifactOf(file) : undefined;
    },
  };
}

async function isLost(file: FileDocument, objects: ObjectStore | undefined): Promise<boolean> {
  return file.object !== undefined && !(await objects?.exists(objectRef(file)));
}

/** Removes the file at an address if its bytes are lost, so that it can be saved again. */
async function removeLost(
  { collections: { files }, objects }: StoreContext,
  address: string,
  session?: mongo.ClientSession,
): Promise<void> {
  const file = await files.findOne({ filename: address }, session ? { session } : {});
  if (file && (await isLost(file, objects))) await files.deleteOne({ _id: file._id }, session ? { session } : {});
}

// By default, MongoDB ends the transaction of a killed worker after a minute, and looks for these every half minute.
const ABANDONED_TRANSACTION_MS = 90_000;
const CONFLICT_PAUSE_MS = 1_000;

/** Stores a buffer. Waits while another transaction stores the same file: its worker may have been killed. */
async function saveBuffer(context: StoreContext, content: Buffer, info: FileInfo): Promise<Artifact> {
  for (const until = performance.now() + ABANDONED_TRANSACTION_MS; ; await pause(CONFLICT_PAUSE_MS)) {
    try {
      return await saveBufferOnce(context, content, info);
    } catch (failure) {
      const { reason } = VitaeError.from(failure);
      if (reason !== 'write_contention' || performance.now() > until) throw failure;
    }
  }
}

/** Stores a buffer in one transaction, which needs a single journal write. */
function saveBufferOnce(context: StoreContext, content: Buffer, { address, ...info }: FileInfo): Promise<Artifact> {
  const { connection, collections, clock, expiry, renew } = context;
  const sha256 = createHash('sha256').update(content).digest('hex');
  let isFirstAttempt = true;
  return inTransaction(connection, async (session) => {
    // Most files are new, so the first attempt skips the lookup. If the unique index rejects the file, the next one finds it.
    const stored = isFirstAttempt ? undefined : await renew({ filename: address }, session);
    if (stored) return stored;
    if (!isFirstAttempt) await removeLost(context, address, session);
    isFirstAttempt = false;
    const file: FileDocument = {
      _id: newFileId(),
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
  return saveOnce(context, { address: info.address, content }, () => writeStream(context, content, info));
}

/**
 * Writes a file, or returns the stored one. Most files are new, so the first attempt with a buffer skips the lookup; a
 * stream can be read only once. The unique index rejects a file that another worker stored in the meantime.
 */
export async function saveOnce(
  context: StoreContext,
  { address, content }: Pick<NewArtifact, 'address' | 'content'>,
  write: () => Promise<Artifact>,
): Promise<Artifact> {
  for (let looksUp = !Buffer.isBuffer(content); ; looksUp = true) {
    const stored = looksUp ? await context.renew({ filename: address }) : undefined;
    if (stored) return stored;
    if (looksUp) await removeLost(context, address);
    try {
      return await write();
    } catch (error) {
      if (!isDuplicateKey(error)) throw error;
    }
  }
}

async function writeStream(
  { connection, collections, objects, clock, expiry }: StoreContext,
  content: Readable,
  { address, ...info }: FileInfo,
): Promise<Artifact> {
  const id = newFileId();
  // The upload stream writes the metadata after the last chunk, when the hash is known.
  const metadata: FileMetadata = { ...info, sha256: '', expiresAt: expiry() };
  const measured = createMeasure((sha256) => {
    metadata.sha256 = sha256;
  });
  const bucket = new mongoose.mongo.GridFSBucket(connection.db as mongo.Db, { bucketName: BUCKET });
  await collections.unfinished.insertOne({ _id: id, since: new Date(clock.now()) });
  try {
    await pipeline(content, measured.stream, bucket.openUploadStreamWithId(id, address, { metadata }));
  } catch (error) {
    // The file may be stored although the response was lost. If the cleanup fails, as on a full disk, the sweeper retries.
    await removeUnfinished(collections, objects, [{ _id: id }]).catch(() => undefined);
    throw error;
  }
  await collections.unfinished.deleteOne({ _id: id });
  return artifactOf({ filename: address, length: measured.length(), metadata });
}

/** Returns a stream that measures what passes through it. */
export function createMeasure(onEnd: (sha256: string) => void): { stream: Transform; length(): number } {
  let length = 0;
  const hash: Hash = createHash('sha256');
  const stream = new Transform({
    transform: (chunk: Buffer, _encoding, done) => {
      hash.update(chunk);
      length += chunk.length;
      done(null, chunk);
    },
    flush: (done) => {
      onEnd(hash.digest('hex'));
      done();
    },
  });
  return { stream, length: () => length };
}

export function artifactOf({
  filename,
  length,
  metadata,
}: Pick<FileDocument, 'filename' | 'length' | 'metadata'>): Artifact {
  const { expiresAt, ...info } = metadata;
  return { ...info, address: filename, bytes: length, expiresAt: expiresAt.getTime() };
}
