import { setImmediate as nextTurn } from 'node:timers/promises';

/** Work that yields where it can be interrupted. */
export type SlicedWork<T> = Generator<void, T, void>;

/** Does all the work now. For small inputs. */
export function runSynchronously<T>(work: SlicedWork<T>): T {
  let step = work.next();
  while (!step.done) step = work.next();
  return step.value;
}

/** Does the work in slices, so that other requests are served in between. */
export async function runInSlices<T>(work: SlicedWork<T>): Promise<T> {
  let step = work.next();
  while (!step.done) {
    await nextTurn();
    step = work.next();
  }
  return step.value;
}
