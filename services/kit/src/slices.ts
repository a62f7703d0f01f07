import { setImmediate as nextTurn } from 'node:timers/promises';

/** Work that yields where it can be interrupted. */
export type SlicedWork<T> = Generator<void, T, void>;

/** Does all the work now. For small inputs. */
export function runSynchronously<T>(work: SlicedWork<T>): T {
  let step = work.next();
  while (!step.done) step = work.next();
  return step.value;
}

/** Far less than a request may block others, because several may be in work. */
const SLICE_MS = 4;

/** Does the work in slices of a few milliseconds, so that other requests are served in between. */
export async function runInSlices<T>(work: SlicedWork<T>): Promise<T> {
  let started = performance.now();
  let step = work.next();
  while (!step.done) {
    if (performance.now() - started >= SLICE_MS) {
      await nextTurn();
      started = performance.now();
    }
    step = work.next();
  }
  return step.value;
}
