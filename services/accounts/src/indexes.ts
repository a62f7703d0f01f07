import { createIndexes as createModelIndexes } from '@vitae/kit/indexes';
import type { Connection } from 'mongoose';

/**
 * Creates the missing indexes of every store on the connection. Collections are processed sequentially, because several
 * processes may start on an empty database at the same time.
 */
export async function createIndexes(connection: Connection): Promise<void> {
  for (const model of Object.values(connection.models)) await createModelIndexes(model);
}
