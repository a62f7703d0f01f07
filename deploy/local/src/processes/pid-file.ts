import { randomBytes } from 'node:crypto';
import type { Terminal } from '../terminal/terminal.ts';
import { acquireLauncherLock } from './launcher-lock.ts';
import type { ProcessIdentity } from './process-table.ts';
import { startWatchdog } from './start-watchdog.ts';

/** The processes that this launcher has started. If it is killed, the watchdog or the next start stops them. */
export type PidFile = {
  /** The group of all processes; see GROUP_VARIABLE. */
  group: string;
  add(process: ProcessIdentity): void;
  remove(pid: number): void;
  /** Releases the folder after all processes have exited. */
  close(): Promise<void>;
};

/**
 * Locks `dataDir` for this launcher and stops processes that a killed launcher left running.
 * @throws {SetupError} if another launcher runs on the folder.
 */
export async function openPidFile(dataDir: string, terminal: Terminal): Promise<PidFile> {
  const group = randomBytes(8).toString('hex');
  const lock = await acquireLauncherLock(dataDir, group, () =>
    terminal.say('An earlier run was killed: stopping the processes that it left running'),
  );
  const watchdog = startWatchdog(group);
  const children = new Map<number, ProcessIdentity>();
  return {
    group,
    add: (process) => {
      watchdog.add(process);
      children.set(process.pid, process);
      lock.record([...children.values()]);
    },
    remove: (pid) => {
      watchdog.remove(pid);
      children.delete(pid);
      lock.record([...children.values()]);
    },
    close: async () => {
      await watchdog.end();
      lock.release();
    },
  };
}
