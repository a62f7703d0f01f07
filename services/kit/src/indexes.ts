import type { Model } from 'mongoose';

const INDEX_OPTIONS_CONFLICT = 85;
/** How often the end of a build is waited for, each time as long as a connection waits for an answer: an hour or so. */
const MOST_WAITS = 180;
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
    await untilBuilt(() => model.createIndexes());
  } catch (error) {
    if ((error as { code?: unknown }).code !== INDEX_OPTIONS_CONFLICT) throw error;
    await changeLifetimes(model as Indexed);
    await untilBuilt(() => model.createIndexes());
  }
}

/** An index of millions takes minutes. MongoDB goes on with it when nobody waits any more; who asks again waits on. */
export async function untilBuilt<T>(build: () => Promise<T>): Promise<T> {
  for (let wait = 1; ; wait += 1) {
    try {
      return await build();
    } catch (error) {
      if (!(error instanceof Error) || error.name !== 'MongoNetworkTimeoutError' || wait === MOST_WAITS) throw error;
    }
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
