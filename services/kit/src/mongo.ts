import mongoose from 'mongoose';
import { VitaeError } from './errors.ts';
import type { Logger } from './log.ts';

export type Mongo = {
  connection: mongoose.Connection;
  /** Rejects if the database does not respond. */
  ready(): Promise<void>;
  close(): Promise<void>;
};

export type MongoOptions = { uri: string; database: string; log: Logger };

/** When the whole system starts, the database may take longer than the server selection timeout of 800 ms. */
const MAX_CONNECT_ATTEMPTS = 4;

/**
 * Opens a connection that fails fast: commands are not buffered, and a missing primary is an error after 800 ms.
 * Writes are acknowledged by a majority with journal, so that they survive a crash.
 * @throws {VitaeError} UNAVAILABLE database_unavailable
 */
export async function connectMongo(options: MongoOptions): Promise<Mongo> {
  const connection = await connectWithRetries(options);
  return {
    connection,
    ready: async () => {
      await connection.db?.command({ ping: 1 }, { timeoutMS: 1_000 });
    },
    close: () => connection.close(),
  };
}

async function connectWithRetries({ uri, database, log }: MongoOptions): Promise<mongoose.Connection> {
  for (let attempt = 1; ; attempt += 1) {
    const connection = createConnection(uri, database);
    connection.on('error', (err) => log.error({ err, dependency: 'mongodb', database }, 'MongoDB connection failed'));
    try {
      return await connection.asPromise();
    } catch (cause) {
      await connection.close().catch(() => undefined); // the connection error is the one to report
      if (attempt < MAX_CONNECT_ATTEMPTS) continue;
      throw new VitaeError('UNAVAILABLE', 'database_unavailable', `MongoDB is not reachable (database ${database}).`, {
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
