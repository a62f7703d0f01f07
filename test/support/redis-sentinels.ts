import { type ChildProcess, spawn } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Redis } from 'ioredis';
import { stopChild } from './child-process.ts';
import { freePorts } from './free-port.ts';
import type { RedisNode } from './redis-node.ts';
import { until } from './until.ts';

const HOST = '127.0.0.1';
const PASSWORD = 'secret';
const NAME = 'main';

/** A master with a replica, and three sentinels. */
export type RedisSentinels = {
  /** The address of the master with this name behind the sentinels. */
  url(name?: string): string;
  sentinels: readonly { host: string; port: number }[];
  master: RedisNode;
  replica: RedisNode;
  stop(): Promise<void>;
};

export async function startRedisSentinels(): Promise<RedisSentinels> {
  const folder = await mkdtemp(join(tmpdir(), 'vitae-redis-sentinels-'));
  const first = await freePorts(5);
  const [masterPort, replicaPort] = [first, first + 1];
  const sentinels = [2, 3, 4].map((offset) => ({ host: HOST, port: first + offset }));
  const running: { child: ChildProcess; redis: Redis }[] = [];
  const start = async (port: number, options: readonly string[], mode: readonly string[] = []): Promise<RedisNode> => {
    const directory = join(folder, String(port));
    await mkdir(directory);
    const file = join(directory, 'redis.conf'); // sentinels rewrite their configuration
    await writeFile(file, [`port ${port}`, `bind ${HOST}`, ...options].join('\n'));
    const binary = process.env.REDIS_SERVER_BINARY ?? 'redis-server';
    const child = spawn(binary, [file, '--dir', directory, ...mode], { stdio: 'ignore' });
    const redis = new Redis(port, HOST, {
      ...(mode.length === 0 && { password: PASSWORD }),
      retryStrategy: () => 100,
      maxRetriesPerRequest: 0,
      enableOfflineQueue: false,
    });
    redis.on('error', () => undefined);
    running.push({ child, redis });
    await until(`the Redis on port ${port}`, () => redis.ping());
    return { port, redis, signal: (signal) => void child.kill(signal) };
  };
  const stop = async () => {
    for (const { redis } of running) redis.disconnect();
    await Promise.all(running.map(({ child }) => stopChild(child, 'SIGKILL')));
    await rm(folder, { recursive: true, force: true });
  };
  const server = [`requirepass ${PASSWORD}`, `masterauth ${PASSWORD}`, 'repl-diskless-sync-delay 0', 'save ""'];
  const monitor = [
    `sentinel monitor ${NAME} ${HOST} ${masterPort} 2`,
    `sentinel auth-pass ${NAME} ${PASSWORD}`,
    `sentinel down-after-milliseconds ${NAME} 2000`,
    `sentinel failover-timeout ${NAME} 5000`,
  ];
  try {
    const master = await start(masterPort, server);
    const replica = await start(replicaPort, [`replicaof ${HOST} ${masterPort}`, ...server]);
    const started = await Promise.all(sentinels.map(({ port }) => start(port, monitor, ['--sentinel'])));
    await until('the sentinels to find each other and the replica', async () => {
      const states = await Promise.all(started.map(({ redis }) => stateOf(redis)));
      return states.every((state) => state['num-other-sentinels'] === '2' && state['num-slaves'] === '1');
    });
    await until('replication', async () => (await master.redis.wait(1, 1_000)) === 1);
    const hosts = sentinels.map(({ host, port }) => `${host}:${port}`).join(',');
    return { url: (name = NAME) => `redis+sentinel://:${PASSWORD}@${hosts}/${name}`, sentinels, master, replica, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** Returns what a sentinel knows about the master. */
async function stateOf(sentinel: Redis): Promise<Record<string, string | undefined>> {
  const fields = (await sentinel.call('SENTINEL', 'MASTER', NAME)) as string[];
  return Object.fromEntries(fields.flatMap((name, index) => (index % 2 === 0 ? [[name, fields[index + 1]]] : [])));
}
