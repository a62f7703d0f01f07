import { type Clock, systemClock } from '@vitae/kit/clock';
import type { Logger } from '@vitae/kit/log';

/** After a start that failed more slowly than this, callers get the error instead of waiting for a second start. */
const RETRY_WINDOW_MS = 20_000;

export type RetryStartOptions = {
  log: Logger;
  /** Returns whether the process is still needed. */
  isNeeded: () => boolean;
  clock?: Clock;
};

/** Starts a process. If it exits during the start, for example for lack of memory, starts it once more. */
export async function retryStartOnce<T>(
  start: () => Promise<T>,
  { log, isNeeded, clock = systemClock }: RetryStartOptions,
): Promise<T> {
  const startedAt = clock.now();
  try {
    return await start();
  } catch (err) {
    if (!isNeeded() || clock.now() - startedAt > RETRY_WINDOW_MS) throw err;
    log.warn({ err }, 'A renderer process failed to start: retrying once');
    return start();
  }
}
