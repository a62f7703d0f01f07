import { Readable } from 'node:stream';
import mongoose, { type Connection, type mongo } from 'mongoose';
import type { Clock } from '../clock.ts';
import { invalid } from '../errors.ts';
import { type Chunk, IncompleteFileError, readChunks } from '../gridfs.ts';
import { waitForBuild } from '../indexes.ts';
import type { ObjectRef, ObjectStore } from './object-store.ts';

/**
 * A file of a GridFS bucket. The bytes of a file with an `object` are in the object storage instead of `chunks`, so that
 * both kinds are found, renewed, expired and erased by the same queries.
 */
export type StoredFile = {
  _id: mongo.ObjectId;
  length: number;
  chunkSize: number;
  uploadDate: Date;
  filename: string;
  object?: string;
  metadata: { companyId: number; contentType: string };
};

/**
 * Marks bytes that are being written, moved or removed: inserted before the first change, deleted after the last. Bytes
 * that no file document refers to are removed with the marker. Its `_id` is that of the file, unless it marks the chunks
 * of several `files`: release 0.2.0 does not know these markers, and does not find them, because their time is a number.
 */
export type Unfinished = {
  _id: mongo.ObjectId;
  since: Date | number;
  object?: string;
  files?: readonly mongo.ObjectId[];
};

export type FileCollections<F extends StoredFile> = {
  files: mongo.Collection<F>;
  chunks: mongo.Collection<Chunk>;
  unfinished: mongo.Collection<Unfinished>;
};

export type FileParts<F extends StoredFile> = {
  collections: FileCollections<F>;
  /** Undefined if no bucket is configured. */
  objects: ObjectStore | undefined;
  clock: Clock;
};

export function fileCollections<F extends StoredFile>(connection: Connection, bucket: string): FileCollections<F> {
  return {
    files: connection.collection<F>(`${bucket}.files`) as unknown as mongo.Collection<F>,
    chunks: connection.collection<Chunk>(`${bucket}.chunks`) as unknown as mongo.Collection<Chunk>,
    unfinished: connection.collection<Unfinished>(`${bucket}.unfinished`) as unknown as mongo.Collection<Unfinished>,
  };
}

/** The index of the markers. */
export async function createUnfinishedIndex({ unfinished }: Pick<FileCollections<StoredFile>, 'unfinished'>) {
  await waitForBuild(unfinished, () => unfinished.createIndex({ since: 1 }, { name: 'since' }));
}

export const newFileId = (): mongo.ObjectId => new mongoose.mongo.ObjectId();

/** The key tells the company, and nothing that is secret: who may list the bucket must not learn addresses of files. */
export const objectKey = (companyId: number, id: mongo.ObjectId): string => `${companyId}/${id.toHexString()}`;

export const objectRef = ({ object = '', length, metadata }: Omit<StoredFile, '_id'>): ObjectRef => ({
  key: object,
  companyId: metadata.companyId,
  bytes: length,
});

/** An upload, a transaction or a removal never takes this long. */
const ABANDONED_AFTER_MS = 60 * 60_000;
/** The `since` of bytes that are to be removed as soon as possible, and whose upload was complete. */
export const REMOVED = new Date(0);

const MARKERS_PER_BATCH = 500;

/** Removes a batch of bytes that interrupted uploads and removals left behind. Returns how many files they belonged to. */
export async function removeAbandoned<F extends StoredFile>(
  parts: FileParts<F>,
): Promise<{ files: number; isLast: boolean }> {
  const { collections, objects, clock } = parts;
  const before = clock.now() - ABANDONED_AFTER_MS;
  const isAbandoned = { $or: [{ since: { $lt: new Date(before) } }, { since: { $lt: before } }] };
  const abandoned = await collections.unfinished.find(isAbandoned).limit(MARKERS_PER_BATCH).toArray();
  const files = await removeUnfinished(collections, objects, abandoned);
  return { files, isLast: abandoned.length < MARKERS_PER_BATCH };
}

