import { mkdirSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { createLogger } from '@vitae/kit/log';
import { connectRedis } from '@vitae/kit/redis';
import type { KnownFailure, ProcessSpec } from '../processes/process-spec.ts';
import { SetupError } from '../setup-error.ts';
import { localRedisUsers } from './redis-users.ts';

type RedisOptions = { binary: string; dataDir: string; port: number; environment: NodeJS.ProcessEnv };

const TIMEOUT_MS = 2_000;

export const localRedisUrl = (port: number) => `redis://127.0.0.1:${port}`;

/** A Redis that logs every write, so that a restart loses no acknowledged write. */
export function redisSpec({ binary, dataDir, port, environment }: RedisOptions): ProcessSpec {
  const folder = join(dataDir, 'redis');
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const users = join(folder, 'users.acl');
  writeFileSync(users, localRedisUsers());
  return {
    name: 'redis',
    command: binary,
    args: [
      '--port',
      String(port),
      '--bind',
      '127.0.0.1',
      '--dir',
      folder,
      '--save',
      '',
      '--appendonly',
      'yes',
      // "no" writes each command to the file before it responds, and lets the system decide when to fsync: a killed
      // Redis loses no acknowledged write, a power failure loses the last seconds. "everysec" is weaker here: while
      // fsync is slow, it delays the write for up to 2 s but responds. "always" also survives a power failure, but one
      // connection then reaches 5,900 INCR/s instead of 18,300, and a full disk ends Redis instead of causing errors.
      '--appendfsync',
      'no',
      // Nonces, counters and jobs must not be evicted.
      '--maxmemory-policy',
      'noeviction',
      '--aclfile',
      users,
    ],
    env: environment,
    url: `127.0.0.1:${port}`,
    ready: () => ping(localRedisUrl(port)),
    quiet: true,
    essential: true,
    knownFailures: knownFailures(folder),
  };
}

/**
 * Checks the Redis that REDIS_URL names.
 * @throws {SetupError} if it is not reachable.
 */
export async function requireUsableRedis(url: string): Promise<void> {
  const log = createLogger({ name: 'vitae', level: 'silent' });
  const { close } = await connectRedis({ url, name: 'vitae-start', log }).catch((cause: Error) => {
    throw new SetupError(`${cause.message} Or remove REDIS_URL to start one.`, { cause });
  });
  await close();
}

/** Sends PING. `-NOAUTH` counts as ready, because Redis runs and only requires a password; `-LOADING` does not. */
function ping(url: string): Promise<void> {
  const { hostname, port } = new URL(url);
  return new Promise((resolve, reject) => {
    const socket = connect({ host: hostname, port: Number(port || 6379) }, () => socket.write('PING\r\n'));
    socket.setTimeout(TIMEOUT_MS, () => socket.destroy(new Error('no response')));
    socket.once('error', reject);
    socket.once('data', (bytes) => {
      const reply = bytes.toString();
      socket.destroy();
      if (reply.startsWith('+PONG') || reply.startsWith('-NOAUTH')) resolve();
      else reject(new Error(reply.trim()));
    });
  });
}

const knownFailures = (folder: string): KnownFailure[] => [
  {
    pattern: /No space left on device/i,
    explanation: `The disk is full: Redis cannot write to ${folder}. Free some space, then start again.`,
  },
  {
    pattern: /Address already in use/i,
    explanation: 'Another program has taken the port of Redis. Start again.',
  },
  {
    pattern: /Can't handle RDB format version|Unknown.*(appendonly|manifest)|Bad file format/i,
    explanation: `Redis cannot read its data in ${folder}. Archive it: npm start -- --fresh`,
  },
];
