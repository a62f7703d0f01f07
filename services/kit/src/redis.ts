import type { Redis } from 'ioredis';
import { VitaeError } from './errors.ts';
import type { Logger } from './log.ts';
import { PatientRedis } from './patient-redis.ts';

export type RedisConnection = {
  redis: Redis;
  /** Rejects when Redis does not answer. */
  ready(): Promise<void>;
  close(): Promise<void>;
};

export type RedisConnectionOptions = {
  url: string;
  name: string;
  log: Logger;
  /** Commands that carry many calls already: they do not wait for others to be sent with. */
  sentAtOnce?: string[];
};

/**
 * A connection that fails fast: a command is sent once or refused. Nothing waits for a reconnect
 * and nothing is sent twice, because a nonce that is written twice would look like a replay.
 */
export async function connectRedis({
  url,
  name,
  log,
  sentAtOnce = [],
}: RedisConnectionOptions): Promise<RedisConnection> {
  const redis = new PatientRedis(url, {
    connectionName: name,
    lazyConnect: true,
    enableOfflineQueue: false,
    enableAutoPipelining: true,
    autoPipeliningIgnoredCommands: sentAtOnce,
    autoResendUnfulfilledCommands: false,
    maxRetriesPerRequest: 0,
    // A link on which nothing comes back any more is made anew; commands end before that.
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
    throw new VitaeError('UNAVAILABLE', 'redis_unavailable', 'Redis does not answer.', { cause });
  }
  return {
    redis,
    ready: async () => {
      await redis.ping();
    },
    close: async () => {
      // Disconnected again, it would wait two seconds for the end of a stream that is gone.
      if (redis.status === 'end') return;
      await redis.quit().catch(() => redis.disconnect()); // a connection that is gone cannot say goodbye
    },
  };
}

/** Options for BullMQ, whose blocking connections wait for Redis instead of failing. */
export function queueConnection(url: string): {
  url: string;
  maxRetriesPerRequest: null;
  retryStrategy: (times: number) => number;
} {
  return { url, maxRetriesPerRequest: null, retryStrategy: (times) => Math.min(50 * times, 500) };
}
