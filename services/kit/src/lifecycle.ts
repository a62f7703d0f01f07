import { VitaeError } from './errors.ts';
import type { Logger } from './log.ts';
import { SettingsError } from './settings.ts';

/** All is closed within this time, or the process ends without it. */
const STOP_WITHIN_MS = 4_000;

export type Lifecycle = {
  /** Runs when the process stops; what was started last stops first. */
  onStop(step: string, stop: () => Promise<void> | void): void;
};

type Step = { step: string; stop: () => Promise<void> | void };

/**
 * Runs one process: `start` wires and starts, saying for each thing how it stops. SIGTERM and
 * SIGINT stop in reverse order. A process that cannot start, or that loses its footing, ends
 * with status 1 and is started again by whatever supervises it.
 */
export function runProcess(log: () => Logger, start: (lifecycle: Lifecycle) => Promise<void>): void {
  const steps: Step[] = [];
  let stopping = false;
  const stop = (status: number, signal?: string) => {
    if (stopping) return;
    stopping = true;
    void stopAll(log(), steps, signal).then(() => process.exit(status));
  };
  process.once('SIGTERM', () => stop(0, 'SIGTERM'));
  process.once('SIGINT', () => stop(0, 'SIGINT'));
  process.on('uncaughtException', (err) => {
    log().fatal({ err }, 'Unexpected error: the process ends');
    stop(1);
  });
  start({ onStop: (step, stopStep) => void steps.unshift({ step, stop: stopStep }) }).catch((error: unknown) => {
    process.stderr.write(`${startFailure(error)}\n`);
    if (!(error instanceof SettingsError)) log().fatal({ err: error }, 'Could not start');
    stop(1);
  });
}

async function stopAll(log: Logger, steps: Step[], signal: string | undefined): Promise<void> {
  if (signal) log.info({ signal }, 'Stopping');
  setTimeout(() => {
    log.error('Stopping took too long: the process ends as it is');
    process.exit(1);
  }, STOP_WITHIN_MS).unref();
  for (const { step, stop } of steps) {
    try {
      await stop();
    } catch (err) {
      // The other steps still have to stop.
      log.error({ err, step }, 'A part did not stop cleanly');
    }
  }
}

function startFailure(error: unknown): string {
  if (error instanceof SettingsError) return error.message;
  if (error instanceof VitaeError) return `Could not start: ${error.message}`;
  return `Could not start: ${error instanceof Error ? error.message : String(error)}`;
}
