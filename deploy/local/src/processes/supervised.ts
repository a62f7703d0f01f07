import { setTimeout as pause } from 'node:timers/promises';
import { SetupError } from '../setup-error.ts';
import { explainExit, KnownFailureError } from './explain-exit.ts';
import type { LaunchedProcess } from './launch.ts';
import type { SupervisorOptions } from './process-launcher.ts';
import { createProcessLauncher } from './process-launcher.ts';
import type { ProcessSpec } from './process-spec.ts';

const MAX_START_ATTEMPTS = 3;
const MAX_ESSENTIAL_RESTARTS = 6;
const UNLIMITED = Number.POSITIVE_INFINITY;
// After this time, an exit counts as the first failure again.
const STABLE_AFTER_MS = 20_000;

/** One process of the system, restarted whenever it exits. */
export type Supervised = {
  spec: ProcessSpec;
  /** The running process or the last one. */
  launched(): LaunchedProcess | undefined;
  /** Resolves when the process is ready for the first time; rejects after several attempts. */
  start(): Promise<void>;
  /** Replaces the process, for example with a new build. Rejects if the new one does not become ready. */
  restart(timeoutMs: number): Promise<void>;
  stop(timeoutMs: number): Promise<void>;
};

export function supervise(spec: ProcessSpec, options: SupervisorOptions): Supervised {
  const launcher = createProcessLauncher(spec, options);
  const backoff = createBackoff();
  // Incremented by each stop and restart, which cancels the supervision of the process before it.
  let generation = 0;

  const launchAndWatch = async (launchGeneration: number): Promise<void> => {
    const launched = await launcher.launchUntilReady();
    const readySince = Date.now();
    void launched.exit.then(() => onExit(launchGeneration, launched, Date.now() - readySince));
  };

  const launchWithRetries = async (launchGeneration: number, maxFailures: number): Promise<void> => {
    for (;;) {
      const error = await errorOf(launchAndWatch(launchGeneration));
      if (!error || launchGeneration !== generation) return;
      const failures = backoff.fail();
      await launcher.end(0);
      if (failures >= maxFailures || (error instanceof KnownFailureError && maxFailures !== UNLIMITED)) throw error;
      options.terminal.warn(`${error.message.split('\n')[0]} Restarting it`);
      await backoff.wait();
      if (launchGeneration !== generation) return;
    }
  };

  const onExit = async (launchGeneration: number, launched: LaunchedProcess, uptimeMs: number): Promise<void> => {
    if (launchGeneration !== generation) return;
    const reason = explainExit(spec, launched);
    if (spec.essential && reason instanceof KnownFailureError) return options.onLost(reason);
    if (uptimeMs > STABLE_AFTER_MS) backoff.reset();
    backoff.fail();
    options.terminal.warn(`${spec.name} exited (${launched.exitReason()}), restarting it`);
    await backoff.wait();
    if (launchGeneration !== generation) return;
    const error = await errorOf(launchWithRetries(launchGeneration, maxRestartsOf(spec)));
    if (launchGeneration !== generation) return;
    if (error) return options.onLost(toSetupError(error));
    options.terminal.say(`${spec.name} is ready again (process ${launcher.current()?.identity.pid})`);
    options.onRestarted();
  };

  return {
    spec,
    launched: launcher.current,
    start: () => launchWithRetries(generation, MAX_START_ATTEMPTS).then(backoff.reset),
    restart: async (timeoutMs) => {
      generation += 1;
      await launcher.end(timeoutMs);
      backoff.reset();
      const error = await errorOf(launchAndWatch(generation));
      options.onRestarted();
      if (error) await launcher.end(0);
      if (error) throw error;
    },
    stop: (timeoutMs) => {
      generation += 1;
      return launcher.end(timeoutMs);
    },
  };
}

const maxRestartsOf = ({ essential }: ProcessSpec) => (essential ? MAX_ESSENTIAL_RESTARTS : UNLIMITED);

/** Exponential backoff: 0.1 s, 0.2 s, 0.4 s … up to 10 s. */
function createBackoff() {
  let failures = 0;
  return {
    reset: () => {
      failures = 0;
    },
    /** Records a failure and returns the number of consecutive ones. */
    fail: () => {
      failures += 1;
      return failures;
    },
    wait: () => pause(Math.min(100 * 2 ** (failures - 1), 10_000), undefined, { ref: false }),
  };
}

const toSetupError = (error: Error) =>
  error instanceof SetupError ? error : new SetupError(error.message, { cause: error });

const errorOf = (work: Promise<void>): Promise<Error | undefined> =>
  work.then(
    () => undefined,
    (error: Error) => error,
  );
