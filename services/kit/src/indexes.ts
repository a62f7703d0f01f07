import { setTimeout as pause } from 'node:timers/promises';
import type { Model, Schema } from 'mongoose';

const UNAUTHORIZED = 13;
const INDEX_OPTIONS_CONFLICT = 85;
/** MongoDB allows 64 indexes per collection. */
const MAX_ATTEMPTS = 100;
const POLL_MS = 1_000;
/** The only option that a release may change on an existing index. Others require a new index under another name. */
const LIFETIME = 'expireAfterSeconds';

/** A model of any document type. */
type Indexed = {
  createIndexes(): Promise<void>;
  schema: Pick<Schema, 'indexes'>;
} & Pick<Model<unknown>, 'collection' | 'db'>;

/**
 * Creates the indexes of a model. If an earlier release created a TTL index with another lifetime, changes the lifetime:
 * MongoDB rejects creating it again, and the process could not start.
 */
export async function createIndexes(model: Indexed): Promise<void> {
  try {
    await waitForBuild(model.collection, () => model.createIndexes());
  } catch (error) {
    if ((error as { code?: unknown }).code !== INDEX_OPTIONS_CONFLICT) throw error;
    await changeLifetimes(model);
    await waitForBuild(model.collection, () => model.createIndexes());
  }
}

/**
 * Waits for an index build that takes longer than the socket timeout. MongoDB continues the build after the connection
 * is closed. The command is repeated only after the build: a repetition during the build would wait in MongoDB and occupy a
 * thread there.
 */
export async function waitForBuild<T>(
  collection: { readonly collectionName: string },
  build: () => Promise<T>,
): Promise<T> {
  const isBuilding = async () => {
    // Collections of Mongoose know their connection, but those of GridFS have the type of the driver.
    const { collectionName, conn } = collection as Model<unknown>['collection'];
    const list = await conn.db?.command({ listIndexes: collectionName, includeBuildUUIDs: true, cursor: {} });
    return list?.cursor.firstBatch.some((index: { buildUUID?: unknown }) => index.buildUUID !== undefined) === true;
  };
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await build();
    } catch (error) {
      if (!(error instanceof Error) || error.name !== 'MongoNetworkTimeoutError' || attempt === MAX_ATTEMPTS)
        throw error;
      while (await isBuilding()) await pause(POLL_MS);
    }
  }
}

async function changeLifetimes({ schema, collection, db }: Indexed): Promise<void> {
  const present = await collection.indexes();
  for (const [keys, { [LIFETIME]: seconds }] of schema.indexes()) {
    const same = present.find(({ key }) => JSON.stringify(key) === JSON.stringify(keys));
    if (seconds === undefined || same?.[LIFETIME] === undefined || same[LIFETIME] === seconds) continue;
    const index = { keyPattern: keys, [LIFETIME]: seconds };
    await db.db?.command({ collMod: collection.collectionName, index }).catch(explainPermission);
  }
}

/** The role `readWrite` does not include collMod. */
function explainPermission(cause: unknown): never {
  if ((cause as { code?: unknown }).code !== UNAUTHORIZED) throw cause;
  const message = 'The MongoDB user is not permitted to change how long an index retains documents (collMod).';
  throw new Error(`${message} Give it the role of docs/deploying.md#kubernetes, step 2.`, { cause });
}
