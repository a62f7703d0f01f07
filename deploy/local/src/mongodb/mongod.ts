import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { KnownFailure, ProcessSpec } from '../processes/process-spec.ts';
import { bringUpReplicaSet, REPLICA_SET, SHORT_TRANSACTIONS } from './replica-set.ts';

export type MongodOptions = { binary: string; dataDir: string; port: number; environment: NodeJS.ProcessEnv };

export const mongodUri = (port: number) => `mongodb://127.0.0.1:${port}/?replicaSet=${REPLICA_SET}`;

/** A mongod with a replica set of one member, because transactions require a replica set. */
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
      // The defaults are for a dedicated machine: half of the memory, 5 % of the disk.
      '--wiredTigerCacheSizeGB',
      '0.5',
      '--oplogSize',
      '256',
      '--setParameter',
      'diagnosticDataCollectionEnabled=false',
      ...SHORT_TRANSACTIONS,
      // No other member can become primary.
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

// Only errors and fatal errors: routine lines contain the same words.
const knownFailures = (dbPath: string): KnownFailure[] => [
  {
    pattern: /"s":"[FE]".*(No space left on device|"error(_code)?":28\b)/,
    explanation: `The disk is full: MongoDB cannot write to ${dbPath}. Free some space, then start again. No acknowledged write is lost.`,
  },
  {
    pattern: /"s":"[FE]".*Address already in use/,
    explanation: 'Another program has taken the port of MongoDB. Start again.',
  },
  {
    pattern: /"s":"[FE]".*(DBPathInUse|Unable to lock the lock file)/,
    explanation: `Another mongod uses ${dbPath}. Stop it, then start again.`,
  },
  {
    pattern: /"s":"[FE]".*(Wrong mongod version|UPGRADE PROBLEM)/,
    explanation: `The data in ${dbPath} was written by another version of MongoDB. Use that version: MONGOD_BINARY=/path/to/mongod npm start. Or archive the data: npm start -- --fresh`,
  },
  {
    pattern: /error while loading shared libraries/i,
    explanation: 'mongod needs a missing system library. On Debian and Ubuntu: sudo apt-get install -y libcurl4',
  },
];
