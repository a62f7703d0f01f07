import type { ConsumptionStore } from '@vitae/accounts/consumption/consumption-store';
import type { MinuteBuffer } from '@vitae/accounts/consumption/minute-buffer';
import { NO_COMPANY } from '@vitae/accounts/quota/redis-keys';
import type { Logger } from '@vitae/kit/log';

export type Flusher = {
  /** Moves every minute that is over, of every company, however old. What cannot be stored stays, and is told. */
  flush(): Promise<void>;
  close(): Promise<void>;
};

export type FlusherDependencies = {
  buffer: MinuteBuffer;
  store: ConsumptionStore;
  /** Whose consumption there may be, with the time zone of their days. */
  companies(): Promise<{ id: number; timeZone: string }[]>;
  log: Logger;
};

const EVERY_MS = 10_000;

/**
 * Moves closed minutes from Redis into MongoDB. A minute is added under its own id, then removed:
 * killed between the two, or done by several gateways at once, it is found to be there already.
 * One that is late is moved like any other, however old it is.
 */
export function createFlusher({ buffer, store, companies, log }: FlusherDependencies): Flusher {
  let running: Promise<void> | undefined;
  const moveCompany = async (companyId: number, timeZone: string) => {
    // With Redis away this fails for all, and once.
    const minutes = await buffer.closed(companyId);
    try {
      for (const minute of minutes) {
        await store.put(minute, timeZone);
        await buffer.remove(minute);
      }
    } catch (err) {
      // The other companies' minutes can still be stored.
      log.warn({ err, companyId }, "A company's consumption stays in Redis for now");
    }
  };
  const moveAll = async () => {
    await moveCompany(NO_COMPANY, 'UTC');
    for (const { id, timeZone } of await companies()) await moveCompany(id, timeZone);
  };
  const flush = () => {
    running ??= moveAll().finally(() => {
      running = undefined;
    });
    return running;
  };
  const timer = setInterval(() => {
    flush().catch((err: unknown) => log.warn({ err }, 'Consumption stays in Redis for now'));
  }, EVERY_MS);
  timer.unref();
  return {
    flush,
    close: async () => {
      clearInterval(timer);
      await running?.catch(() => undefined); // told above, and tried again by whoever runs next
    },
  };
}
