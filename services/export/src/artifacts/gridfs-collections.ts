import type { Chunk } from '@vitae/kit/gridfs';
import { waitForBuild } from '@vitae/kit/indexes';
import type { Connection, mongo } from 'mongoose';
import type { Artifact } from './artifact-store.ts';

export const BUCKET = 'artifacts';

export type FileMetadata = Pick<Artifact, 'format' | 'contentType' | 'fileName' | 'sha256' | 'cvIds'> & {
  expiresAt: Date;
};

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
