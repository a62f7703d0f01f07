import type { Connection, IndexDefinition, IndexOptions } from 'mongoose';

const NO_COLLECTION = 26;

/** An index that exists, as MongoDB lists it. */
type Present = { key: object } & Pick<IndexOptions, 'unique' | 'expireAfterSeconds'>;

/** Returns the indexes of the models that do not exist with the same options, as `collection: keys`. */
export async function missingIndexes(connection: Connection): Promise<string[]> {
  const missing = Object.values(connection.models).map(async ({ schema, collection }) => {
    const declared = schema.indexes();
    if (declared.length === 0) return [];
    const present = (await collection.indexes().catch((error: { code?: unknown }) => {
      if (error.code === NO_COLLECTION) return [];
      throw error;
    })) as Present[];
    return declared
      .filter(([keys, options]) => !present.some((index) => isSame(index, keys, options)))
      .map(([keys]) => `${collection.collectionName}: ${Object.keys(keys).join(', ')}`);
  });
  return (await Promise.all(missing)).flat();
}

function isSame(present: Present, keys: IndexDefinition, options: IndexOptions): boolean {
  return (
    JSON.stringify(present.key) === JSON.stringify(keys) &&
    Boolean(present.unique) === Boolean(options.unique) &&
    present.expireAfterSeconds === options.expireAfterSeconds
  );
}
