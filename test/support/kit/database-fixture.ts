import { randomUUID } from 'node:crypto';
import type { Connection } from 'mongoose';
import { createLogger } from '@vitae/kit/log';
import { connectMongo } from '@vitae/kit/mongo';

export type ScratchDatabase = { connection: Connection; uri: string; name: string; drop(): Promise<void> };

/** A database of its own for one test file, on the real MongoDB that MONGODB_URI names. */
export async function openScratchDatabase(uri: string | undefined): Promise<ScratchDatabase> {
  if (!uri) throw new Error('MONGODB_URI is needed: npm test sets it');
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
