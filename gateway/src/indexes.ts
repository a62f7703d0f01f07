import type { Connection } from 'mongoose';

/** Makes the indexes of every store that was opened on the connection; those that are there stay as they are. */
export async function createIndexes(connection: Connection): Promise<void> {
  await Promise.all(Object.values(connection.models).map((model) => model.createIndexes()));
}
