import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { projectRoot } from '../project-root.ts';
import type { ProcessIdentity } from './process-table.ts';

/** The launcher's side of the watchdog. */
export type Watch = {
  add(process: ProcessIdentity): void;
  remove(pid: number): void;
  /** The launcher has ended all itself; resolves when the watchdog is gone too. */
  end(): Promise<void>;
};

/** Starts the process that ends the family when this one dies without a word. */
export function startWatchdog(family: string): Watch {
  // In a session of its own, so that what kills the launcher's group does not reach it.
  const child = spawn(process.execPath, [join(projectRoot, 'deploy/local/dist/processes/watchdog.js'), family], {
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
    env: { PATH: '/usr/bin:/bin' }, // for ps, where there is no /proc
  });
  child.unref();
  child.stdin.on('error', () => undefined); // it was killed: then the next start clears up
  const tell = (message: object) => child.stdin.write(`${JSON.stringify(message)}\n`);
  return {
    add: (process) => void tell({ add: process }),
    remove: (pid) => void tell({ remove: pid }),
    end: () =>
      new Promise((resolve) => {
        if (child.exitCode !== null || child.signalCode !== null) return resolve();
        child.ref();
        child.once('exit', () => resolve());
        child.stdin.end();
      }),
  };
}
