import type { ConsumptionStore } from '@vitae/accounts/consumption/consumption-store';
import type { MinuteBuffer } from '@vitae/accounts/consumption/minute-buffer';
import { NO_COMPANY } from '@vitae/accounts/quota/redis-keys';
import type { Logger } from '@vitae/kit/log';

export type Flusher = {
  /** Flushes every ended minute of every company. Minutes that cannot be stored remain in Redis. */
  flush(): Promise<void>;
  close(): Promise<void>;
};

export type FlusherDependencies = {
  buffer: MinuteBuffer;
  store: ConsumptionStore;
  /** Lists the companies with the time zones of their days. */
  companies(): Promise<{ id: number; timeZone: string }[]>;
  log: Logger;
};

const INTERVAL_MS = 10_000;

/**
 * Moves ended minutes from Redis to MongoDB. Adding a minute is idempotent, so a flush can be interrupted before the
 * minute is removed from Redis, and several gateways can flush concurrently.
 */
export function createFlusher({ buffer, store, companies, log }: FlusherDependencies): Flusher {
  let running: Promise<void> | undefined;
  const flushCompany = async (companyId: number, timeZone: string) => {
    // Fails the whole flush, because Redis is unavailable for every company.
    const minutes = await buffer.closed(companyId);
    try {
      for (const minute of minutes) {
        await store.put(minute, timeZone);
        await buffer.remove(minute);
      }
    } catch (err) {
      // Other companies are still flushed.
      log.warn({ err, companyId }, 'Could not flush the consumption of a company; will retry');
    }
  };
  const flushAll = async () => {
    await flushCompany(NO_COMPANY, 'UTC');
    for (const { id, timeZone } of await companies()) await flushCompany(id, timeZone);
  };
  const flush = () => {
    running ??= flushAll().finally(() => {
      running = undefined;
    });
    return running;
  };
  const timer = setInterval(() => {
    flush().catch((err: unknown) => log.warn({ err }, 'Could not flush consumption; will retry'));
  }, INTERVAL_MS);
  timer.unref();
  return {
    flush,
    close: async () => {
      clearInterval(timer);
      await running?.catch(() => undefined); // logged above, and retried by the next process
    },
  };
}
