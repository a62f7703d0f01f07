import type { Connection } from 'mongoose';

/** Returns the mean uncompressed size of the documents of a collection, and of their indexes, in bytes per document. */
export async function sizesOf(connection: Connection, collection: string): Promise<{ data: number; indexes: number }> {
  const stages = [{ $collStats: { storageStats: {} } }];
  const [result] = await connection.collection(collection).aggregate(stages).toArray();
  const { count, size, totalIndexSize } = result?.storageStats ?? {};
  return { data: size / count, indexes: totalIndexSize / count };
}

/** Counts the index keys of a collection. Returns the mean per document. */
export async function indexKeysOf(connection: Connection, collection: string): Promise<number> {
  const validated = await connection.db?.command({ validate: collection });
  const keys = Object.values<number>(validated?.keysPerIndex).reduce((sum, value) => sum + value, 0);
  return keys / validated?.nrecords;
}
