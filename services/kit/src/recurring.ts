import type { Logger } from './log.ts';

export type Recurring = { stop(): Promise<void> };

/**
 * Runs `work` now and then each time `everyMs` has passed, never twice at once. A run that fails
 * is logged; the next one tries again.
 */
export function startRecurring(step: string, everyMs: number, work: () => Promise<unknown>, log: Logger): Recurring {
  let running: Promise<void> | undefined;
  const run = () => {
    running ??= work()
      .then(
        () => undefined,
        (err: unknown) => log.error({ err, step }, 'Recurring work failed'),
      )
      .finally(() => {
        running = undefined;
      });
  };
  run();
  const timer = setInterval(run, everyMs);
  timer.unref();
  return {
    stop: async () => {
      clearInterval(timer);
      await running;
    },
  };
}
