import type { Model } from 'mongoose';

const INDEX_OPTIONS_CONFLICT = 85;
/** What a release may change of an index that is there. Another key, or uniqueness, is another index: by another name. */
const LIFETIME = 'expireAfterSeconds';

type Indexed = Pick<Model<unknown>, 'createIndexes' | 'schema' | 'collection' | 'db'>;

/**
 * Makes the indexes of a model; those that are there stay. One whose documents an earlier release kept for another time
 * gets the new one: MongoDB refuses to make it anew, and the process could not start.
 */
// biome-ignore lint/suspicious/noExplicitAny: of a model of any document
export async function createIndexes(model: Model<any>): Promise<void> {
  try {
    await model.createIndexes();
  } catch (error) {
    if ((error as { code?: unknown }).code !== INDEX_OPTIONS_CONFLICT) throw error;
    await changeLifetimes(model as Indexed);
    await model.createIndexes();
  }
}

async function changeLifetimes({ schema, collection, db }: Indexed): Promise<void> {
  const present = await collection.indexes();
  for (const [keys, { [LIFETIME]: seconds }] of schema.indexes()) {
    const same = present.find(({ key }) => JSON.stringify(key) === JSON.stringify(keys));
    if (seconds === undefined || same?.[LIFETIME] === undefined || same[LIFETIME] === seconds) continue;
    await db.db?.command({
      collMod: collection.collectionName,
      index: { keyPattern: keys, [LIFETIME]: seconds },
    });
  }
}
