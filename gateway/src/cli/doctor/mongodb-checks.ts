import { inTransaction } from '@vitae/kit/transaction';
import { type Check, type Outcome, ok, problem, reasonOf } from './check.ts';

const OLDEST_VERSION = 6;

/** What MongoDB says about itself (`hello` and `buildInfo`). */
type Description = { version: string; setName?: string; msg?: string; isWritablePrimary?: boolean };

export function judgeMongo({ version, setName, msg, isWritablePrimary }: Description): Outcome {
  if (Number.parseInt(version, 10) < OLDEST_VERSION)
    return problem(`MongoDB has the version ${version}.`, `Upgrade MongoDB to ${OLDEST_VERSION}.0 or later.`);
  if (setName === undefined && msg !== 'isdbgrid')
    return problem(
      'MongoDB is not a replica set, so it has no transactions.',
      'Start mongod with --replSet and run rs.initiate() once; one member is sufficient for tests.',
    );
  if (isWritablePrimary === false)
    return problem(
      'MONGODB_URI leads to a member that is not the primary.',
      'Name the replica set in MONGODB_URI (?replicaSet=…), and check with rs.status() that a primary is elected.',
    );
  return ok(`${version}, ${setName === undefined ? 'sharded' : `replica set ${setName}`}`);
}

export const mongodbCheck: Check = {
  name: 'MongoDB',
  run: async ({ mongo }) => {
    const opened = await mongo().catch((error: unknown) =>
      problem(
        `MongoDB is not reachable: ${reasonOf(error)}.`,
        'Start MongoDB, correct MONGODB_URI (host, replicaSet, user, password), or allow the connection in the network.',
      ),
    );
    if ('status' in opened) return opened;
    const { db } = opened.connection;
    const [hello, build] = await Promise.all([db?.command({ hello: 1 }), db?.command({ buildInfo: 1 })]);
    return judgeMongo({ ...hello, version: String(build?.version) });
  },
};

export const transactionCheck: Check = {
  name: 'MongoDB transactions',
  run: async ({ mongo }) => {
    const { connection } = await mongo();
    try {
      await inTransaction(connection, (session) => connection.collection('companies').findOne({}, { session }));
      return ok('A transaction was committed.');
    } catch (error) {
      return problem(
        `A transaction failed: ${reasonOf(error)}.`,
        'Use a replica set with a primary, and give the user of MONGODB_URI the role readWrite on its database.',
      );
    }
  },
};
