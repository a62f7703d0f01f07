import type { Redis } from 'ioredis';
import { until } from './until.ts';

/** A server of a Redis Cluster, or behind sentinels. */
export type RedisNode = {
  port: number;
  redis: Redis;
  signal(signal: NodeJS.Signals): void;
};

/** Loses writes: the master acknowledges them, but never sends them to its paused replica. */
export async function stopReplication(master: RedisNode, replica: RedisNode): Promise<void> {
  replica.signal('SIGSTOP');
  await master.redis.call('CLIENT', 'KILL', 'TYPE', 'replica');
  await until('the end of replication', async () => /connected_slaves:0/.test(await master.redis.info('replication')));
}
