import { randomUUID } from 'node:crypto';
import { createLogger } from '@vitae/kit/log';
import { connectMongo } from '@vitae/kit/mongo';
import type { Connection } from 'mongoose';

export type DatabaseFixture = { connection: Connection; uri: string; name: string; drop(): Promise<void> };

const newName = () => `test_${randomUUID().replaceAll('-', '').slice(0, 20)}`;

/** Opens a database for one test file, by default a new one. `drop` deletes it and closes the connection. */
export async function openDatabaseFixture(uri: string | undefined, name = newName()): Promise<DatabaseFixture> {
  if (!uri) throw new Error('MONGODB_URI is not set. Run this test with npm test.');
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

/** Connects to a database that exists, for the duration of some work. */
export async function withDatabase<T>(
  uri: string,
  database: string,
  work: (connection: Connection) => Promise<T>,
): Promise<T> {
  const { connection, close } = await connectMongo({
    uri,
    database,
    log: createLogger({ name: 'test', level: 'silent' }),
  });
  try {
    return await work(connection);
  } finally {
    await close();
  }
}
