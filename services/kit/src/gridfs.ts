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
