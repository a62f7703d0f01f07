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
  companyIds(): Promise<number[]>;
  log: Logger;
};

const EVERY_MS = 10_000;

/**
 * Moves closed minutes from Redis into MongoDB. A minute is written whole and under its own id,
 * then removed: killed between the two, it is written again just the same; done by several
 * gateways at once, likewise.
 */
export function createFlusher({ open, store, companyIds, log }: FlusherDependencies): Flusher {
  let running: Promise<void> | undefined;
  const moveCompany = async (companyId: number) => {
    for (const minute of await open.closed(companyId)) {
      await store.put(minute);
      await open.remove(minute);
    }
  };
  const moveAll = async () => {
    for (const companyId of [NOBODY, ...(await companyIds())]) await moveCompany(companyId);
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
