import { setTimeout as pause } from 'node:timers/promises';
import { unavailable } from './errors.ts';

/**
 * Ends waiting for what does not come. A call may take its time as long as what it depends on is
 * there; one that waits for something that has stopped answering is a 503 within a second.
 */
export type StallGuard = {
  /** What `work` answers, or UNAVAILABLE as soon as `check` has not answered. The work itself goes on; nobody sees its end. */
  guard<T>(work: Promise<T>): Promise<T>;
};

export type StallGuardOptions = {
  /** Rejects when a thing that the work depends on is away. */
  check: () => Promise<unknown>;
  /** Nothing is checked for work that ends sooner. */
  patienceMs?: number;
  checkWithinMs?: number;
};

const SWEEP_MS = 50;
/** So many times is an answer awaited: what this process did itself meanwhile, however long, counts as one of them. */
const SLICES = 20;

type Waiting = { since: number; end: (error: Error) => void };

/** One timer looks after all that waits; while nothing does, there is none. */
export function createStallGuard({ check, patienceMs = 200, checkWithinMs = 600 }: StallGuardOptions): StallGuard {
  const waiting = new Set<Waiting>();
  let sweeper: NodeJS.Timeout | undefined;
  let checking = false;

  const endOverdue = (cause: unknown): void => {
    const overdue = performance.now() - patienceMs;
    for (const one of waiting) {
      if (one.since > overdue) break; // they are in the order in which they came
      waiting.delete(one);
      one.end(
        unavailable('dependency_unavailable', 'A part of the service does not answer. Try again shortly.', cause),
      );
    }
  };
  const sweep = async (): Promise<void> => {
    const [oldest] = waiting;
    if (!oldest) {
      clearInterval(sweeper);
      sweeper = undefined;
      return;
    }
    if (checking || performance.now() - oldest.since < patienceMs) return;
    checking = true;
    await answersWithin(check, checkWithinMs).catch(endOverdue);
    checking = false;
  };
  return {
    guard: (work) =>
      new Promise((resolve, reject) => {
        const one = { since: performance.now(), end: reject };
        waiting.add(one);
        sweeper ??= setInterval(() => void sweep(), SWEEP_MS).unref();
        work.then(
          (value) => {
            waiting.delete(one);
            resolve(value);
          },
          (error: unknown) => {
            waiting.delete(one);
            reject(error);
          },
        );
      }),
  };
}

/**
 * One sign of life is enough, and is asked for again and again: a replica that is being replaced may refuse, and one
 * that hangs stay silent, where the next one answers.
 */
async function answersWithin(check: () => Promise<unknown>, ms: number): Promise<void> {
  let answered = false;
  let refusal: unknown;
  const ask = () =>
    check().then(
      () => {
        answered = true;
      },
      (error: unknown) => {
        refusal = error;
      },
    );
  // Slices: what this process did itself meanwhile, however long, counts as one of them.
  for (let slice = 0; slice < SLICES && !answered; slice += 1) {
    void ask();
    await pause(ms / SLICES, undefined, { ref: false });
  }
  if (!answered) throw new Error(`No answer within ${ms} ms`, { cause: refusal });
}
