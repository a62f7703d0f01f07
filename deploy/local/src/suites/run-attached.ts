import { spawn } from 'node:child_process';
import { signalWithChildren } from '../processes/end-processes.ts';
import type { PidFile } from '../processes/pid-file.ts';
import { GROUP_VARIABLE, groupMembers, identify } from '../processes/process-table.ts';
import { projectRoot } from '../project-root.ts';

/**
 * Runs a program that writes to this terminal; resolves with its exit status.
 *
 * @param abort kills the program and all that it has started
 */
export type RunAttached = (
  command: string,
  args: string[],
  env: NodeJS.ProcessEnv,
  abort?: AbortSignal,
) => Promise<number>;

/** The process group of attached programs. */
export const attachedGroup = (pidFile: PidFile) => `${pidFile.group}/run`;

/** Programs run in their own process group, and do not outlive the owner of the pid file. */
export function createRunAttached(pidFile: PidFile): RunAttached {
  const group = attachedGroup(pidFile);
  return (command, args, env, abort) =>
    new Promise((resolve, reject) => {
      const child = spawn(command, args, {
        cwd: projectRoot,
        detached: true,
        stdio: ['ignore', 'inherit', 'inherit'],
        env: { ...env, [GROUP_VARIABLE]: `${group}/` },
      });
      const { pid } = child;
      const identity = pid && identify(pid);
      if (identity) pidFile.add(identity);
      abort?.addEventListener('abort', () => pid && signalWithChildren({ pid }, 'SIGKILL'));
      child.once('error', reject);
      child.once('exit', (status) => {
        for (const leftover of groupMembers(group)) signalWithChildren(leftover, 'SIGKILL');
        if (pid) pidFile.remove(pid);
        resolve(status ?? 1);
      });
    });
}
