import type { mongo } from 'mongoose';

/** GridFS's own size (https://github.com/mongodb/specifications, gridfs). */
export const CHUNK_BYTES = 255 * 1024;

export type Chunk = { files_id: mongo.ObjectId; n: number; data: Buffer };

/** The chunks of a file that is written within a transaction, which the driver's bucket knows nothing of. */
export function chunksOf(id: mongo.ObjectId, content: Buffer): Chunk[] {
  return Array.from({ length: Math.ceil(content.length / CHUNK_BYTES) }, (_, n) => ({
    files_id: id,
    n,
    data: content.subarray(n * CHUNK_BYTES, (n + 1) * CHUNK_BYTES),
  }));
}
