import { setTimeout as pause } from 'node:timers/promises';
import type { HeldLease, Lease } from './lease.ts';
import type { Logger } from './log.ts';
import type { Metrics } from './metrics.ts';
import { type Recurring, startRecurring } from './recurring.ts';

/** `isLast` if nothing is left. `failed` items remain; the next sweep retries them. */
type SweptBatch = { count: number; isLast: boolean; failed?: number };

/** Processes the next batch. It must be idempotent and take much less time than a lease. */
export type SweepStep = () => Promise<SweptBatch>;

type SweepOptions = {
  lease: Lease;
  /** Returns the steps of a run. Each is repeated until nothing is left. */
  steps: () => readonly SweepStep[];
  everyMs: number;
  /** The minimum time between the completion of a run and the next run of any process, by default 0. */
  minPauseMs?: number;
  /** The pause after each batch, as a multiple of its duration, but at most 30 s. It leaves the database to other work. */
  pauseFactor?: number;
  log: Logger;
};

export type Sweep = {
  /**
   * Sweeps until nothing is left, unless another process is sweeping. Returns the number of items per step.
   * @throws the first failure of a step. The other steps are not affected.
   */
  run(): Promise<number[]>;
  /** Sweeps periodically until closed. Every replica does this; one sweeps at a time. */
  start(): void;
  /** Waits for the current batch. */
  close(): Promise<void>;
};

export function createSweep({ lease, steps, everyMs, minPauseMs = 0, pauseFactor = 0, log }: SweepOptions): Sweep {
  const closing = new AbortController();
  let recurring: Recurring | undefined;
  const run = async () => {
    const counts: number[] = [];
    const held = await lease.acquire(minPauseMs);
    if (!held) return counts;
    const failures: unknown[] = [];
    let isComplete = true;
    for (const step of steps()) {
      const total = { count: 0, isComplete: false };
      await repeat(step, total, { held, pauseFactor, signal: closing.signal }).catch((error) => failures.push(error));
      counts.push(total.count);
      isComplete &&= total.isComplete;
    }
    await held.release({ isComplete });
    const count = counts.reduce((sum, one) => sum + one, 0);
    if (count > 0) log.info({ step: lease.name, count }, 'Swept');
    if (failures.length > 0) throw failures[0];
    return counts;
  };
  return {
    run,
    start: () => {
      recurring = startRecurring(`${lease.name} sweep`, everyMs, run, log);
    },
    close: async () => {
      closing.abort();
      await recurring?.stop();
    },
  };
}

/**
 * Half of a lease, so that no other process takes over during a pause. A batch can also have taken long because its
 * process was suspended, which would otherwise pause the sweep for many times as long.
 */
const MAX_PAUSE_MS = 30_000;

type Pace = { held: HeldLease; pauseFactor: number; signal: AbortSignal };

/** Adds to `total` batch by batch, so that the counts are known even if a later batch fails. */
async function repeat(
  step: SweepStep,
  total: { count: number; isComplete: boolean },
  { held, pauseFactor, signal }: Pace,
): Promise<void> {
  let failed = 0;
  while (!signal.aborted && (await held.renew())) {
    const start = performance.now();
    const batch = await step();
    total.count += batch.count;
    failed += batch.failed ?? 0;
    total.isComplete = batch.isLast && failed === 0;
    if (batch.isLast) return;
    const pauseMs = Math.min((performance.now() - start) * pauseFactor, MAX_PAUSE_MS);
    // An aborted pause ends the loop.
    await pause(pauseMs, undefined, { signal }).catch(() => undefined);
  }
}

/** The limit of lists that services return. A run ends when this number of items has failed. */
const MAX_LISTED = 1_000;

type ItemStepOptions<T> = {
  /** Returns the first items that are to be processed, always in the same order. */
  list: (limit: number) => Promise<readonly T[]>;
  idOf: (item: T) => string | number;
  /** Processes an item, so that it is no longer listed, or returns `unfinished` to continue it in the next batch. */
  process: (item: T) => Promise<unknown>;
  batchSize: number;
  /** Items that are processed at the same time, by default 1. */
  concurrency?: number;
  onFailure: (item: T, error: unknown) => void;
};

/** A step that processes items. Up to `MAX_LISTED` failing items do not prevent others. */
export function createItemStep<T>(options: ItemStepOptions<T>): SweepStep {
  const { list, idOf, process, batchSize, concurrency = 1, onFailure } = options;
  const failed = new Set<string | number>();
  return async () => {
    // Items that failed are listed again, before the others.
    const limit = Math.min(batchSize + failed.size, MAX_LISTED);
    const listed = await list(limit);
    const items = listed.filter((item) => !failed.has(idOf(item)));
    let count = 0;
    let isUnfinished = false;
    // Each worker takes the next item from the same iterator.
    const remaining = items.values();
    const work = async () => {
      for (const item of remaining) {
        try {
          if ((await process(item)) === 'unfinished') isUnfinished = true;
          count += 1;
        } catch (error) {
          failed.add(idOf(item));
          onFailure(item, error);
        }
      }
    };
    await Promise.all(Array.from({ length: concurrency }, work));
    const isLast = items.length === 0 || (listed.length < limit && !isUnfinished);
    return { count, failed: items.length - count, isLast };
  };
}

/** Reports for how long sweeps have not been completed. Every replica reports the same number. */
export function observeSweeps(metrics: Metrics, leases: readonly Lease[]): void {
  const help = 'Seconds since a sweep last processed everything that was due';
  metrics.gauge('vitae_sweep_age_seconds', help, ['sweep'], async (gauge) => {
    for (const { name, secondsSinceCompletion } of leases) {
      // vitae_dependency_running reports the failure.
      const seconds = await secondsSinceCompletion().catch(() => undefined);
      if (seconds !== undefined) gauge.set({ sweep: name }, seconds);
    }
  });
}
