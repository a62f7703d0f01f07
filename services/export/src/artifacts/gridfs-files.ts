import { waitForBuild } from '@vitae/kit/indexes';
import { isDuplicateKey } from '@vitae/kit/mongo-errors';
import {
  createUnfinishedIndex,
  type FileCollections,
  type FileParts,
  fileCollections,
  newFileId,
  removeAbandoned,
  removeUnfinished,
  type StoredFile,
  type Unfinished,
} from '@vitae/kit/object-storage/stored-files';
import type { Connection } from 'mongoose';
import type { Artifact, Backlog, SweptFiles } from './artifact-store.ts';

export const BUCKET = 'artifacts';

export type FileMetadata = Omit<Artifact, 'address' | 'bytes' | 'expiresAt'> & { expiresAt: Date };

/** The `filename` is the content address. */
export type FileDocument = StoredFile & { metadata: FileMetadata };

type GridFsCollections = FileCollections<FileDocument>;

export function gridFsCollections(connection: Connection): GridFsCollections {
  return fileCollections<FileDocument>(connection, BUCKET);
}

export async function createGridFsIndexes(collections: GridFsCollections): Promise<void> {
  const { files, chunks } = collections;
  await waitForBuild(files, () => files.createIndex({ filename: 1 }, { unique: true, name: 'address' }));
  await waitForBuild(files, () => files.createIndex({ 'metadata.expiresAt': 1 }, { name: 'expiry' }));
  await waitForBuild(chunks, () => chunks.createIndex({ files_id: 1, n: 1 }, { unique: true }));
  await createUnfinishedIndex(collections);
}

/** Downloads that started just before the file expired can finish within this time. */
const GRACE_MS = 10 * 60_000;
/** The commands of a batch take a fraction of a second each, also on a busy database. */
const BATCH_SIZE = 500;

type SweepParts = FileParts<FileDocument>;

const expiredAt = (now: number) => ({ 'metadata.expiresAt': { $lte: new Date(now - GRACE_MS) } });

/** Removes a batch of the files that expired, and of the bytes that killed workers left behind. */
export async function sweepFiles(parts: SweepParts): Promise<SweptFiles> {
  const expired = await deleteExpired(parts);
  const abandoned = await removeAbandoned(parts);
  return { expired: expired.count, unfinished: abandoned.files, isLast: expired.isLast && abandoned.isLast };
}

/** Deletes a batch of expired files with a few commands. */
async function deleteExpired({ collections, objects, clock }: SweepParts): Promise<{ count: number; isLast: boolean }> {
  const { files, unfinished } = collections;
  const expired = expiredAt(clock.now());
  const found = await files
    .find(expired, { projection: { object: 1 } })
    .limit(BATCH_SIZE)
    .toArray();
  const isLast = found.length < BATCH_SIZE;
  if (found.length === 0) return { count: 0, isLast };
  const now = clock.now();
  const since = new Date(now);
  const markers: Unfinished[] = found.flatMap(({ _id, object }) => (object ? [{ _id, since, object }] : []));
  // One marker for all files in GridFS: writing two documents for each would double the cost.
  const inGridFs = found.filter(({ object }) => !object).map(({ _id }) => _id);
  if (inGridFs.length > 0) markers.push({ _id: newFileId(), since: now, files: inGridFs });
  await unfinished.insertMany(markers, { ordered: false }).catch((error) => {
    // An interrupted sweep has marked some of the files.
    if (!isDuplicateKey(error)) throw error;
  });
  // A file that was renewed since the search is kept.
  const { deletedCount } = await files.deleteMany({ ...expired, _id: { $in: found.map(({ _id }) => _id) } });
  await removeUnfinished(collections, objects, markers);
  return { count: deletedCount, isLast };
}

/** Returns the number of expired files that are not deleted yet, at most `max`, and since when the first could be. */
export async function expiredBacklog({ collections: { files }, clock }: SweepParts, max: number): Promise<Backlog> {
  const now = clock.now();
  const oldest = { sort: { 'metadata.expiresAt': 1 }, projection: { 'metadata.expiresAt': 1 } } as const;
  const [count, first] = await Promise.all([
    files.countDocuments(expiredAt(now), { limit: max }),
    files.findOne(expiredAt(now), oldest),
  ]);
  return { count, oldestSeconds: first ? (now - GRACE_MS - first.metadata.expiresAt.getTime()) / 1_000 : 0 };
}
