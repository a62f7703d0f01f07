import { randomUUID } from 'node:crypto';
import { createLogger } from '@vitae/kit/log';
import { connectMongo } from '@vitae/kit/mongo';
import type { Connection } from 'mongoose';

export type DatabaseFixture = { connection: Connection; uri: string; name: string; drop(): Promise<void> };

/** Opens a new database for one test file. `drop` deletes it and closes the connection. */
export async function openDatabaseFixture(uri: string | undefined): Promise<DatabaseFixture> {
  if (!uri) throw new Error('MONGODB_URI is not set. Run this test with npm test.');
  const name = `test_${randomUUID().replaceAll('-', '').slice(0, 20)}`;
  const { connection, close } = await connectMongo({
    uri,
    database: name,
    log: createLogger({ name: 'test', level: 'silent' }),
  });
  return {
    connection,
    uri,
    name,
    drop: async () => {
      await connection.dropDatabase();
      await close();
    },
  };
}
