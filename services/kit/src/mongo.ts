import mongoose from 'mongoose';
import { VitaeError } from './errors.ts';
import type { Logger } from './log.ts';
import type { Metrics } from './metrics.ts';
import { createMongoMonitor, type MongoMonitor } from './mongo-monitoring.ts';
import { isTracing } from './tracing.ts';

export type Mongo = {
  connection: mongoose.Connection;
  /** The size of the connection pool. */
  maxConnections: number;
  /** Pings the database. Callers limit the time. */
  ready(): Promise<void>;
  close(): Promise<void>;
};

export type MongoOptions = { uri: string; database: string; log: Logger; metrics?: Metrics };

/**
 * The time limit of reads that set none. Shorter than the deadline of calls, so that no query continues without its
 * caller. A read without a limit sets `maxTimeMS: 0`.
 */
export const MAX_QUERY_MS = 4_000;

/** The options of a query that can be aborted. An aborted query ends on the server, because its connection is closed. */
export function queryOptions(signal: AbortSignal | undefined) {
  return signal ? { signal } : {};
}

/** When the whole system starts, the database may take longer than the server selection timeout of 800 ms. */
const MAX_CONNECT_ATTEMPTS = 4;

/**
 * Opens a connection that fails fast: commands are not buffered, a missing primary is an error after 800 ms (unless the
 * connection string sets another time), and reads have a time limit.
 * Writes are acknowledged by a majority with journal, so that they survive a crash.
 * @throws {VitaeError} UNAVAILABLE database_unavailable
 */
export async function connectMongo(options: MongoOptions): Promise<Mongo> {
  warnAboutFixedOptions(options.uri, options.log);
  const connection = await connectWithRetries(options);
  return {
    connection,
    // 0 means unlimited.
    maxConnections: connection.getClient().options.maxPoolSize || Number.POSITIVE_INFINITY,
    ready: async () => {
      await connection.db?.command({ ping: 1 });
    },
    close: () => connection.close(),
  };
}

async function connectWithRetries({ uri, database, log, metrics }: MongoOptions): Promise<mongoose.Connection> {
  const monitor = metrics && createMongoMonitor(metrics);
  for (let attempt = 1; ; attempt += 1) {
    const connection = limitReads(createConnection(uri, database, monitor));
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

/** These can be set in the connection string. */
const DEFAULTS = {
  serverSelectionTimeoutMS: 800,
  connectTimeoutMS: 2_000,
  socketTimeoutMS: 20_000,
  waitQueueTimeoutMS: 2_000,
  heartbeatFrequencyMS: 2_000,
  maxPoolSize: 50,
  minPoolSize: 2,
};

/** The defaults that the connection string does not set. The driver would prefer them to the connection string. */
function defaultsFor(uri: string): Partial<typeof DEFAULTS> {
  const given = new Set(Array.from(optionsOf(uri), ([name]) => name.toLowerCase()));
  // The default minimum may exceed a given maximum.
  if (given.has('maxpoolsize')) given.add('minpoolsize');
  return Object.fromEntries(Object.entries(DEFAULTS).filter(([name]) => !given.has(name.toLowerCase())));
}

/** `URL` cannot read connection strings with several hosts. */
const optionsOf = (uri: string) => new URLSearchParams(uri.split('?')[1] ?? '');

/** Vitae reads what it wrote and loses no acknowledged write, whatever the connection string says. */
const FIXED = { readPreference: 'primary', retryWrites: true, retryReads: true } as const;
const WRITE_CONCERN = { w: 'majority', journal: true } as const;

function warnAboutFixedOptions(uri: string, log: Logger): void {
  for (const [name, value] of optionsOf(uri)) {
    const [, fixed] =
      Object.entries({ ...FIXED, ...WRITE_CONCERN }).find(([key]) => key.toLowerCase() === name.toLowerCase()) ?? [];
    if (fixed !== undefined && String(fixed) !== value)
      log.warn(
        { dependency: 'mongodb' },
        `MONGODB_URI sets ${name}=${value}, which is ignored: Vitae always uses ${fixed}`,
      );
  }
}

function createConnection(uri: string, database: string, monitor: MongoMonitor | undefined): mongoose.Connection {
  const connection = mongoose.createConnection(uri, {
    dbName: database,
    bufferCommands: false,
    autoIndex: false,
    autoCreate: false,
    sanitizeFilter: true,
    ...defaultsFor(uri),
    ...FIXED,
    writeConcern: WRITE_CONCERN,
    // The driver then parses each reply twice.
    monitorCommands: monitor !== undefined && isTracing(),
  });
  monitor?.(connection.getClient());
  return connection;
}

/** The position of the options in the arguments of the methods that read. */
const READS = { find: 1, findOne: 1, aggregate: 1, countDocuments: 1, distinct: 2 } as const;

/**
 * Adds the time limit to reads of models and of collections. Mongoose's own option `maxTimeMS` does not apply to
 * collections and aggregations, and limits writes, which would never complete for a company with many documents.
 */
function limitReads(connection: mongoose.Connection): mongoose.Connection {
  const { collection: open, useDb } = connection;
  connection.useDb = (...given) => limitReads(useDb.apply(connection, given));
  connection.collection = (...given: Parameters<typeof open>) => {
    const collection = open.apply(connection, given) as unknown as Record<string, (...args: unknown[]) => unknown>;
    for (const [name, position] of Object.entries(READS)) {
      if (Object.hasOwn(collection, name)) break; // opened before
      const read = collection[name] as (...args: unknown[]) => unknown;
      collection[name] = (...args) => {
        args[position] = { maxTimeMS: MAX_QUERY_MS, ...(args[position] as object) };
        return read.apply(collection, args);
      };
    }
    return collection as never;
  };
  return connection;
}
