import { type Context, context } from '@opentelemetry/api';
import DataLoader from 'dataloader';
import type { Caller } from './caller.ts';
import { type FieldProblem, VitaeError } from './errors.ts';
import { codeOf } from './grpc-error.ts';
import { isTracing } from './tracing.ts';

/** The most items that one batch carries. */
export const MAX_BATCH = 64;

/** `expiresAt` is in milliseconds of performance.now(). */
export type BatchItem<K> = { caller: Caller; key: K; expiresAt: number; trace: Context | undefined };
export type ItemStatus = { code: number; reason: string; message: string; details?: FieldProblem[] };
export type BatchAnswer<V> = { status: ItemStatus | null; value: V };

/** Sends one batch; answers one item for each, in order. */
export type SendBatch<K, V> = (items: readonly BatchItem<K>[], deadlineMs: number) => Promise<BatchAnswer<V>[]>;

/**
 * What arrives while a call is under way travels together in the next one: a call for one document
 * costs the service about twenty times its share of a call for thirty. A call that takes longer than
 * this keeps nobody waiting: another replica may answer the next.
 */
const NEXT_AFTER_MS = 15;

/**
 * Collects the reads that arrive in the same turn of the event loop, or while earlier calls are
 * under way, into one call. Each item carries its own caller and gets its own status; the deadline
 * is the tightest of them; a call that fails fails its items only. Nothing is cached.
 */
export function createBatchedRead<K, V>(send: SendBatch<K, V>, defaultDeadlineMs = 5_000) {
  const waiting: (() => void)[] = [];
  let underWay = false;
  const startNext = () => {
    const dispatch = underWay ? undefined : waiting.shift();
    if (!dispatch) return;
    underWay = true;
    setImmediate(dispatch);
  };
  /** Answers what lets the next call go, which is done once, by whoever comes first. */
  const turn = () => {
    let over = false;
    return () => {
      if (over) return;
      over = true;
      underWay = false;
      startNext();
    };
  };
  const loader = new DataLoader<BatchItem<K>, V>(
    async (items) => {
      const expiresAt = items.reduce((least, item) => Math.min(least, item.expiresAt), Number.POSITIVE_INFINITY);
      const deadlineMs = Math.max(1, Math.ceil(expiresAt - performance.now()));
      const { different, placeOf } = withoutRepeats(items);
      const pass = turn();
      const late = setTimeout(pass, NEXT_AFTER_MS);
      try {
        const answers = await within(items[0]?.trace, () => send(different, deadlineMs));
        return placeOf.map((place) => resultOf(answers[place]));
      } finally {
        clearTimeout(late);
        pass();
      }
    },
    {
      cache: false,
      maxBatchSize: MAX_BATCH,
      batchScheduleFn: (dispatch) => {
        waiting.push(dispatch);
        startNext();
      },
    },
  );
  return (key: K, caller: Caller, deadlineMs = defaultDeadlineMs): Promise<V> =>
    loader.load({
      caller,
      key,
      expiresAt: performance.now() + deadlineMs,
      trace: isTracing() ? context.active() : undefined,
    });
}

/** What readers with the same rights ask for at once is asked once: each item, and the place of its answer. */
function withoutRepeats<K>(items: readonly BatchItem<K>[]): { different: BatchItem<K>[]; placeOf: number[] } {
  const places = new Map<string, number>();
  const different: BatchItem<K>[] = [];
  const placeOf = items.map((item) => {
    const { companyId, userId, applicationId } = item.caller;
    const question = `${companyId} ${userId} ${applicationId} ${JSON.stringify(item.key)}`;
    const place = places.get(question) ?? different.push(item) - 1;
    places.set(question, place);
    return place;
  });
  return { different, placeOf };
}

// One call serves many requests: it shows in the trace of the first.
function within<T>(trace: Context | undefined, work: () => T): T {
  return trace ? context.with(trace, work) : work();
}

function resultOf<V>(answer: BatchAnswer<V> | undefined): V | VitaeError {
  if (!answer) return new VitaeError('INTERNAL', 'internal', 'Something went wrong on our side.');
  const { status } = answer;
  if (status && status.code !== 0) return new VitaeError(codeOf(status.code), status.reason, status.message);
  return answer.value;
}
