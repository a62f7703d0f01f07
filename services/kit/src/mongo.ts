import mongoose from 'mongoose';
import { VitaeError } from './errors.ts';
import type { Logger } from './log.ts';

export type Mongo = {
  connection: mongoose.Connection;
  /** Rejects when the database does not answer. */
  ready(): Promise<void>;
  close(): Promise<void>;
};

export type MongoOptions = { uri: string; database: string; log: Logger };

/** At a start all begin at once, and 800 ms may be too short for an answer: it is asked for a few times. */
const FIRST_TRIES = 4;

/**
 * A connection that fails fast: nothing waits in a buffer, a missing primary is an error after
 * 800 ms. Writes are acknowledged by a majority with their journal, so that they survive a kill.
 */
export async function connectMongo(options: MongoOptions): Promise<Mongo> {
  const connection = await firstConnection(options);
  return {
    connection,
    ready: async () => {
      await connection.db?.command({ ping: 1 }, { timeoutMS: 1_000 });
    },
    close: () => connection.close(),
  };
}

async function firstConnection({ uri, database, log }: MongoOptions): Promise<mongoose.Connection> {
  for (let tries = 1; ; tries += 1) {
    const connection = createConnection(uri, database);
    connection.on('error', (err) => log.error({ err, dependency: 'mongodb', database }, 'MongoDB connection failed'));
    try {
      return await connection.asPromise();
    } catch (cause) {
      await connection.close().catch(() => undefined); // the first failure is the one to tell
      if (tries < FIRST_TRIES) continue;
      throw new VitaeError('UNAVAILABLE', 'database_unavailable', `MongoDB does not answer (database ${database}).`, {
        cause,
      });
    }
  }
}

function createConnection(uri: string, database: string): mongoose.Connection {
  return mongoose.createConnection(uri, {
    dbName: database,
    bufferCommands: false,
    autoIndex: false,
    autoCreate: false,
    sanitizeFilter: true,
    serverSelectionTimeoutMS: 800,
    connectTimeoutMS: 2_000,
    socketTimeoutMS: 20_000,
    waitQueueTimeoutMS: 2_000,
    heartbeatFrequencyMS: 2_000,
    maxPoolSize: 50,
    minPoolSize: 2,
    writeConcern: { w: 'majority', journal: true },
    readPreference: 'primary',
    retryWrites: true,
    retryReads: true,
  });
}
