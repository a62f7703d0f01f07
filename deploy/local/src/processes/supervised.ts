import { setTimeout as pause } from 'node:timers/promises';
import { SetupError } from '../setup-error.ts';
import { killFamily, signalGroup } from './end-processes.ts';
import { explainDeath, KnownFailure } from './explain-death.ts';
import { type Launched, launch } from './launch.ts';
import type { ProcessSpec } from './process-spec.ts';
import { isRunning } from './process-table.ts';
import type { SupervisorOptions } from './supervisor.ts';

// What is not ready by then will not be: the slowest, a first MongoDB on a busy machine, takes a few seconds.
const READY_WITHIN_MS = 60_000;
const LOOK_EVERY_MS = 25;
const FIRST_ATTEMPTS = 3;
const ESSENTIAL_ATTEMPTS = 6;
const FOR_EVER = Number.POSITIVE_INFINITY;
// One that ran this long was sound: its next death counts as the first.
const SOUND_AFTER_MS = 20_000;

/** 0.1 s, 0.2 s, 0.4 s … up to 10 s. */
export const pauseAfter = (failures: number) => Math.min(100 * 2 ** (failures - 1), 10_000);

/** One process of the system, started again whenever it dies. */
export type Supervised = {
  spec: ProcessSpec;
  /** The running one, or the last. */
  launched(): Launched | undefined;
  /** Resolves when it is ready for the first time; rejects when that cannot be brought about. */
  start(): Promise<void>;
  stop(withinMs: number): Promise<void>;
};

export function supervise(spec: ProcessSpec, options: SupervisorOptions): Supervised {
  const { terminal } = options;
  const family = `${options.family}/${spec.name}`;
  let launched: Launched | undefined;
  let stopping = false;
  let failures = 0;
  let cleared = Promise.resolve();

  const launchOnce = (): Launched => {
    const one = launch(spec, { family, logFile: `${options.logDir}/${spec.name}.log`, terminal });
    launched = one;
    options.onLaunched(one.identity);
    void one.exit.then(() => {
      // What it had started in sessions of their own, a browser say, ends with it and before the next begins.
      cleared = killFamily(family).then(() => options.onGone(one.identity.pid));
    });
    return one;
  };

  const becomeReady = async (): Promise<void> => {
    await cleared;
    const one = launchOnce();
    const deadline = Date.now() + READY_WITHIN_MS;
    for (;;) {
      const obstacle = await failureOf(spec.ready());
      if (one.ended()) throw explainDeath(spec, one);
      if (!obstacle) break;
      if (Date.now() > deadline)
        throw new SetupError(`${spec.name} was not ready after ${READY_WITHIN_MS / 1000} s: ${obstacle.message}`);
      await Promise.race([pause(LOOK_EVERY_MS), one.exit]);
    }
    const since = Date.now();
    void one.exit.then(() => onDeath(one, Date.now() - since));
  };

  /** Tries until it is ready. `maxAttempts` failures in a row are told to the caller, and one that no repetition mends at once. */
  const tryAgain = async (maxAttempts: number): Promise<void> => {
    for (;;) {
      const failure = await failureOf(becomeReady());
      if (!failure || stopping) return;
      failures += 1;
      await end(launched, 0);
      if (failures >= maxAttempts || (failure instanceof KnownFailure && maxAttempts !== FOR_EVER)) throw failure;
      terminal.warn(`${failure.message.split('\n')[0]} It is started again`);
      await pause(pauseAfter(failures), undefined, { ref: false });
      if (stopping) return;
    }
  };

  const onDeath = async (one: Launched, soundForMs: number): Promise<void> => {
    if (stopping) return;
    const reason = explainDeath(spec, one);
    if (spec.essential && reason instanceof KnownFailure) return options.onLost(reason);
    failures = soundForMs > SOUND_AFTER_MS ? 1 : failures + 1;
    terminal.warn(`${spec.name} has died (${one.how()}) and is started again`);
    await pause(pauseAfter(failures), undefined, { ref: false });
    if (stopping) return;
    const failure = await failureOf(tryAgain(spec.essential ? ESSENTIAL_ATTEMPTS : FOR_EVER));
    if (stopping) return;
    if (failure)
      return options.onLost(
        failure instanceof SetupError ? failure : new SetupError(failure.message, { cause: failure }),
      );
    terminal.say(`${spec.name} is back (process ${launched?.identity.pid})`);
    options.onRestarted();
  };

  return {
    spec,
    launched: () => launched,
    start: async () => {
      await tryAgain(FIRST_ATTEMPTS);
      failures = 0;
    },
    stop: async (withinMs) => {
      stopping = true;
      await end(launched, withinMs);
      await killFamily(family);
    },
  };
}

/** Asks the process to end, which ends what it has started; kills it when it has not gone in time. */
async function end(launched: Launched | undefined, withinMs: number): Promise<void> {
  if (!launched) return;
  if (isRunning(launched.identity)) process.kill(launched.identity.pid, 'SIGTERM');
  await Promise.race([launched.exit, pause(withinMs, undefined, { ref: false })]);
  if (isRunning(launched.identity)) signalGroup(launched.identity, 'SIGKILL');
  await launched.exit;
}

const failureOf = (work: Promise<void>): Promise<Error | undefined> =>
  work.then(
    () => undefined,
    (error: Error) => error,
  );
