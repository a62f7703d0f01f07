import { setTimeout as pause } from 'node:timers/promises';

const [MIN_PAUSE_MS, MAX_PAUSE_MS] = [10, 50];

type Probe<T> = () => Promise<T | undefined | false> | T | undefined | false;

/**
 * Polls until `probe` returns a value other than undefined or false, and returns that value. A probe that throws is
 * retried, but a failed expectation fails the test immediately.
 *
 * @param what completes the error message "Timed out after 60 s waiting for …"
 */
export async function until<T>(what: string, probe: Probe<T>, timeoutMs = 60_000): Promise<T> {
  const startedAt = performance.now();
  let cause: unknown;
  do {
    try {
      const value = await probe();
      if (value !== undefined && value !== false) return value;
    } catch (error) {
      if (isFailedExpectation(error)) throw error;
      cause = error;
    }
    // A probe often queries a process that is starting. More frequent probes would take processor time from it.
    await pause(Math.min(Math.max((performance.now() - startedAt) / 20, MIN_PAUSE_MS), MAX_PAUSE_MS));
  } while (performance.now() - startedAt < timeoutMs);
  throw new Error(`Timed out after ${timeoutMs / 1_000} s waiting for ${what}`, { cause });
}

function isFailedExpectation(error: unknown): boolean {
  return typeof error === 'object' && error !== null && 'matcherResult' in error;
}
