import type { Logger } from '@vitae/kit/log';
import { NOBODY } from '../quota/redis-keys.ts';
import type { ConsumptionStore } from './consumption-store.ts';
import type { OpenMinutes } from './open-minutes.ts';

export type Flusher = {
  /** Moves every minute that is over, of every company, however old. */
  flush(): Promise<void>;
  close(): Promise<void>;
};

export type FlusherDependencies = {
  open: OpenMinutes;
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
export function createFlusher({ open, store, companies, log }: FlusherDependencies): Flusher {
  let running: Promise<void> | undefined;
  const moveCompany = async (companyId: number, timeZone: string) => {
    for (const minute of await open.closed(companyId)) {
      await store.put(minute, timeZone);
      await open.remove(minute);
    }
  };
  const moveAll = async () => {
    await moveCompany(NOBODY, 'UTC');
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
