import { createConsumptionStore } from '@vitae/accounts/consumption/consumption-mongo-store';
import type { ConsumptionStore } from '@vitae/accounts/consumption/consumption-store';
import { createMinuteBuffer, type MinuteBuffer } from '@vitae/accounts/consumption/minute-buffer';
import { DEFAULT_RETENTION } from '@vitae/accounts/consumption/retention';
import { createIndexes } from '@vitae/accounts/indexes';
import { minuteKey, minutesKey } from '@vitae/accounts/quota/redis-keys';
import { createLogger } from '@vitae/kit/log';
import { connectRedis } from '@vitae/kit/redis';
import type { Redis } from 'ioredis';
import type { Connection } from 'mongoose';
import { openDatabaseFixture } from '../kit/database-fixture.ts';

/** The consumption log in Redis and MongoDB. */
export type ConsumptionFixture = {
  connection: Connection;
  redis: Redis;
  buffer: MinuteBuffer;
  store: ConsumptionStore;
  close(): Promise<void>;
};

export async function openConsumptionFixture({
  MONGODB_URI,
  REDIS_URL,
}: NodeJS.ProcessEnv): Promise<ConsumptionFixture> {
  if (!REDIS_URL) throw new Error('REDIS_URL is missing; npm test sets it');
  const log = createLogger({ name: 'test', level: 'silent' });
  const { connection, drop } = await openDatabaseFixture(MONGODB_URI);
  const { redis, close: closeRedis } = await connectRedis({ url: REDIS_URL, name: 'test', log });
  const store = createConsumptionStore(connection, DEFAULT_RETENTION);
  await createIndexes(connection);
  return {
    connection,
    redis,
    buffer: createMinuteBuffer(redis),
    store,
    close: async () => {
      await closeRedis();
      await drop();
    },
  };
}

/** Removes the buffered minutes of a company from Redis. */
export async function removeBufferedMinutes(redis: Redis, companyId: number): Promise<void> {
  const minutes = await redis.smembers(minutesKey(companyId));
  await redis.del(minutesKey(companyId), ...minutes.map((minute) => minuteKey(companyId, Number(minute))));
}
