import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { fieldOf, type Outcome, type Source } from '@vitae/accounts/consumption/counter';
import { latencyClass } from '@vitae/accounts/consumption/latency-histogram';
import { batchKey, minutesKey } from '@vitae/accounts/quota/redis-keys';
import type { Logger } from '@vitae/kit/log';
import type { Redis, Result } from 'ioredis';

/** Adds status and latency of answers to the consumption log, in batches. */
export type ResponseRecorder = {
  recordResponse(companyId: number, source: Source, endpoint: string, status: number, milliseconds: number): void;
  /** A refusal that no quota was asked about: counted with the answers, not before them. */
  recordRejection(companyId: number, source: Source, endpoint: string, cause: Outcome): void;
  /** Sends what is waiting; what cannot be sent waits on. */
  flush(): Promise<void>;
  /** Sends the rest and stops, without what Redis does not take in time. */
  close(): Promise<void>;
};

declare module 'ioredis' {
  interface RedisCommander<Context> {
    vitaeRecordResponses(keys: number, ...keysAndArguments: (string | number)[]): Result<number, Context>;
  }
}

// A batch whose acknowledgement was lost is sent again: its mark keeps it from counting twice. The
// minute is that of Redis' clock, as in the admission script, so that a minute that is over never
// changes again.
const RECORD_SCRIPT = `
if not redis.call('SET', KEYS[2], 1, 'NX', 'EX', 600) then return 0 end
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
const PER_BATCH = 1_000;
/** Of the time in which a process stops, others need some too. */
const CLOSE_WITHIN_MS = 1_500;

type Batch = { id: string; companyId: number; counts: Map<string, number> };

export function createResponseRecorder(redis: Redis, log: Logger): ResponseRecorder {
  redis.defineCommand('vitaeRecordResponses', { lua: RECORD_SCRIPT });
  /** By company: what is being gathered. */
  const gathered = new Map<number, Batch>();
  /** What is full, or was sent and not acknowledged: unchanged since. */
  let unsent: Batch[] = [];
  let waiting = 0;
  let dropped = 0;
  let sending: Promise<void> = Promise.resolve();
  let flushes = 0;

  const add = (companyId: number, field: string, count: number) => {
    let batch = gathered.get(companyId);
    if (!batch || (batch.counts.size >= PER_BATCH && !batch.counts.has(field))) {
      if (batch) unsent.push(batch);
      batch = { id: randomUUID(), companyId, counts: new Map() };
      gathered.set(companyId, batch);
    }
    const before = batch.counts.get(field);
    if (before === undefined) {
      if (waiting >= MAX_WAITING) {
        dropped++;
        return;
      }
      waiting++;
    }
    batch.counts.set(field, (before ?? 0) + count);
  };
  const send = async (batch: Batch) => {
    const { id, companyId, counts } = batch;
    try {
      await redis.vitaeRecordResponses(2, minutesKey(companyId), batchKey(companyId, id), ...[...counts].flat());
      waiting -= counts.size;
    } catch (err) {
      log.debug({ err, companyId }, 'Could not record answers yet');
      unsent.push(batch);
    }
  };
  const sendAll = async () => {
    // While Redis is known to be away nothing is sent, so that what comes is still added to what waits.
    if (redis.status === 'ready') {
      const again = unsent;
      unsent = [];
      await Promise.all(again.map(send));
      const failed = new Set(unsent.map(({ companyId }) => companyId));
      const next = [...gathered.values()].filter(({ companyId }) => !failed.has(companyId));
      for (const { companyId } of next) gathered.delete(companyId);
      await Promise.all(next.map(send));
    }
    if (dropped > 0)
      log.warn({ count: dropped }, 'Statuses and latencies were not recorded: too many waited for Redis');
    dropped = 0;
  };
  const flush = () => {
    flushes++;
    sending = sending.then(sendAll).finally(() => flushes--);
    return sending;
  };
  const timer = setInterval(() => {
    if (flushes === 0) void flush();
  }, EVERY_MS);
  timer.unref();
  return {
    recordResponse: (companyId, source, endpoint, status, milliseconds) => {
      add(companyId, fieldOf(source, endpoint, `s${status}`), 1);
      add(companyId, fieldOf(source, endpoint, 'us'), Math.round(milliseconds * 1_000));
      add(companyId, fieldOf(source, endpoint, latencyClass(milliseconds)), 1);
    },
    recordRejection: (companyId, source, endpoint, cause) => add(companyId, fieldOf(source, endpoint, cause), 1),
    flush,
    close: async () => {
      clearInterval(timer);
      await Promise.race([flush(), pause(CLOSE_WITHIN_MS, undefined, { ref: false })]);
      if (waiting > 0)
        log.warn({ count: waiting }, 'Statuses and latencies were not recorded: Redis did not take them');
    },
  };
}
