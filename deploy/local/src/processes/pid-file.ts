import { randomBytes } from 'node:crypto';
import { takeLauncherLock } from '../data-dir/launcher-lock.ts';
import type { Terminal } from '../terminal/terminal.ts';
import type { ProcessIdentity } from './process-table.ts';
import { startWatchdog } from './watch.ts';

/** What this launcher has started, written down where it is found when the launcher is killed: by the watchdog, and by the next start. */
export type Ledger = {
  family: string;
  add(process: ProcessIdentity): void;
  remove(pid: number): void;
  /** All has ended: the folder is free for another. */
  close(): Promise<void>;
};

/** Takes `dataDir` for this process alone, ending what an earlier one left behind. */
export async function openLedger(dataDir: string, terminal: Terminal): Promise<Ledger> {
  const family = randomBytes(8).toString('hex');
  const lock = await takeLauncherLock(dataDir, family, () =>
    terminal.say('An earlier run was killed: what it left running is ended'),
  );
  const watchdog = startWatchdog(family);
  const children = new Map<number, ProcessIdentity>();
  return {
    family,
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
