import type { mongo } from 'mongoose';

/** The default GridFS chunk size (https://github.com/mongodb/specifications, gridfs). */
export const CHUNK_BYTES = 255 * 1024;

export type Chunk = { files_id: mongo.ObjectId; n: number; data: Buffer };

/** Splits a file into GridFS chunks. The driver's bucket cannot write them within a transaction. */
export function chunksOf(id: mongo.ObjectId, content: Buffer): Chunk[] {
  return Array.from({ length: Math.ceil(content.length / CHUNK_BYTES) }, (_, n) => ({
    files_id: id,
    n,
    data: content.subarray(n * CHUNK_BYTES, (n + 1) * CHUNK_BYTES),
  }));
}

/** Where the bytes of a file are. */
type ChunkLocation = { _id: mongo.ObjectId; length: number; chunkSize: number };

export class IncompleteFileError extends Error {
  constructor() {
    super('The file is incomplete.');
    this.name = 'IncompleteFileError';
  }
}

/** Chunks (255 kB) read ahead for a slow client. GridFSBucket's own stream buffers 16 MB per client. */
const CHUNKS_PER_QUERY = 2;

type Chunks = mongo.Collection<Chunk>;

/**
 * Yields the bytes of a file or of a range. `start` and `end` are the first and last byte, both inclusive.
 * @throws {IncompleteFileError} if a chunk is missing or too short
 */
export async function* readChunks(
  chunks: Chunks,
  { _id, length, chunkSize }: ChunkLocation,
  { start, end }: { start: number; end: number } = { start: 0, end: length - 1 },
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
  throw new IncompleteFileError();
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
