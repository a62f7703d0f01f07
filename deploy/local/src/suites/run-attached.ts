import { spawn } from 'node:child_process';
import { signalWithChildren } from '../processes/end-processes.ts';
import type { PidFile } from '../processes/pid-file.ts';
import { GROUP_VARIABLE, groupMembers, identify } from '../processes/process-table.ts';
import { projectRoot } from '../project-root.ts';

/** Runs a program whose output is the terminal's; answers with its exit status. */
export type RunAttached = (command: string, args: string[], env: NodeJS.ProcessEnv) => Promise<number>;

/** What runs so, and all that it has started. */
export const attachedGroup = (ledger: PidFile) => `${ledger.group}/run`;

/** Programs in groups of their own that end with the ledger's owner, and with all that they had started. */
export function createRunAttached(ledger: PidFile): RunAttached {
  const family = attachedGroup(ledger);
  return (command, args, env) =>
    new Promise((resolve, reject) => {
      const child = spawn(command, args, {
        cwd: projectRoot,
        detached: true,
        stdio: ['ignore', 'inherit', 'inherit'],
        env: { ...env, [GROUP_VARIABLE]: `${family}/` },
      });
      const identity = child.pid && identify(child.pid);
      if (identity) ledger.add(identity);
      child.once('error', reject);
      child.once('exit', (status) => {
        for (const left of groupMembers(family)) signalWithChildren(left, 'SIGKILL');
        if (child.pid) ledger.remove(child.pid);
        resolve(status ?? 1);
      });
    });
}
