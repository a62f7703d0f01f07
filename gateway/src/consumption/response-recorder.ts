import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { fieldOf, type Outcome, type Source } from '@vitae/accounts/consumption/counter';
import { latencyClass } from '@vitae/accounts/consumption/latency-histogram';
import { batchKey, minutesKey } from '@vitae/accounts/quota/redis-keys';
import type { Logger } from '@vitae/kit/log';
import type { Redis, Result } from 'ioredis';
import { createUnflushedMinutes, openMinute } from './unflushed-minutes.ts';

/** Adds status and latency of responses to the consumption log in batches. */
export type ResponseRecorder = {
  recordResponse(companyId: number, source: Source, endpoint: string, status: number, milliseconds: number): void;
  /** Records the outcome of a request that the admission script has not counted. */
  recordOutcome(companyId: number, source: Source, endpoint: string, outcome: Outcome): void;
  /** Sends the buffered counts. Counts that cannot be sent remain in the buffer. */
  flush(): Promise<void>;
  /** Flushes and stops. Gives up after a timeout. */
  close(): Promise<void>;
};

declare module 'ioredis' {
  interface RedisCommander<Context> {
    vitaeRecordResponses(keys: number, ...keysAndArguments: (string | number)[]): Result<number[] | null, Context>;
  }
}

// The key of a batch makes retries idempotent. ARGV: minute that the gateway has listed as unflushed, fields and counts.
const RECORD_SCRIPT = `
${openMinute('KEYS[1]', 'ARGV[1]')}
if redis.call('SET', KEYS[2], '', 'NX', 'EX', 600) then
  for i = 2, #ARGV, 2 do count(ARGV[i], ARGV[i + 1]) end
end
`;

const INTERVAL_MS = 200;
/** The maximum number of buffered counters while Redis is unavailable. */
const MAX_BUFFERED = 20_000;
/** Lua limits the number of arguments of a script. */
const MAX_BATCH_SIZE = 1_000;
/** Leaves time for other shutdown steps. */
const CLOSE_TIMEOUT_MS = 1_500;

export function createResponseRecorder(redis: Redis, log: Logger): ResponseRecorder {
  redis.defineCommand('vitaeRecordResponses', { lua: RECORD_SCRIPT });
  const unflushed = createUnflushedMinutes(redis);
  const batches = createBatches();
  let sending: Promise<void> = Promise.resolve();
  let pendingFlushes = 0;

  const warn = (count: number, message: string) => {
    if (count > 0) log.warn({ count }, message);
  };
  const send = async (batch: Batch) => {
    const { id, companyId, counts } = batch;
    try {
      const keys = [minutesKey(companyId), batchKey(companyId, id)];
      const fields = [...counts].flat();
      await unflushed.withListedMinute(companyId, (listedMinute) =>
        redis.vitaeRecordResponses(2, ...keys, listedMinute, ...fields),
      );
      batches.acknowledge(batch);
    } catch (err) {
      log.debug({ err, companyId }, 'Could not record responses; will retry');
      batches.retry(batch);
    }
  };
  const sendAll = async () => {
    // While the connection is down, new counts can still be added to the current batches.
    if (redis.status === 'ready') {
      await Promise.all(batches.takeUnsent().map(send));
      await Promise.all(batches.takeCurrent().map(send));
    }
    warn(batches.takeDropped(), 'Dropped statuses and latencies because the buffer for Redis is full');
  };
  const flush = () => {
    pendingFlushes++;
    sending = sending.then(sendAll).finally(() => pendingFlushes--);
    return sending;
  };
  const timer = setInterval(() => {
    if (pendingFlushes === 0) void flush();
  }, INTERVAL_MS);
  timer.unref();
  return {
    recordResponse: (companyId, source, endpoint, status, milliseconds) => {
      batches.add(companyId, fieldOf(source, endpoint, `s${status}`), 1);
      batches.add(companyId, fieldOf(source, endpoint, 'us'), Math.round(milliseconds * 1_000));
      batches.add(companyId, fieldOf(source, endpoint, latencyClass(milliseconds)), 1);
    },
    recordOutcome: (companyId, source, endpoint, outcome) =>
      batches.add(companyId, fieldOf(source, endpoint, outcome), 1),
    flush,
    close: async () => {
      clearInterval(timer);
      await Promise.race([flush(), once(AbortSignal.timeout(CLOSE_TIMEOUT_MS), 'abort')]);
      warn(batches.size(), 'Lost statuses and latencies because Redis did not respond in time');
    },
  };
}

type Batch = { id: string; companyId: number; counts: Map<string, number> };

/** Buffers counts in batches by company. A batch does not change after it was sent. */
function createBatches() {
  const current = new Map<number, Batch>();
  /** Full batches, and batches that were sent but not acknowledged. */
  let unsent: Batch[] = [];
  let size = 0;
  let dropped = 0;
  return {
    add: (companyId: number, field: string, count: number) => {
      let batch = current.get(companyId);
      if (!batch || (batch.counts.size >= MAX_BATCH_SIZE && !batch.counts.has(field))) {
        if (batch) unsent.push(batch);
        batch = { id: randomUUID(), companyId, counts: new Map() };
        current.set(companyId, batch);
      }
      const before = batch.counts.get(field);
      if (before === undefined) {
        if (size >= MAX_BUFFERED) {
          dropped++;
          return;
        }
        size++;
      }
      batch.counts.set(field, (before ?? 0) + count);
    },
    takeUnsent: (): Batch[] => {
      const taken = unsent;
      unsent = [];
      return taken;
    },
    /** Excludes companies with a batch that failed, so that their counts are still added to one batch. */
    takeCurrent: (): Batch[] => {
      const failed = new Set(unsent.map(({ companyId }) => companyId));
      const taken = [...current.values()].filter(({ companyId }) => !failed.has(companyId));
      for (const { companyId } of taken) current.delete(companyId);
      return taken;
    },
    acknowledge: ({ counts }: Batch) => {
      size -= counts.size;
    },
    retry: (batch: Batch) => unsent.push(batch),
    takeDropped: (): number => {
      const count = dropped;
      dropped = 0;
      return count;
    },
    size: () => size,
  };
}
