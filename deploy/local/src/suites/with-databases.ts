import { projectRoot } from '../project-root.ts';
import { readSettings } from '../settings.ts';
import { messageFor } from '../setup-error.ts';
import { onStopSignal } from '../stop-signal.ts';
import { createTerminal } from '../terminal/terminal.ts';
import type { RunAttached } from './run-attached.ts';
import type { Requires, TestTools } from './test-files.ts';
import { openThrowawayDatabases, type ThrowawayDatabases } from './throwaway-databases.ts';

/** Resolves with the exit status. `env` has the addresses of the databases and the paths of the programs. */
type Work = (run: RunAttached, env: NodeJS.ProcessEnv) => Promise<number>;

/** Runs `work` with its own databases, stops them and exits with its status. */
export async function withDatabases(
  environment: NodeJS.ProcessEnv,
  work: Work,
  requires: Requires = 'all programs',
  tools?: TestTools,
): Promise<void> {
  const terminal = createTerminal(process.stderr, environment);
  let databases: ThrowawayDatabases | undefined;
  let ending: Promise<void> | undefined;
  const end = (status: number) => {
    ending ??= Promise.resolve(databases?.stop()).finally(() => process.exit(status));
    return ending;
  };
  const fail = (error: unknown) => {
    if (!ending) process.stderr.write(`\n${messageFor(error)}\n`); // errors during the end are a consequence of it
    return end(1);
  };
  onStopSignal(() => void end(130));
  try {
    const settings = readSettings(environment, projectRoot);
    databases = await openThrowawayDatabases({ settings, environment, terminal, onLost: (error) => void fail(error) });
    await end(await work(databases.run, await databases.start(requires, tools)));
  } catch (error) {
    await fail(error);
  }
}
