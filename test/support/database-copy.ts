import mongoose from 'mongoose';
import { withClient } from './mongo-client.ts';

const { EJSON } = mongoose.mongo.BSON;
/** MongoDB's error for a collection that was created after the snapshot. */
const SNAPSHOT_UNAVAILABLE = 246;
type Timestamp = mongoose.mongo.Timestamp;

/** The collections of Vitae's databases: documents as canonical extended JSON in the order of their ids, and indexes. */
export type Databases = Record<string, { documents: string[]; indexes: string[] }>;

/** Reads all databases at one point in time: `moment`, or now. */
export function readDatabases(uri: string, moment?: Timestamp): Promise<Databases> {
  return withClient(uri, async (client) => {
    const at = moment ?? (await client.db('admin').command({ ping: 1 })).operationTime;
    const copy: Databases = {};
    const { databases } = await client.db('admin').admin().listDatabases();
    for (const { name } of databases.filter(({ name }) => name.startsWith('vitae_'))) {
      const database = client.db(name, { promoteValues: false });
      for (const { collectionName } of await database.collections()) {
        const documents = await documentsAt(database, collectionName, at);
        if (!documents) continue;
        const indexes = await client.db(name).collection(collectionName).indexes();
        copy[`${name}.${collectionName}`] = {
          documents: documents.map((document) => EJSON.stringify(document, { relaxed: false })),
          indexes: indexes.map((index) => JSON.stringify(index)).sort(),
        };
      }
    }
    return Object.fromEntries(Object.entries(copy).sort());
  });
}

async function documentsAt(
  database: mongoose.mongo.Db,
  find: string,
  atClusterTime: Timestamp,
): Promise<mongoose.mongo.Document[] | undefined> {
  try {
    return await database
      .runCursorCommand({ find, sort: { _id: 1 }, readConcern: { level: 'snapshot', atClusterTime } })
      .toArray();
  } catch (error) {
    if ((error as { code?: unknown }).code === SNAPSHOT_UNAVAILABLE) return undefined;
    throw error;
  }
}
