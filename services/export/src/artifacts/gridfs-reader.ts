import type { Chunk } from '@vitae/kit/gridfs';
import type { mongo } from 'mongoose';
import type { ByteRange } from './artifact-store.ts';
import type { ChunkLocation, GridFsCollections } from './gridfs-collections.ts';

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
