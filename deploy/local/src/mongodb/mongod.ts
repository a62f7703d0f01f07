import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { KnownFailure, ProcessSpec } from '../processes/process-spec.ts';
import { bringUpReplicaSet } from './replica-set.ts';

export type MongodOptions = { binary: string; dataDir: string; port: number; environment: NodeJS.ProcessEnv };

export const REPLICA_SET = 'vitae';

export const mongodUri = (port: number) => `mongodb://127.0.0.1:${port}/?replicaSet=${REPLICA_SET}`;

/** mongod as a replica set of one: transactions need one. It is started again on the same data and port. */
export function mongodSpec({ binary, dataDir, port, environment }: MongodOptions): ProcessSpec {
  const dbPath = join(dataDir, 'mongodb');
  mkdirSync(dbPath, { recursive: true, mode: 0o700 });
  return {
    name: 'mongodb',
    command: binary,
    args: [
      '--dbpath',
      dbPath,
      '--port',
      String(port),
      '--bind_ip',
      '127.0.0.1',
      '--nounixsocket',
      '--replSet',
      REPLICA_SET,
      // The defaults are for a machine of its own: half of the memory, 5 % of the disk.
      '--wiredTigerCacheSizeGB',
      '0.5',
      '--oplogSize',
      '256',
      '--setParameter',
      'diagnosticDataCollectionEnabled=false',
      // There is no other member to hand over to.
      '--setParameter',
      'shutdownTimeoutMillisForSignaledShutdown=100',
    ],
    env: environment,
    url: `127.0.0.1:${port}`,
    ready: () => bringUpReplicaSet(port),
    quiet: true,
    essential: true,
    knownFailures: knownFailures(dbPath),
  };
}

// Only what it says as an error or before it gives up: each of these words stands in ordinary lines too.
const knownFailures = (dbPath: string): KnownFailure[] => [
  {
    pattern: /"s":"[FE]".*(No space left on device|"error(_code)?":28\b)/,
    explanation: `The disk is full: MongoDB cannot write to ${dbPath}. Free some space, then start again; nothing that was answered is lost.`,
  },
  {
    pattern: /"s":"[FE]".*Address already in use/,
    explanation: 'Another program has taken the port of MongoDB meanwhile. Start again.',
  },
  {
    pattern: /"s":"[FE]".*(DBPathInUse|Unable to lock the lock file)/,
    explanation: `Another mongod uses ${dbPath}. Stop it, then start again.`,
  },
  {
    pattern: /"s":"[FE]".*(Wrong mongod version|UPGRADE PROBLEM)/,
    explanation: `The data in ${dbPath} are from another version of MongoDB. Name the program that wrote them: MONGOD_BINARY=/path/to/mongod npm start; or set the data aside: npm start -- --fresh`,
  },
  {
    pattern: /error while loading shared libraries/i,
    explanation: 'mongod misses a library of the system; on Debian and Ubuntu: sudo apt-get install -y libcurl4',
  },
];
