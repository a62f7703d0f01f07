import { setTimeout } from 'node:timers/promises';
import { VitaeError } from './errors.ts';
import type { Logger } from './log.ts';
import { SettingsError, wholeNumber } from './settings.ts';

/** How a process stops, in the settings of each. */
export const stopSettings = {
  /** How long it goes on answering after it has said that it is not ready: until no load balancer sends it more. */
  DRAIN_DELAY_MS: wholeNumber(0, 60_000).default(0),
  /** After that, all that runs is ended within this time, or the process ends without it. */
  SHUTDOWN_TIMEOUT_MS: wholeNumber(1_000, 600_000).default(4_000),
};
export type StopSettings = { DRAIN_DELAY_MS: number; SHUTDOWN_TIMEOUT_MS: number };

/** `node dist/main.js --prepare` makes the indexes and ends: a migration, before the code that needs it takes calls. */
export const preparesOnly = (argv: readonly string[]): boolean => argv.includes('--prepare');

export type Lifecycle = {
  /** Runs when the process stops; what was started last stops first. */
  onStop(step: string, stop: () => Promise<void> | void): void;
  /** Comes last in a start: what stops first is to be ready. From then on the settings say how long a stop may take. */
  onDrain(drain: () => void, settings: StopSettings): void;
  /** Ends the process in order, its work done. */
  end(): void;
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
  let withinMs = stopSettings.SHUTDOWN_TIMEOUT_MS.parse(undefined);
  const stop = (status: number, signal?: string) => {
    if (stopping) return;
    stopping = true;
    void stopAll(log(), { steps, withinMs, signal }).then(() => process.exit(status));
  };
  process.on('SIGTERM', () => stop(0, 'SIGTERM'));
  process.on('SIGINT', () => stop(0, 'SIGINT'));
  process.on('uncaughtException', (err) => {
    log().fatal({ err }, 'Unexpected error: the process ends');
    stop(1);
  });
  const onStop: Lifecycle['onStop'] = (step, stopStep) => void steps.unshift({ step, stop: stopStep });
  const onDrain: Lifecycle['onDrain'] = (drain, { DRAIN_DELAY_MS, SHUTDOWN_TIMEOUT_MS }) => {
    withinMs = DRAIN_DELAY_MS + SHUTDOWN_TIMEOUT_MS;
    onStop('readiness', async () => {
      drain();
      if (DRAIN_DELAY_MS > 0) await setTimeout(DRAIN_DELAY_MS);
    });
  };
  start({ onStop, onDrain, end: () => stop(0) }).catch((error: unknown) => {
    process.stderr.write(`${startFailure(error)}\n`);
    if (!(error instanceof SettingsError)) log().fatal({ err: error }, 'Could not start');
    stop(1);
  });
}

type Stop = { steps: Step[]; withinMs: number; signal: string | undefined };

async function stopAll(log: Logger, { steps, withinMs, signal }: Stop): Promise<void> {
  if (signal) log.info({ signal }, 'Stopping');
  void setTimeout(withinMs, undefined, { ref: false }).then(() => {
    log.error('Stopping took too long: the process ends as it is');
    process.exit(1);
  });
  // A start that is still under way may add steps: each is taken once.
  for (let next = steps.shift(); next; next = steps.shift()) {
    const { step, stop } = next;
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
