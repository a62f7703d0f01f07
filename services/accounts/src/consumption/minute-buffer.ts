import type { Redis, Result } from 'ioredis';
import { minuteKey, minutesKey } from '../quota/redis-keys.ts';
import type { ConsumedMinute } from './consumption-store.ts';
import { readField } from './counter.ts';

/** The minutes of the consumption log in Redis that are not flushed to MongoDB yet. */
export type MinuteBuffer = {
  all(companyId: number): Promise<ConsumedMinute[]>;
  /** Returns one minute (Unix time / 60); undefined if it had no requests. */
  one(companyId: number, minute: number): Promise<ConsumedMinute | undefined>;
  /** Returns the minutes that have ended by the clock of Redis and therefore no longer change. */
  closed(companyId: number): Promise<ConsumedMinute[]>;
  /** Removes a flushed minute, unless its generation differs. */
  remove(minute: ConsumedMinute): Promise<void>;
};

declare module 'ioredis' {
  interface RedisCommander<Context> {
    vitaeClosedMinutes(keys: number, key: string): Result<string[], Context>;
    vitaeRemoveMinute(
      keys: number,
      minutes: string,
      log: string,
      minute: number,
      generation: string,
    ): Result<number, Context>;
  }
}

const CLOSED_SCRIPT = `
local current = math.floor(tonumber(redis.call('TIME')[1]) / 60)
local closed = {}
for _, minute in ipairs(redis.call('SMEMBERS', KEYS[1])) do
  if tonumber(minute) < current then closed[#closed + 1] = minute end
end
return closed
`;

const REMOVE_SCRIPT = `
if redis.call('HGET', KEYS[2], 'generation') ~= ARGV[2] then return 0 end
redis.call('DEL', KEYS[2])
return redis.call('SREM', KEYS[1], ARGV[1])
`;

export function createMinuteBuffer(redis: Redis): MinuteBuffer {
  redis.defineCommand('vitaeClosedMinutes', { lua: CLOSED_SCRIPT });
  redis.defineCommand('vitaeRemoveMinute', { lua: REMOVE_SCRIPT });

  const read = async (companyId: number, minutes: string[]): Promise<ConsumedMinute[]> => {
    const records = await Promise.all(minutes.map((minute) => redis.hgetall(minuteKey(companyId, Number(minute)))));
    return records.flatMap(({ generation, ...fields }, index) => {
      if (generation === undefined) return []; // flushed by another gateway
      const counters = Object.entries(fields).flatMap(([field, value]) => readField(field, value) ?? []);
      return { companyId, minute: Number(minutes[index]), generation, counters };
    });
  };
  return {
    all: async (companyId) => read(companyId, await redis.smembers(minutesKey(companyId))),
    one: async (companyId, minute) => (await read(companyId, [String(minute)]))[0],
    closed: async (companyId) => read(companyId, await redis.vitaeClosedMinutes(1, minutesKey(companyId))),
    remove: async ({ companyId, minute, generation }) => {
      await redis.vitaeRemoveMinute(2, minutesKey(companyId), minuteKey(companyId, minute), minute, generation);
    },
  };
}
