import { type Context, context } from '@opentelemetry/api';
import DataLoader from 'dataloader';
import { afterBatchingTurns } from './batching-turns.ts';
import type { Caller } from './caller.ts';
import { type FieldProblem, internal, VitaeError } from './errors.ts';
import { codeOf } from './grpc-error.ts';
import { isTracing } from './tracing.ts';

/** The maximum number of items in a batch. */
export const MAX_BATCH_SIZE = 64;

/** `expiresAt` is in milliseconds of performance.now(). */
export type BatchItem<K> = { caller: Caller; key: K; expiresAt: number; trace: Context | undefined };
export type ItemStatus = { code: number; reason: string; message: string; details?: FieldProblem[] };
export type BatchResult<V> = { status: ItemStatus | null; value: V };

/** Sends one batch and returns one result per item, in the same order. */
export type SendBatch<K, V> = (items: readonly BatchItem<K>[], deadlineMs: number) => Promise<BatchResult<V>[]>;

/**
 * Reads that arrive during a call wait for the next batch, because a call for one document costs the service
 * about twenty times as much as its share of a batch of thirty. After this time the next batch starts anyway:
 * another replica may respond faster.
 */
const MAX_WAIT_MS = 15;

/**
 * Creates a read that combines requests into batched calls: those of a few event-loop turns, and those that arrive
 * while an earlier call is running. Each item keeps its own caller and status. A batch uses the shortest deadline
 * of its items, and a failed call fails only its own items. Results are not cached.
 */
export function createBatchedRead<K, V>(send: SendBatch<K, V>, defaultDeadlineMs = 5_000) {
  const scheduler = createBatchScheduler();
  const loader = new DataLoader<BatchItem<K>, V>(
    async (items) => {
      const expiresAt = items.reduce((least, item) => Math.min(least, item.expiresAt), Number.POSITIVE_INFINITY);
      const deadlineMs = Math.max(1, Math.ceil(expiresAt - performance.now()));
      const { unique, indexes } = deduplicate(items);
      const results = await scheduler.run(() => inContext(items[0]?.trace, () => send(unique, deadlineMs)));
      return indexes.map((index) => valueOrError(results[index]));
    },
    { cache: false, maxBatchSize: MAX_BATCH_SIZE, batchScheduleFn: scheduler.schedule },
  );
  return (key: K, caller: Caller, deadlineMs = defaultDeadlineMs): Promise<V> =>
    loader.load({
      caller,
      key,
      expiresAt: performance.now() + deadlineMs,
      trace: isTracing() ? context.active() : undefined,
    });
}

/** Dispatches one batch at a time; the next one starts when the running one ends or has taken MAX_WAIT_MS. */
function createBatchScheduler() {
  const waiting: (() => void)[] = [];
  let running: symbol | undefined;
  const startNext = () => {
    const dispatch = running ? undefined : waiting.shift();
    if (!dispatch) return;
    running = Symbol('batch');
    afterBatchingTurns(dispatch);
  };
  return {
    schedule: (dispatch: () => void) => {
      waiting.push(dispatch);
      startNext();
    },
    run: async <T>(work: () => Promise<T>): Promise<T> => {
      const batch = running;
      const release = () => {
        if (running !== batch) return;
        running = undefined;
        startNext();
      };
      const timeout = setTimeout(release, MAX_WAIT_MS);
      try {
        return await work();
      } finally {
        clearTimeout(timeout);
        release();
      }
    },
  };
}

/** Sends equal reads of callers with the same rights once. `indexes` maps each item to its place in `unique`. */
function deduplicate<K>(items: readonly BatchItem<K>[]): { unique: BatchItem<K>[]; indexes: number[] } {
  const indexByKey = new Map<string, number>();
  const unique: BatchItem<K>[] = [];
  const indexes = items.map((item) => {
    const { companyId, userId, applicationId } = item.caller;
    const key = `${companyId} ${userId} ${applicationId} ${JSON.stringify(item.key)}`;
    const index = indexByKey.get(key) ?? unique.push(item) - 1;
    indexByKey.set(key, index);
    return index;
  });
  return { unique, indexes };
}

// A call that serves several requests appears in the trace of the first one.
function inContext<T>(trace: Context | undefined, work: () => T): T {
  return trace ? context.with(trace, work) : work();
}

function valueOrError<V>(result: BatchResult<V> | undefined): V | VitaeError {
  if (!result) return internal();
  const { status } = result;
  if (status && status.code !== 0) return new VitaeError(codeOf(status.code), status.reason, status.message);
  return result.value;
}
