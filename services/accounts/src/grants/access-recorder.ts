import type { Clock } from '@vitae/kit/clock';
import { TEMPORARILY_UNAVAILABLE, unavailable } from '@vitae/kit/errors';
import type { Logger } from '@vitae/kit/log';
import { type Recurring, startRecurring } from '@vitae/kit/recurring';
import { LRUCache } from 'lru-cache';
import { type Access, type AccessLog, accessDay, type CountedAccess } from './access-log.ts';

/**
 * Records which data of owners applications access (ADR 50). The first access of a day to the same data is written before
 * the response, so that it is never lost. Further accesses of the day are counted in memory and written in batches.
 */
export type AccessRecorder = {
  /** @throws {VitaeError} UNAVAILABLE if an access could not be written. The response must not be sent then. */
  record(accesses: readonly Access[]): Promise<void>;
  /** Writes the buffered counts. Counts that cannot be written remain in the buffer. */
  flush(): Promise<void>;
  close(): Promise<void>;
};

export type AccessRecorderDependencies = {
  accessLog: Pick<AccessLog, 'add'>;
  clock: Clock;
  log: Logger;
  /** How many accesses the recorder remembers as written. Others are written again before the response. */
  maxWritten?: number;
};

const INTERVAL_MS = 5_000;
const MAX_WRITTEN = 50_000;
const MAX_BATCH_SIZE = 1_000;

export function createAccessRecorder(dependencies: AccessRecorderDependencies): AccessRecorder {
  const { accessLog, clock, log, maxWritten = MAX_WRITTEN } = dependencies;
  /** The writes of the first accesses, by access and day. */
  const written = new LRUCache<string, Promise<void>>({ max: maxWritten });
  let buffered = new Map<string, CountedAccess>();
  let flushed: Promise<void> = Promise.resolve();

  const writeFirst = (firsts: ReadonlyMap<string, CountedAccess>): Promise<void> => {
    const write = accessLog.add([...firsts.values()]).catch((cause) => {
      for (const key of firsts.keys()) if (written.peek(key) === write) written.delete(key);
      throw unavailable('dependency_unavailable', TEMPORARILY_UNAVAILABLE, cause);
    });
    for (const key of firsts.keys()) written.set(key, write);
    return write;
  };
  const record: AccessRecorder['record'] = async (accesses) => {
    const at = new Date(clock.now());
    const day = accessDay(at).getTime();
    const firsts = new Map<string, CountedAccess>();
    const further = new Map<string, CountedAccess>();
    const writes = new Set<Promise<void>>();
    for (const access of accesses) {
      const key = keyOf(access, day);
      const write = written.get(key);
      // A full buffer delays responses instead of losing counts.
      const isFirst = write === undefined || (buffered.size >= maxWritten && !buffered.has(key));
      (isFirst ? firsts : further).set(key, { ...access, count: 1, firstAt: at, lastAt: at });
      if (write) writes.add(write);
    }
    if (firsts.size > 0) writes.add(writeFirst(firsts));
    await Promise.all(writes);
    for (const [key, one] of further) addTo(buffered, key, one);
  };
  const write = async () => {
    const batch = [...buffered];
    buffered = new Map();
    for (let start = 0; start < batch.length; start += MAX_BATCH_SIZE) {
      try {
        await accessLog.add(batch.slice(start, start + MAX_BATCH_SIZE).map(([, one]) => one));
      } catch (thrown) {
        for (const [key, one] of batch.slice(start)) addTo(buffered, key, one);
        throw thrown;
      }
    }
  };
  /** Waits for a concurrent flush, whose failure was reported to its caller. */
  const flush = () => {
    flushed = flushed.catch(() => undefined).then(write);
    return flushed;
  };
  const recurring: Recurring = startRecurring('access log', INTERVAL_MS, flush, log);
  return {
    record,
    flush,
    close: async () => {
      await recurring.stop();
      await flush();
    },
  };
}

function keyOf({ companyId, userId, applicationId, data, cvId }: Access, day: number): string {
  return `${companyId}:${userId}:${applicationId}:${data}:${cvId}:${day}`;
}

function addTo(counts: Map<string, CountedAccess>, key: string, added: CountedAccess): void {
  const before = counts.get(key);
  if (!before) {
    counts.set(key, added);
    return;
  }
  counts.set(key, {
    ...before,
    count: before.count + added.count,
    firstAt: new Date(Math.min(before.firstAt.getTime(), added.firstAt.getTime())),
    lastAt: new Date(Math.max(before.lastAt.getTime(), added.lastAt.getTime())),
  });
}
