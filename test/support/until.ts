import { setTimeout as pause } from 'node:timers/promises';

type Probe<T> = () => Promise<T | undefined | false> | T | undefined | false;

/**
 * Polls until `probe` returns a value other than undefined or false, and returns that value. A probe that throws is
 * retried, but a failed expectation fails the test immediately.
 *
 * @param what completes the error message "Timed out after 60 s waiting for …"
 */
export async function until<T>(what: string, probe: Probe<T>, timeoutMs = 60_000): Promise<T> {
  const deadline = performance.now() + timeoutMs;
  let cause: unknown;
  do {
    try {
      const value = await probe();
      if (value !== undefined && value !== false) return value;
    } catch (error) {
      if (isFailedExpectation(error)) throw error;
      cause = error;
    }
    await pause(10);
  } while (performance.now() < deadline);
  throw new Error(`Timed out after ${timeoutMs / 1_000} s waiting for ${what}`, { cause });
}

function isFailedExpectation(error: unknown): boolean {
  return typeof error === 'object' && error !== null && 'matcherResult' in error;
}
