import { setTimeout as pause } from 'node:timers/promises';

/** Asks until the answer is true; fails after a while with what was waited for. */
export async function until(what: string, holds: () => Promise<boolean> | boolean, withinMs = 30_000): Promise<void> {
  const end = performance.now() + withinMs;
  while (!(await holds())) {
    if (performance.now() > end) throw new Error(`It did not come about within ${withinMs} ms: ${what}`);
    await pause(10);
  }
}
