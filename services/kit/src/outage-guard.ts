import { setTimeout as pause } from 'node:timers/promises';
import { unavailable } from './errors.ts';

/**
 * Rejects work with UNAVAILABLE, normally within a second, if its dependencies do not respond. While they respond, work
 * can take any time.
 *
 * Work that is pending for `checkAfterMs` (200 ms) is followed by probes, one at a time, until it ends or is rejected. A
 * probe calls `check` up to 20 times within `checkTimeoutMs` (600 ms). One success is enough. If none succeeds, all work
 * older than `checkAfterMs` is rejected.
 *
 * Used by the gateway for authentication and the handler of a request (checks Redis and MongoDB), by clients for each gRPC
 * call (checks the health of the service), and by services for each handler (checks MongoDB). ADR 10 lists all timeouts.
 */
export type OutageGuard = {
  /**
   * Returns the result of `work`, or rejects with UNAVAILABLE when the dependency check fails. The work is not cancelled,
   * but its result is ignored from then on.
   */
  guard<T>(work: Promise<T>): Promise<T>;
};

type OutageGuardOptions = {
  /** Rejects if a dependency of the work is unavailable. */
  check: () => Promise<unknown>;
  /** How long work must be pending before its dependencies are checked. */
  checkAfterMs?: number;
  /** Time limit of a probe. */
  checkTimeoutMs?: number;
};

const POLL_INTERVAL_MS = 50;
/** Evenly spaced over `checkTimeoutMs`. */
const CALLS_PER_PROBE = 20;

type PendingWork = { startedAt: number; reject: (error: Error) => void };

/** Creates a guard. One timer serves all pending work, and stops when there is none. */
export function createOutageGuard({
  check,
  checkAfterMs = 200,
  checkTimeoutMs = 600,
}: OutageGuardOptions): OutageGuard {
  const pending = new Set<PendingWork>(); // in insertion order: the oldest first
  let timer: NodeJS.Timeout | undefined;
  let isProbing = false;

  const rejectOverdueWork = (cause: unknown): void => {
    const startedBefore = performance.now() - checkAfterMs;
    for (const entry of pending) {
      if (entry.startedAt > startedBefore) break;
      pending.delete(entry);
      entry.reject(
        unavailable('dependency_unavailable', 'The service did not respond in time. Try again shortly.', cause),
      );
    }
  };

  const poll = async (): Promise<void> => {
    const [oldest] = pending;
    if (!oldest) {
      clearInterval(timer);
      timer = undefined;
      return;
    }
    if (isProbing || performance.now() - oldest.startedAt < checkAfterMs) return;
    isProbing = true;
    await probe(check, checkTimeoutMs).catch(rejectOverdueWork);
    isProbing = false;
  };

  return {
    guard: (work) =>
      new Promise((resolve, reject) => {
        const entry = { startedAt: performance.now(), reject };
        pending.add(entry);
        timer ??= setInterval(() => void poll(), POLL_INTERVAL_MS).unref();
        work.then(
          (result) => {
            pending.delete(entry);
            resolve(result);
          },
          (error) => {
            pending.delete(entry);
            reject(error);
          },
        );
      }),
  };
}

/**
 * Calls `check` at regular intervals, without waiting for earlier calls, until one succeeds. Rejects if none succeeds
 * within `timeoutMs`. One success is enough: during a restart, one replica may hang or reject the call while another
 * responds.
 */
async function probe(check: () => Promise<unknown>, timeoutMs: number): Promise<void> {
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
  // Many short pauses instead of one long timer: a task that blocks the event loop then uses up only one pause.
  for (let attempts = 0; attempts < CALLS_PER_PROBE && !succeeded; attempts += 1) {
    void attempt();
    await pause(timeoutMs / CALLS_PER_PROBE, undefined, { ref: false });
  }
  if (!succeeded) throw new Error(`No successful check within ${timeoutMs} ms`, { cause: lastError });
}
