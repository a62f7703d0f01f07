import { createIndexes as createModelIndexes } from '@vitae/kit/indexes';
import type { Connection } from 'mongoose';

/**
 * Makes the indexes of every store that was opened on the connection; those that are there stay as
 * they are. One collection after the other: several gateways may start on an empty database at once.
 */
export async function createIndexes(connection: Connection): Promise<void> {
  for (const model of Object.values(connection.models)) await createModelIndexes(model);
}
