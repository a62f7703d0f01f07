import { connect } from 'node:net';
import { type Db, MongoClient, MongoServerError } from 'mongodb';
import { SetupError } from '../setup-error.ts';

export const REPLICA_SET = 'vitae';

/** A killed process leaves its open transaction, which blocks the same documents until MongoDB ends it. */
export const SHORT_TRANSACTIONS = ['--setParameter', 'transactionLifetimeLimitSeconds=30'];

const NOT_YET_INITIALIZED = 94;
const INVALID_REPLICA_SET_CONFIG = 93;
const TIMEOUT_MS = 2_000;

/** Initiates or reconfigures the replica set so that its only member becomes primary; rejects until it is. */
export async function bringUpReplicaSet(port: number): Promise<void> {
  await canConnect(port); // the driver itself would poll only twice a second
  await withDatabase(`mongodb://127.0.0.1:${port}/?directConnection=true`, async (admin) => {
    const host = `127.0.0.1:${port}`;
    const config = await currentConfig(admin);
    if (!config) await admin.command({ replSetInitiate: { _id: REPLICA_SET, members: [{ _id: 0, host }] } });
    else if (config.members[0]?.host !== host) await changeAddress(admin, config, host);
    const { isWritablePrimary } = await admin.command({ hello: 1 });
    if (!isWritablePrimary) throw new Error('MongoDB is not primary yet');
  });
}

/**
 * Checks the MongoDB that MONGODB_URI names.
 * @throws {SetupError} if it is not reachable or does not support transactions.
 */
export async function requireUsableMongodb(uri: string): Promise<void> {
  const shown = uri.replace(/\/\/[^@/]*@/, '//…@');
  const hello = await withDatabase(uri, (admin) => admin.command({ hello: 1 })).catch((cause: Error) => {
    throw new SetupError(
      `Cannot connect to MongoDB at ${shown} (${cause.message}). Start it, correct MONGODB_URI, or remove MONGODB_URI to start one.`,
      { cause },
    );
  });
  if (!hello.setName && hello.msg !== 'isdbgrid') {
    throw new SetupError(
      `MongoDB at ${shown} is not a replica set, which transactions require. Start it with --replSet and run rs.initiate(), or remove MONGODB_URI to start one.`,
    );
  }
}

type ReplicaSetConfig = { version: number; members: { host: string }[] };

async function currentConfig(admin: Db): Promise<ReplicaSetConfig | undefined> {
  try {
    const { config } = await admin.command({ replSetGetConfig: 1 });
    return config as ReplicaSetConfig;
  } catch (error) {
    if (error instanceof MongoServerError && error.code === NOT_YET_INITIALIZED) return undefined;
    throw error;
  }
}

/** Data from another port: the member must be told its new address before it joins its own set. */
async function changeAddress(admin: Db, config: ReplicaSetConfig, host: string): Promise<void> {
  const members = config.members.map((member) => ({ ...member, host }));
  try {
    await admin.command({ replSetReconfig: { ...config, version: config.version + 1, members }, force: true });
  } catch (error) {
    // mongod is still starting. The next attempt succeeds.
    if (error instanceof MongoServerError && error.code === INVALID_REPLICA_SET_CONFIG)
      throw new Error('MongoDB does not accept its new address yet');
    throw error;
  }
}

async function withDatabase<T>(uri: string, work: (admin: Db) => Promise<T>): Promise<T> {
  const client = new MongoClient(uri, { serverSelectionTimeoutMS: TIMEOUT_MS, connectTimeoutMS: TIMEOUT_MS });
  try {
    return await work(client.db('admin'));
  } finally {
    await client.close();
  }
}

function canConnect(port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket = connect({ host: '127.0.0.1', port }, () => {
      socket.destroy();
      resolve();
    });
    socket.once('error', reject);
  });
}
