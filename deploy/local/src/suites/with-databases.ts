import { projectRoot } from '../project-root.ts';
import { readSettings } from '../settings.ts';
import { messageFor } from '../setup-error.ts';
import { onStopSignal } from '../stop-signal.ts';
import { createTerminal } from '../terminal/terminal.ts';
import type { RunAttached } from './run-attached.ts';
import { openThrowawayDatabases, type ThrowawayDatabases } from './throwaway-databases.ts';

/** Answers with the exit status; `env` names the databases and programs. */
export type Work = (run: RunAttached, env: NodeJS.ProcessEnv) => Promise<number>;

/** Does `work` with databases of its own, then ends this process; whatever happens, nothing is left of them. */
export async function withDatabases(environment: NodeJS.ProcessEnv, work: Work): Promise<void> {
  const terminal = createTerminal(process.stderr, environment);
  let parts: ThrowawayDatabases | undefined;
  let ending: Promise<void> | undefined;
  const end = (status: number) => {
    ending ??= Promise.resolve(parts?.stop()).finally(() => process.exit(status));
    return ending;
  };
  const fail = (error: unknown) => {
    if (!ending) process.stderr.write(`\n${messageFor(error)}\n`); // what fails because all is ending is no news
    return end(1);
  };
  onStopSignal(() => void end(130));
  try {
    const settings = readSettings(environment, projectRoot);
    parts = await openThrowawayDatabases({ settings, environment, terminal, onLost: (error) => void fail(error) });
    await end(await work(parts.run, await parts.start()));
  } catch (error) {
    await fail(error);
  }
}
