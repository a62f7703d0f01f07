import type { Redis, Result } from 'ioredis';
import { minuteKey, minutesKey } from '../quota/redis-keys.ts';
import type { ConsumedMinute } from './consumption-store.ts';
import { readField } from './counter.ts';

/** The minutes of the consumption log in Redis that are not flushed to MongoDB yet. */
export type MinuteBuffer = {
  all(companyId: number): Promise<ConsumedMinute[]>;
  /** Returns the minutes (Unix time / 60) without their counts. */
  minutes(companyId: number): Promise<number[]>;
  /** Returns one minute; undefined if it had no requests. */
  one(companyId: number, minute: number): Promise<ConsumedMinute | undefined>;
  /** Returns the current minute by the clock of Redis, and those that have ended and therefore no longer change. */
  ended(companyId: number): Promise<{ current: number; ended: number[] }>;
  /** Removes a flushed minute, unless its generation differs. */
  remove(minute: ConsumedMinute): Promise<void>;
};

declare module 'ioredis' {
  interface RedisCommander<Context> {
    vitaeEndedMinutes(keys: number, key: string): Result<[number, ...string[]], Context>;
    vitaeRemoveMinute(
      keys: number,
      minutes: string,
      log: string,
      minute: number,
      generation: string,
    ): Result<number, Context>;
  }
}

const ENDED_SCRIPT = `
local current = math.floor(tonumber(redis.call('TIME')[1]) / 60)
local reply = {current}
for _, minute in ipairs(redis.call('SMEMBERS', KEYS[1])) do
  if tonumber(minute) < current then reply[#reply + 1] = minute end
end
return reply
`;

const REMOVE_SCRIPT = `
if redis.call('HGET', KEYS[2], 'generation') ~= ARGV[2] then return 0 end
redis.call('DEL', KEYS[2])
return redis.call('SREM', KEYS[1], ARGV[1])
`;

export function createMinuteBuffer(redis: Redis): MinuteBuffer {
  redis.defineCommand('vitaeEndedMinutes', { lua: ENDED_SCRIPT });
  redis.defineCommand('vitaeRemoveMinute', { lua: REMOVE_SCRIPT });

  const minutes = async (companyId: number) => (await redis.smembers(minutesKey(companyId))).map(Number);
  const one = async (companyId: number, minute: number): Promise<ConsumedMinute | undefined> => {
    const { generation, ...fields } = await redis.hgetall(minuteKey(companyId, minute));
    if (generation === undefined) return undefined; // flushed
    const counters = Object.entries(fields).flatMap(([field, value]) => readField(field, value) ?? []);
    return { companyId, minute, generation, counters };
  };
  return {
    all: async (companyId) => {
      const found = await Promise.all((await minutes(companyId)).map((minute) => one(companyId, minute)));
      return found.filter((minute) => minute !== undefined);
    },
    minutes,
    one,
    ended: async (companyId) => {
      const [current, ...ended] = await redis.vitaeEndedMinutes(1, minutesKey(companyId));
      return { current, ended: ended.map(Number) };
    },
    remove: async ({ companyId, minute, generation }) => {
      await redis.vitaeRemoveMinute(2, minutesKey(companyId), minuteKey(companyId, minute), minute, generation);
    },
  };
}
