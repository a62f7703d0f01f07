import type { Logger } from '@vitae/kit/log';
import type { Redis, Result } from 'ioredis';
import { minutesKey } from '../quota/redis-keys.ts';
import { fieldOf, latencyClass } from './counter.ts';

/** Adds status and latency of answers to the consumption log, in batches. */
export type AnswerRecorder = {
  answered(companyId: number, keyId: number, endpoint: string, status: number, milliseconds: number): void;
  /** Sends what is waiting; what cannot be sent waits on. */
  flush(): Promise<void>;
  /** Sends the rest and stops. */
  close(): Promise<void>;
};

declare module 'ioredis' {
  interface RedisCommander<Context> {
    vitaeRecordAnswers(keys: number, ...keysAndArguments: (string | number)[]): Result<number, Context>;
  }
}

// The minute is that of Redis' clock, as in the admission script, so that a minute that is over
// never changes again.
const RECORD_SCRIPT = `
local time = redis.call('TIME')
local minute = math.floor(tonumber(time[1]) / 60)
local log = KEYS[1] .. ':' .. minute
if redis.call('HSETNX', log, 'generation', time[1] .. '.' .. time[2]) == 1 then redis.call('SADD', KEYS[1], minute) end
for i = 1, #ARGV, 2 do redis.call('HINCRBY', log, ARGV[i], ARGV[i + 1]) end
return 1
`;

const EVERY_MS = 200;
/** While Redis is away, so many different counters wait at most; the rest is lost and told. */
const MAX_WAITING = 20_000;
/** Lua's stack bounds the arguments of one call. */
const PER_CALL = 1_000;

type Counts = Map<string, number>;

export function createAnswerRecorder(redis: Redis, log: Logger): AnswerRecorder {
  redis.defineCommand('vitaeRecordAnswers', { lua: RECORD_SCRIPT });
  let waiting = new Map<number, Counts>();
  let size = 0;
  let dropped = 0;
  let sending: Promise<void> = Promise.resolve();

  const add = (companyId: number, field: string, count: number) => {
    const counts = waiting.get(companyId) ?? new Map<string, number>();
    waiting.set(companyId, counts);
    const before = counts.get(field);
    if (before === undefined && size >= MAX_WAITING) {
      dropped++;
      return;
    }
    if (before === undefined) size++;
    counts.set(field, (before ?? 0) + count);
  };
  const send = async () => {
    const batch = waiting;
    waiting = new Map();
    size = 0;
    await Promise.all(Array.from(batch, ([companyId, counts]) => sendCompany(companyId, counts)));
    if (dropped > 0) {
      log.warn({ count: dropped }, 'Statuses and latencies were not recorded: too many waited for Redis');
      dropped = 0;
    }
  };
  const sendCompany = async (companyId: number, counts: Counts) => {
    const fields = Array.from(counts);
    for (let start = 0; start < fields.length; start += PER_CALL) {
      const part = fields.slice(start, start + PER_CALL);
      try {
        await redis.vitaeRecordAnswers(1, minutesKey(companyId), ...part.flat());
      } catch (err) {
        log.debug({ err, companyId }, 'Could not record answers yet');
        for (const [field, count] of part) add(companyId, field, count);
      }
    }
  };
  const flush = () => {
    sending = sending.then(() => (waiting.size > 0 ? send() : undefined));
    return sending;
  };
  const timer = setInterval(() => void flush(), EVERY_MS);
  timer.unref();
  return {
    answered: (companyId, keyId, endpoint, status, milliseconds) => {
      add(companyId, fieldOf(keyId, endpoint, `status ${status}`), 1);
      add(companyId, fieldOf(keyId, endpoint, 'micros'), Math.round(milliseconds * 1_000));
      add(companyId, fieldOf(keyId, endpoint, latencyClass(milliseconds)), 1);
    },
    flush,
    close: async () => {
      clearInterval(timer);
      await flush();
    },
  };
}
