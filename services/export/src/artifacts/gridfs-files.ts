import type { Clock } from '@vitae/kit/clock';
import type { Chunk } from '@vitae/kit/gridfs';
import { waitForBuild } from '@vitae/kit/indexes';
import type { Connection, mongo } from 'mongoose';
import type { Artifact, ByteRange } from './artifact-store.ts';

export const BUCKET = 'artifacts';

export type FileMetadata = Omit<Artifact, 'address' | 'bytes' | 'expiresAt'> & { expiresAt: Date };

/** Where the bytes of a file are. */
export type ChunkLocation = { _id: mongo.ObjectId; length: number; chunkSize: number };

export type FileDocument = ChunkLocation & {
  /** The content address. */
  filename: string;
  uploadDate: Date;
  metadata: FileMetadata;
};

/** Marks a file whose chunks are being written or removed: inserted before the first change, deleted after the last. */
export type UnfinishedDocument = { _id: mongo.ObjectId; since: Date };

export type GridFsCollections = ReturnType<typeof gridFsCollections>;

export function gridFsCollections(connection: Connection) {
  return {
    files: connection.collection<FileDocument>(`${BUCKET}.files`),
    chunks: connection.collection<Chunk>(`${BUCKET}.chunks`),
    unfinished: connection.collection<UnfinishedDocument>(`${BUCKET}.unfinished`),
  };
}

export async function createGridFsIndexes({ files, chunks, unfinished }: GridFsCollections): Promise<void> {
  await waitForBuild(() => files.createIndex({ filename: 1 }, { unique: true, name: 'address' }));
  await waitForBuild(() => files.createIndex({ 'metadata.expiresAt': 1 }, { name: 'expiry' }));
  await waitForBuild(() => chunks.createIndex({ files_id: 1, n: 1 }, { unique: true }));
  await waitForBuild(() => unfinished.createIndex({ since: 1 }, { name: 'since' }));
}

/** Chunks (255 kB) read ahead for a slow client. GridFSBucket's own stream buffers 16 MB per client. */
const CHUNKS_PER_QUERY = 2;

type Chunks = GridFsCollections['chunks'];

/** Yields the bytes of a file or of a range. Throws if a chunk is missing or too short. */
export async function* readChunks(
  chunks: Chunks,
  { _id, length, chunkSize }: ChunkLocation,
  { start, end }: ByteRange = { start: 0, end: length - 1 },
): AsyncGenerator<Uint8Array> {
  let position = start;
  let n = Math.floor(start / chunkSize);
  for await (const chunk of chunksFrom(chunks, _id, n)) {
    const offset = position - n * chunkSize;
    const expectedLength = Math.min(chunkSize - offset, end - position + 1);
    const bytes = chunk.data.subarray(offset, offset + expectedLength);
    if (chunk.n !== n || bytes.length < expectedLength) break;
    position += bytes.length;
    n += 1;
    yield bytes;
    if (position > end) return;
  }
  throw new Error('The file is incomplete.');
}

/** Uses a query for every few chunks: MongoDB closes a cursor that a slow client leaves idle for ten minutes. */
async function* chunksFrom(chunks: Chunks, fileId: mongo.ObjectId, first: number): AsyncGenerator<Chunk> {
  for (let n = first; ; n += CHUNKS_PER_QUERY) {
    const next = await chunks
      .find({ files_id: fileId, n: { $gte: n } }, { promoteBuffers: true })
      .sort({ n: 1 })
      .limit(CHUNKS_PER_QUERY)
      .toArray();
    yield* next;
    if (next.length < CHUNKS_PER_QUERY) return;
  }
}

/** Downloads that started just before the file expired can finish within this time. */
const GRACE_MS = 10 * 60_000;
const ABANDONED_AFTER_MS = 60 * 60_000;
const MAX_PER_SWEEP = 500;

export async function sweepFiles(
  collections: GridFsCollections,
  clock: Clock,
): Promise<{ expired: number; unfinished: number }> {
  const { files, unfinished } = collections;
  const expiredBefore = new Date(clock.now() - GRACE_MS);
  const abandoned = await unfinished
    .find({ since: { $lt: new Date(clock.now() - ABANDONED_AFTER_MS) } })
    .limit(MAX_PER_SWEEP)
    .toArray();
  const expired = await files
    .find({ 'metadata.expiresAt': { $lte: expiredBefore } })
    .limit(MAX_PER_SWEEP)
    .toArray();
  const removed = { expired: 0, unfinished: 0 };
  for (const { _id } of abandoned) removed.unfinished += (await removeUnfinished(collections, _id)) ? 1 : 0;
  for (const { _id } of expired) {
    await unfinished.updateOne({ _id }, { $setOnInsert: { since: new Date(clock.now()) } }, { upsert: true });
    await files.deleteOne({ _id, 'metadata.expiresAt': { $lte: expiredBefore } });
    removed.expired += (await removeUnfinished(collections, _id)) ? 1 : 0;
  }
  return removed;
}

/** Removes the chunks of an unfinished file. Returns false if the file was finished or renewed and keeps its chunks. */
export async function removeUnfinished(
  { files, chunks, unfinished }: GridFsCollections,
  _id: mongo.ObjectId,
): Promise<boolean> {
  const file = await files.findOne({ _id }, { projection: { _id: 1 } });
  if (!file) await chunks.deleteMany({ files_id: _id });
  await unfinished.deleteOne({ _id });
  return file === null;
}
