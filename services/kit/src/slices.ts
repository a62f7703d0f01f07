import { setImmediate as nextTurn } from 'node:timers/promises';

/** Work that yields where it can be interrupted. */
export type SlicedWork<T> = Generator<void, T, void>;

/** Does all the work now. For small inputs. */
export function runSynchronously<T>(work: SlicedWork<T>): T {
  let step = work.next();
  while (!step.done) step = work.next();
  return step.value;
}

/** Far less than a request may block others. */
const SLICE_MS = 4;

let lastTurn: Promise<void> = Promise.resolve();

/** Waits for a turn of the event loop that no other work waits for. */
function ownTurn(): Promise<void> {
  lastTurn = lastTurn.then(() => nextTurn());
  return lastTurn;
}

/**
 * Does the work in slices of a few milliseconds, so that other requests are served in between. All work of a process takes
 * turns: each turn of the event loop has one slice, so that many large requests do not block it together. Throws the reason
 * of the signal before the next slice after it is aborted.
 */
export async function runInSlices<T>(work: SlicedWork<T>, signal?: AbortSignal): Promise<T> {
  let step: IteratorResult<void, T>;
  do {
    await ownTurn();
    signal?.throwIfAborted();
    const started = performance.now();
    do step = work.next();
    while (!step.done && performance.now() - started < SLICE_MS);
  } while (!step.done);
  return step.value;
}
