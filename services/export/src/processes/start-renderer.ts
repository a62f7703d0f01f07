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

/**
 * Returns the environment of a renderer: `names` and the variables that every renderer needs, but no addresses or
 * secrets. With VITAE_PROCESS_GROUP, `npm start` finds the renderers of a killed worker.
 */
export function rendererEnvironment(...names: string[]): Record<string, string> {
  const inherited = ['PATH', 'LANG', 'LC_ALL', 'FONTCONFIG_FILE', 'FONTCONFIG_PATH', 'VITAE_PROCESS_GROUP', ...names];
  return Object.fromEntries(
    inherited.flatMap((name) => (process.env[name] === undefined ? [] : [[name, process.env[name]]])),
  );
}
