import type { Logger } from './log.ts';

/** `stop` waits for the current run. */
export type Recurring = { stop(): Promise<void> };

/**
 * Runs `work` immediately and then every `everyMs`. Skips a run while the previous one is still running. Logs failures.
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
