import { waitForBuild } from '@vitae/kit/indexes';
import {
  createUnfinishedIndex,
  type FileCollections,
  type FileParts,
  fileCollections,
  removeAbandoned,
  removeUnfinished,
  type StoredFile,
} from '@vitae/kit/object-storage/stored-files';
import type { Connection } from 'mongoose';
import type { Artifact } from './artifact-store.ts';

export const BUCKET = 'artifacts';

export type FileMetadata = Omit<Artifact, 'address' | 'bytes' | 'expiresAt'> & { expiresAt: Date };

/** The `filename` is the content address. */
export type FileDocument = StoredFile & { metadata: FileMetadata };

export type GridFsCollections = FileCollections<FileDocument>;

export function gridFsCollections(connection: Connection): GridFsCollections {
  return fileCollections<FileDocument>(connection, BUCKET);
}

export async function createGridFsIndexes(collections: GridFsCollections): Promise<void> {
  const { files, chunks } = collections;
  await waitForBuild(() => files.createIndex({ filename: 1 }, { unique: true, name: 'address' }));
  await waitForBuild(() => files.createIndex({ 'metadata.expiresAt': 1 }, { name: 'expiry' }));
  await waitForBuild(() => chunks.createIndex({ files_id: 1, n: 1 }, { unique: true }));
  await createUnfinishedIndex(collections);
}

/** Downloads that started just before the file expired can finish within this time. */
const GRACE_MS = 10 * 60_000;
const MAX_PER_SWEEP = 500;

type SweepParts = FileParts<FileDocument>;

/** Removes a batch of the files that expired, and of the bytes that killed workers left behind. */
export async function sweepFiles(parts: SweepParts): Promise<{ expired: number; unfinished: number }> {
  const { files: unfinished } = await removeAbandoned(parts, MAX_PER_SWEEP);
  return { expired: await deleteExpired(parts), unfinished };
}

/** Deletes a batch of expired files. Returns how many. */
async function deleteExpired({ collections, objects, clock }: SweepParts): Promise<number> {
  const { files, unfinished } = collections;
  const expired = { 'metadata.expiresAt': { $lte: new Date(clock.now() - GRACE_MS) } };
  const found = await files
    .find(expired, { projection: { object: 1 } })
    .limit(MAX_PER_SWEEP)
    .toArray();
  if (found.length === 0) return 0;
  const since = new Date(clock.now());
  await unfinished.bulkWrite(
    found.map(({ _id, object }) => ({
      updateOne: { filter: { _id }, update: { $setOnInsert: { since, ...(object && { object }) } }, upsert: true },
    })),
    { ordered: false },
  );
  // A file that was renewed since the search is kept.
  const { deletedCount } = await files.deleteMany({ ...expired, _id: { $in: found.map(({ _id }) => _id) } });
  await removeUnfinished(collections, objects, found);
  return deletedCount;
}
