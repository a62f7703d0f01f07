import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { localRedisUrl, redisSpec } from '@vitae/local/redis/redis';
import { type RedisUser, withRedisUser } from '@vitae/local/redis/redis-users';
import { stopChild } from './child-process.ts';
import { freePorts } from './free-port.ts';
import { until } from './until.ts';

export type RedisServer = {
  url: string;
  /** The address for the Redis user of a process. */
  urlOf(user: RedisUser): string;
  close(): Promise<void>;
};

/** Starts a Redis like `npm start` does, for tests that no other test may disturb. */
export async function startRedisServer(
  binary = process.env.REDIS_SERVER_BINARY ?? 'redis-server',
): Promise<RedisServer> {
  const dataDir = await mkdtemp(join(tmpdir(), 'vitae-redis-'));
  const port = await freePorts(1);
  const { command, args, ready } = redisSpec({ binary, dataDir, port, environment: process.env });
  const server = spawn(command, args, { stdio: 'ignore' });
  await until('Redis starts', () => ready().then(() => true));
  return {
    url: localRedisUrl(port),
    urlOf: (user) => withRedisUser(localRedisUrl(port), user),
    close: async () => {
      await stopChild(server);
      await rm(dataDir, { recursive: true });
    },
  };
}
