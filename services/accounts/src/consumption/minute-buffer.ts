import type { Redis, Result } from 'ioredis';
import { minuteKey, minutesKey } from '../quota/redis-keys.ts';
import type { ConsumedMinute } from './consumption-store.ts';
import { readField } from './counter.ts';

/** The part of the consumption log that is still in Redis. */
export type MinuteBuffer = {
  all(companyId: number): Promise<ConsumedMinute[]>;
  /** One minute (Unix time / 60), if anything happened in it. */
  one(companyId: number, minute: number): Promise<ConsumedMinute | undefined>;
  /** Those that are over, by Redis' clock: they do not change any more. */
  closed(companyId: number): Promise<ConsumedMinute[]>;
  /** Removes a minute that was moved; one of another generation stays. */
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
      if (generation === undefined) return []; // moved by another gateway meanwhile
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
