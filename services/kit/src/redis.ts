import type { Redis } from 'ioredis';
import { VitaeError } from './errors.ts';
import type { Logger } from './log.ts';
import type { Metrics } from './metrics.ts';
import { RedisWithCommandTimeout } from './redis-command-timeout.ts';

export type RedisConnection = {
  redis: Redis;
  /** Rejects if Redis does not respond. */
  ready(): Promise<void>;
  close(): Promise<void>;
};

export type RedisConnectionOptions = {
  url: string;
  name: string;
  log: Logger;
  /** Commands that are sent immediately instead of being pipelined, because each already combines many requests. */
  unpipelinedCommands?: string[];
};

/**
 * Opens a connection that fails fast. Commands fail while disconnected and are never resent, because a nonce that is
 * written twice would look like a replay.
 * @throws {VitaeError} UNAVAILABLE redis_unavailable
 */
export async function connectRedis({
  url,
  name,
  log,
  unpipelinedCommands = [],
}: RedisConnectionOptions): Promise<RedisConnection> {
  const redis = new RedisWithCommandTimeout(url, {
    connectionName: name,
    lazyConnect: true,
    enableOfflineQueue: false,
    enableAutoPipelining: true,
    autoPipeliningIgnoredCommands: unpipelinedCommands,
    autoResendUnfulfilledCommands: false,
    maxRetriesPerRequest: 0,
    // Reconnects when no data arrives. Commands time out earlier (RedisWithCommandTimeout).
    socketTimeout: 5_000,
    connectTimeout: 2_000,
    keepAlive: 10_000,
    retryStrategy: (times) => Math.min(50 * times, 500),
  });
  redis.on('error', (err) => log.error({ err, dependency: 'redis' }, 'Redis connection failed'));
  try {
    await redis.connect();
  } catch (cause) {
    redis.disconnect();
    throw new VitaeError('UNAVAILABLE', 'redis_unavailable', 'Redis is not reachable.', { cause });
  }
  return {
    redis,
    ready: async () => {
      await redis.ping();
    },
    close: async () => {
      // quit() on a closed connection waits two seconds for its stream to end.
      if (redis.status === 'end') return;
      await redis.quit().catch(() => redis.disconnect()); // QUIT fails on a broken connection
    },
  };
}

/** Reports the memory that Redis uses and its limit, at which it rejects writes. */
export function observeRedisMemory(metrics: Metrics, redis: Redis): void {
  const help = 'Memory that Redis uses, and its limit (maxmemory; 0 is unlimited)';
  metrics.gauge('vitae_redis_memory_bytes', help, ['kind'], async (gauge) => {
    const info = await redis.info('memory').catch(() => ''); // vitae_dependency_running reports the failure
    gauge.reset();
    for (const [kind, field] of [
      ['used', 'used_memory'],
      ['limit', 'maxmemory'],
    ] as const) {
      const bytes = new RegExp(`^${field}:(\\d+)`, 'm').exec(info)?.[1];
      if (bytes !== undefined) gauge.set({ kind }, Number(bytes));
    }
  });
}

/** Returns connection options for BullMQ, whose blocking connections wait for Redis instead of failing. */
export function queueConnection(url: string): {
  url: string;
  maxRetriesPerRequest: null;
  retryStrategy: (times: number) => number;
} {
  return { url, maxRetriesPerRequest: null, retryStrategy: (times) => Math.min(50 * times, 500) };
}
