import { createLogger } from '@vitae/kit/log';
import { connectRedis, type RedisConnection } from '@vitae/kit/redis';

/** Opens a connection to the Redis of the test run. The caller closes it. */
export const connectTestRedis = (name: string): Promise<RedisConnection> =>
  connectRedis({
    url: process.env.REDIS_URL ?? '',
    name: `${name}-test`,
    log: createLogger({ name: 'test', level: 'silent' }),
  });
