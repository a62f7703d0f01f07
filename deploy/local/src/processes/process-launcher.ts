import { setTimeout as pause } from 'node:timers/promises';
import { SetupError } from '../setup-error.ts';
import type { Terminal } from '../terminal/terminal.ts';
import { killGroup, signalWithChildren } from './end-processes.ts';
import { explainExit } from './explain-exit.ts';
import { type LaunchedProcess, launch } from './launch.ts';
import type { ProcessSpec } from './process-spec.ts';
import type { ProcessIdentity } from './process-table.ts';
import { isRunning } from './process-table.ts';

export type SupervisorOptions = {
  /** The group of all processes; see GROUP_VARIABLE. */
  group: string;
  logDir: string;
  terminal: Terminal;
  /** Called directly after the launch, so that a killed launcher leaves no unknown process. */
  onLaunched(process: ProcessIdentity): void;
  onExited(pid: number): void;
  /** A process was restarted and has a new pid. */
  onRestarted(): void;
  /** An essential process could not be restarted. */
  onLost(error: SetupError): void;
};

// The slowest start, a new MongoDB on a busy machine, takes a few seconds.
const READY_TIMEOUT_MS = 60_000;
const POLL_INTERVAL_MS = 100;

/** Launches one process, at most one at a time. */
export type ProcessLauncher = {
  /** The running process or the last one. */
  current(): LaunchedProcess | undefined;
  /**
   * Launches the process and resolves when it is ready.
   * @throws {SetupError} if it exits or is not ready in time.
   */
  launchUntilReady(): Promise<LaunchedProcess>;
  /** Sends SIGTERM, then SIGKILL after `timeoutMs`; resolves when the process and all that it started have exited. */
  end(timeoutMs: number): Promise<void>;
};

export function createProcessLauncher(spec: ProcessSpec, options: SupervisorOptions): ProcessLauncher {
  const group = `${options.group}/${spec.name}`;
  let current: LaunchedProcess | undefined;
  let cleanedUp = Promise.resolve();

  const launchNow = (): LaunchedProcess => {
    const logFile = `${options.logDir}/${spec.name}.log`;
    const launched = launch(spec, { group, logFile, terminal: options.terminal });
    current = launched;
    options.onLaunched(launched.identity);
    void launched.exit.then(() => {
      // Processes in their own session, such as browsers, do not exit with their parent.
      cleanedUp = killGroup(group).then(() => options.onExited(launched.identity.pid));
    });
    return launched;
  };

  return {
    current: () => current,
    launchUntilReady: async () => {
      await cleanedUp;
      const launched = launchNow();
      await untilReady(spec, launched);
      return launched;
    },
    end: async (timeoutMs) => {
      if (current) await endProcess(current, timeoutMs);
      await killGroup(group);
    },
  };
}

async function untilReady(spec: ProcessSpec, launched: LaunchedProcess): Promise<void> {
  const deadline = Date.now() + READY_TIMEOUT_MS;
  for (;;) {
    const problem = await spec.ready().then(
      () => undefined,
      (error: Error) => error.message,
    );
    if (launched.hasExited()) throw explainExit(spec, launched);
    if (problem === undefined) return;
    if (Date.now() > deadline)
      throw new SetupError(`${spec.name} was not ready after ${READY_TIMEOUT_MS / 1000} s: ${problem}`);
    await Promise.race([pause(POLL_INTERVAL_MS), launched.exit]);
  }
}

async function endProcess({ identity, exit }: LaunchedProcess, timeoutMs: number): Promise<void> {
  if (isRunning(identity)) process.kill(identity.pid, 'SIGTERM');
  await Promise.race([exit, pause(timeoutMs, undefined, { ref: false })]);
  if (isRunning(identity)) signalWithChildren(identity, 'SIGKILL');
  await exit;
}
