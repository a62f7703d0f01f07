import type { Clock } from '@vitae/kit/clock';
import type { mongo } from 'mongoose';
import type { GridFsCollections } from './gridfs-collections.ts';

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
