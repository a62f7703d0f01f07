import { setTimeout } from 'node:timers/promises';
import { VitaeError } from './errors.ts';
import type { Logger } from './log.ts';
import { SettingsError, wholeNumber } from './settings.ts';

/** The shutdown settings of every process. */
export const shutdownSettings = {
  DRAIN_DELAY_MS: wholeNumber(0, 60_000)
    .default(0)
    .describe(
      'How long a stopping process still serves requests after `/readyz` returns 503, so that load balancers can remove it.',
    ),
  SHUTDOWN_TIMEOUT_MS: wholeNumber(1_000, 600_000)
    .default(4_000)
    .describe(
      'Time limit for running work after the drain delay; then the process exits with status 1. For the worker, set it longer than a render.',
    ),
};
export type ShutdownSettings = { DRAIN_DELAY_MS: number; SHUTDOWN_TIMEOUT_MS: number };

/** Returns whether to create the indexes and exit (`--prepare`), as a migration before new code receives requests. */
export const isPrepareOnly = (argv: readonly string[]): boolean => argv.includes('--prepare');

export type Lifecycle = {
  /** Adds a step to the shutdown. Steps run in reverse order. */
  onStop(step: string, stop: () => Promise<void> | void): void;
  /** Adds the first step of the shutdown, which reports not ready. Call it last: it also applies the settings. */
  onDrain(drain: () => void, settings: ShutdownSettings): void;
  /** Shuts down with status 0. */
  end(): void;
};

type Step = { step: string; stop: () => Promise<void> | void };

/**
 * Runs a process. `start` starts each part and registers how to stop it. SIGTERM and SIGINT stop the parts in reverse
 * order. After a failed start or an uncaught exception the process exits with status 1, for its supervisor to restart.
 */
export function runProcess(log: () => Logger, start: (lifecycle: Lifecycle) => Promise<void>): void {
  const steps: Step[] = [];
  let stopping = false;
  let timeoutMs = shutdownSettings.SHUTDOWN_TIMEOUT_MS.parse(undefined);
  const stop = (status: number, signal?: string) => {
    if (stopping) return;
    stopping = true;
    void stopAll(log(), { steps, timeoutMs, signal }).then(() => process.exit(status));
  };
  process.on('SIGTERM', () => stop(0, 'SIGTERM'));
  process.on('SIGINT', () => stop(0, 'SIGINT'));
  process.on('uncaughtException', (err) => {
    log().fatal({ err }, 'Uncaught exception: shutting down');
    stop(1);
  });
  const onStop: Lifecycle['onStop'] = (step, stopStep) => void steps.unshift({ step, stop: stopStep });
  const onDrain: Lifecycle['onDrain'] = (drain, { DRAIN_DELAY_MS, SHUTDOWN_TIMEOUT_MS }) => {
    timeoutMs = DRAIN_DELAY_MS + SHUTDOWN_TIMEOUT_MS;
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

type Stop = { steps: Step[]; timeoutMs: number; signal: string | undefined };

async function stopAll(log: Logger, { steps, timeoutMs, signal }: Stop): Promise<void> {
  if (signal) log.info({ signal }, 'Stopping');
  void setTimeout(timeoutMs, undefined, { ref: false }).then(() => {
    log.error('Shutdown timed out');
    process.exit(1);
  });
  // shift(), because a start that is still running may add steps.
  for (let next = steps.shift(); next; next = steps.shift()) {
    const { step, stop } = next;
    try {
      await stop();
    } catch (err) {
      log.error({ err, step }, 'A shutdown step failed'); // the other steps still have to run
    }
  }
}

function startFailure(error: unknown): string {
  if (error instanceof SettingsError) return error.message;
  if (error instanceof VitaeError) return `Could not start: ${error.message}`;
  return `Could not start: ${error instanceof Error ? error.message : String(error)}`;
}
