import { spawn } from 'node:child_process';
import { signalGroup } from '../processes/end-processes.ts';
import type { Ledger } from '../processes/ledger.ts';
import { FAMILY, familyMembers, identify } from '../processes/process-table.ts';
import { projectRoot } from '../project-root.ts';

/** Runs a program whose output is the terminal's; answers with its exit status. */
export type RunAttached = (command: string, args: string[], env: NodeJS.ProcessEnv) => Promise<number>;

/** What runs so, and all that it has started. */
export const runFamily = (ledger: Ledger) => `${ledger.family}/run`;

/** Programs in groups of their own that end with the ledger's owner, and with all that they had started. */
export function createRunAttached(ledger: Ledger): RunAttached {
  const family = runFamily(ledger);
  return (command, args, env) =>
    new Promise((resolve, reject) => {
      const child = spawn(command, args, {
        cwd: projectRoot,
        detached: true,
        stdio: ['ignore', 'inherit', 'inherit'],
        env: { ...env, [FAMILY]: `${family}/` },
      });
      const identity = child.pid && identify(child.pid);
      if (identity) ledger.add(identity);
      child.once('error', reject);
      child.once('exit', (status) => {
        for (const left of familyMembers(family)) signalGroup(left, 'SIGKILL');
        if (child.pid) ledger.remove(child.pid);
        resolve(status ?? 1);
      });
    });
}
