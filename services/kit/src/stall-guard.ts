import { setTimeout as pause } from 'node:timers/promises';
import { unavailable } from './errors.ts';

/**
 * Rejects pending work with UNAVAILABLE within a second after its dependencies stop responding. It sets no other time
 * limit.
 */
export type StallGuard = {
  /**
   * Returns the result of `work`, or rejects with UNAVAILABLE when the dependency check fails. The work is not cancelled,
   * but its result is ignored from then on.
   */
  guard<T>(work: Promise<T>): Promise<T>;
};

export type StallGuardOptions = {
  /** Rejects if a dependency of the work is unavailable. */
  check: () => Promise<unknown>;
  /** Dependencies are not checked for work that finishes within this time. */
  graceMs?: number;
  /** The time limit for a successful check. */
  checkTimeoutMs?: number;
};

const SWEEP_INTERVAL_MS = 50;
const CHECK_ATTEMPTS = 20;

type PendingWork = { startedAt: number; fail: (error: Error) => void };

/** Creates a guard. One timer serves all pending work, and stops when there is none. */
export function createStallGuard({ check, graceMs = 200, checkTimeoutMs = 600 }: StallGuardOptions): StallGuard {
  const pending = new Set<PendingWork>(); // in order of startedAt
  let timer: NodeJS.Timeout | undefined;
  let checking = false;

  const failOverdueWork = (cause: unknown): void => {
    const startedBefore = performance.now() - graceMs;
    for (const work of pending) {
      if (work.startedAt > startedBefore) break;
      pending.delete(work);
      work.fail(
        unavailable('dependency_unavailable', 'The service did not respond in time. Try again shortly.', cause),
      );
    }
  };
  const sweep = async (): Promise<void> => {
    const [oldest] = pending;
    if (!oldest) {
      clearInterval(timer);
      timer = undefined;
      return;
    }
    if (checking || performance.now() - oldest.startedAt < graceMs) return;
    checking = true;
    await checkRepeatedly(check, checkTimeoutMs).catch(failOverdueWork);
    checking = false;
  };
  return {
    guard: (work) =>
      new Promise((resolve, reject) => {
        const entry = { startedAt: performance.now(), fail: reject };
        const settle =
          <V>(settlePromise: (value: V) => void) =>
          (value: V) => {
            pending.delete(entry);
            settlePromise(value);
          };
        pending.add(entry);
        timer ??= setInterval(() => void sweep(), SWEEP_INTERVAL_MS).unref();
        work.then(settle(resolve), settle(reject));
      }),
  };
}

/**
 * Sends checks at regular intervals until one succeeds, and rejects if none does within `timeoutMs`. One success is
 * enough: during a restart one replica may hang or reject the check while another responds.
 */
async function checkRepeatedly(check: () => Promise<unknown>, timeoutMs: number): Promise<void> {
  let succeeded = false;
  let lastError: unknown;
  const attempt = () =>
    check().then(
      () => {
        succeeded = true;
      },
      (error: unknown) => {
        lastError = error;
      },
    );
  // Waits in short intervals, so that a long synchronous task in this process delays only one of them and is not
  // mistaken for an unresponsive dependency.
  for (let attempts = 0; attempts < CHECK_ATTEMPTS && !succeeded; attempts += 1) {
    void attempt();
    await pause(timeoutMs / CHECK_ATTEMPTS, undefined, { ref: false });
  }
  if (!succeeded) throw new Error(`No successful check within ${timeoutMs} ms`, { cause: lastError });
}
