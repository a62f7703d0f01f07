import { waitForBuild } from '@vitae/kit/indexes';
import type { Collection } from 'mongoose';

const BATCH = 5_000;

/** Inserts reproducible documents as fast as possible: without waiting for the journal, and without indexes at first. */
export async function insertInBulk(
  collection: Collection,
  count: number,
  documentOf: (index: number) => object,
): Promise<void> {
  // Building the indexes after the inserts is several times faster than updating them for each document.
  const indexes = await collection.indexes().catch(() => []); // The collection may not exist.
  if (indexes.length > 0) await collection.dropIndexes();
  let next = 0;
  const insertBatches = async () => {
    for (let first = next; first < count; first = next) {
      next += BATCH;
      const batch = Array.from({ length: Math.min(BATCH, count - first) }, (_, offset) => documentOf(first + offset));
      await collection.insertMany(batch as never[], { ordered: false, writeConcern: { w: 1, journal: false } });
    }
  };
  // MongoDB inserts a batch while the next one is created.
  await Promise.all([insertBatches(), insertBatches()]);
  const others = indexes.filter(({ name }) => name !== '_id_').map(({ v: _v, ...index }) => index);
  await createAll(collection, others);
}

/** Creates indexes with two commands. Each uses one core and one scan. */
async function createAll(collection: Collection, indexes: readonly object[]): Promise<void> {
  const halves = [0, 1].map((half) => indexes.filter((_, index) => index % 2 === half));
  const create = (half: object[]) => waitForBuild(collection, () => collection.createIndexes(half as never[]));
  await Promise.all(halves.filter((half) => half.length > 0).map(create));
}
