import { mkdirSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import type { KnownFailure, ProcessSpec } from '../processes/process-spec.ts';
import { SetupError } from '../setup-error.ts';

export type RedisOptions = { binary: string; dataDir: string; port: number; environment: NodeJS.ProcessEnv };

const TIMEOUT_MS = 2_000;

export const localRedisUrl = (port: number) => `redis://127.0.0.1:${port}`;

/** Redis with a log of every write, so that it is started again with what it had acknowledged. */
export function redisSpec({ binary, dataDir, port, environment }: RedisOptions): ProcessSpec {
  const folder = join(dataDir, 'redis');
  mkdirSync(folder, { recursive: true, mode: 0o700 });
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
      // "no" writes each command to the file before it answers, and leaves to the system when the disk follows: a
      // killed Redis loses nothing that it has answered, a machine that loses its power the last seconds.
      // "everysec" is the weaker one here: while its fsync is slow it puts the write off for up to 2 s and answers
      // all the same. "always" would also outlive the power; one connection then does 5,900 INCR/s instead of
      // 18,300, fifty do 81,000 instead of 95,000 (a fast disk), and a full disk ends Redis instead of giving errors.
      '--appendfsync',
      'no',
      // Nonces, counts and jobs are not a cache.
      '--maxmemory-policy',
      'noeviction',
    ],
    env: environment,
    url: `127.0.0.1:${port}`,
    ready: () => ping(localRedisUrl(port)),
    quiet: true,
    essential: true,
    knownFailures: knownFailures(folder),
  };
}

/** Says in a sentence what is wrong with a Redis that somebody else runs. */
export async function requireUsableRedis(url: string): Promise<void> {
  await ping(url).catch((cause: Error) => {
    const shown = url.replace(/\/\/[^@/]*@/, '//…@');
    throw new SetupError(
      `Redis does not answer at ${shown} (${cause.message}). Start it, correct REDIS_URL, or leave REDIS_URL out: one is started then.`,
      { cause },
    );
  });
}

/** PING; `-LOADING` while it reads its data is not ready yet, `-NOAUTH` is somebody who wants a password: it is there. */
function ping(url: string): Promise<void> {
  const { hostname, port } = new URL(url);
  return new Promise((resolve, reject) => {
    const socket = connect({ host: hostname, port: Number(port || 6379) }, () => socket.write('PING\r\n'));
    socket.setTimeout(TIMEOUT_MS, () => socket.destroy(new Error('no answer')));
    socket.once('error', reject);
    socket.once('data', (bytes) => {
      const answer = bytes.toString();
      socket.destroy();
      if (answer.startsWith('+PONG') || answer.startsWith('-NOAUTH')) resolve();
      else reject(new Error(answer.trim()));
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
    explanation: 'Another program has taken the port of Redis meanwhile. Start again.',
  },
  {
    pattern: /Can't handle RDB format version|Unknown.*(appendonly|manifest)|Bad file format/i,
    explanation: `Redis cannot read its data in ${folder}. Set them aside: npm start -- --fresh`,
  },
];
