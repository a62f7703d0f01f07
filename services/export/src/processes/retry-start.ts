import { type Clock, systemClock } from '@vitae/kit/clock';
import type { Logger } from '@vitae/kit/log';

/** Whoever has waited longer for a start that failed is told, and does not wait for another. */
const RETRY_WINDOW_MS = 20_000;

export type RetryStartOptions = { log: Logger; isNeeded: () => boolean; clock?: Clock };

/** A program that ends while it starts, killed or in want of memory, is started once more. */
export async function retryStartOnce<T>(
  start: () => Promise<T>,
  { log, isNeeded: wanted, clock = systemClock }: RetryStartOptions,
): Promise<T> {
  const begun = clock.now();
  try {
    return await start();
  } catch (err) {
    if (!wanted() || clock.now() - begun > RETRY_WINDOW_MS) throw err;
    log.warn({ err }, 'A program ended while it started: starting it once more');
    return start();
  }
}
