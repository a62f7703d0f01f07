import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { projectRoot } from '../project-root.ts';
import type { ProcessIdentity } from './process-table.ts';

/** The launcher's connection to its watchdog process. */
export type Watchdog = {
  add(process: ProcessIdentity): void;
  remove(pid: number): void;
  /** Ends the watchdog, after the launcher has stopped all processes; resolves when it has exited. */
  end(): Promise<void>;
};

/** Starts the watchdog, which stops all processes of `group` when this process exits or is killed. */
export function startWatchdog(group: string): Watchdog {
  // In its own session, so that a signal to the launcher's process group does not reach it.
  const child = spawn(process.execPath, [join(projectRoot, 'deploy/local/dist/processes/watchdog.js'), group], {
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
    env: { PATH: '/usr/bin:/bin' }, // for ps, on systems without /proc
  });
  child.unref();
  child.stdin.on('error', () => undefined); // it was killed: the next start cleans up instead
  const send = (message: object) => child.stdin.write(`${JSON.stringify(message)}\n`);
  return {
    add: (process) => void send({ add: process }),
    remove: (pid) => void send({ remove: pid }),
    end: () =>
      new Promise((resolve) => {
        if (child.exitCode !== null || child.signalCode !== null) return resolve();
        child.ref();
        child.once('exit', () => resolve());
        child.stdin.end();
      }),
  };
}