/** Removes the bytes of markers that no file refers to, then the markers. Returns the number of files that do not exist. */
export async function removeUnfinished<F extends StoredFile>(
  { files, chunks, unfinished }: FileCollections<F>,
  objects: ObjectStore | undefined,
  markers: readonly (Pick<Unfinished, '_id' | 'object'> & Partial<Unfinished>)[],
): Promise<number> {
  if (markers.length === 0) return 0;
  const ids = markers.flatMap(({ _id, files: marked = [_id] }) => marked);
  const found = await files.find({ _id: { $in: ids } } as mongo.Filter<F>, { projection: { object: 1 } }).toArray();
  const objectOf = new Map(found.map(({ _id, object }) => [String(_id), object]));
  // Chunks remain after a file was moved, for those who are reading them.
  const withoutChunks = ids.filter((id) => !objectOf.has(String(id)) || objectOf.get(String(id)) !== undefined);
  const unused = markers.filter(({ _id, object }) => object !== undefined && objectOf.get(String(_id)) !== object);
  if (withoutChunks.length > 0) await chunks.deleteMany({ files_id: { $in: withoutChunks } });
  await objects?.remove(unused.map(({ object = '' }) => object));
  for (const { object = '', since = REMOVED } of unused)
    if (Number(since) > Number(REMOVED)) await objects?.removeParts(object);
  // If a file is being moved now, its marker names an object that is not known here. The marker must remain.
  const withObject = markers.filter(({ object }) => object !== undefined);
  await unfinished.deleteMany({
    _id: { $in: markers.map(({ _id }) => _id) },
    $or: [{ object: null }, { _id: { $in: withObject.map(({ _id }) => _id) } }],
  } as never);
  return ids.length - objectOf.size;
}

/** Files that were moved, or would be moved. `lost` files have no bytes; they are left alone. */
export type MoveCounts = { files: number; bytes: number; lost: number };
/** The result of one batch. `next` continues after it, and is empty at the end. */
export type MovedBatch = MoveCounts & { next: string };
export type MoveRequest = { after: string; dryRun: boolean };
export type MoveFiles = (batch: MoveRequest) => Promise<MovedBatch>;

const FILES_PER_BATCH = 200;
const CONCURRENT_MOVES = 4;

/**
 * Moves the next batch of files from GridFS to the object storage. Every file can be read at any time: its chunks are
 * removed an hour later.
 */
export async function moveFiles<F extends StoredFile>(
  { collections, objects, clock }: FileParts<F>,
  { after, dryRun }: MoveRequest,
): Promise<MovedBatch> {
  if (!objects) throw invalid('Files cannot be moved to S3: set ARTIFACT_STORE to s3 for the process that has them.');
  const { ObjectId } = mongoose.mongo;
  if (after !== '' && !ObjectId.isValid(after)) throw invalid('`after` must be empty or the `next` of a batch.');
  const filter = (after === '' ? {} : { _id: { $gt: new ObjectId(after) } }) as mongo.Filter<F>;
  // Reads all files, also those that were moved before: a batch must not search for a file for long.
  const batch = await collections.files.find(filter).sort({ _id: 1 }).limit(FILES_PER_BATCH).toArray();
  const counts: MoveCounts = { files: 0, bytes: 0, lost: 0 };
  const inGridFs = batch.filter(({ object }) => object === undefined);
  const moveAll = async () => {
    for (let file = inGridFs.shift(); file; file = inGridFs.shift()) {
      const isMoved = dryRun || (await moveFile({ collections, objects, clock }, file));
      if (!isMoved) counts.lost += 1;
      else counts.files += 1;
      if (isMoved) counts.bytes += file.length;
    }
  };
  await Promise.all(Array.from({ length: CONCURRENT_MOVES }, moveAll));
  const isLast = batch.length < FILES_PER_BATCH;
  return { ...counts, next: isLast ? '' : String(batch.at(-1)?._id) };
}

/** Returns false if the bytes of the file are lost. */
async function moveFile<F extends StoredFile>(
  { collections, objects, clock }: FileParts<F> & { objects: ObjectStore },
  file: mongo.WithId<F>,
): Promise<boolean> {
  const { files, chunks, unfinished } = collections;
  const { _id, length, metadata } = file;
  const { companyId, contentType } = metadata;
  const object = objectKey(companyId, _id);
  await unfinished.updateOne({ _id }, { $set: { since: new Date(clock.now()), object } }, { upsert: true });
  const content = Readable.from(readChunks(chunks, file), { objectMode: false });
  try {
    await objects.put({ key: object, companyId, contentType, content });
  } catch (error) {
    if (!(error instanceof IncompleteFileError)) throw error;
    await unfinished.deleteOne({ _id });
    // A file that was deleted in the meantime, for example because it expired, does not count as lost.
    return (await files.findOne({ _id } as mongo.Filter<F>)) === null;
  }
  if (await objects.exists({ key: object, companyId, bytes: length }))
    await files.updateOne({ _id } as mongo.Filter<F>, { $set: { object } } as unknown as mongo.UpdateFilter<F>);
  return true;
}
