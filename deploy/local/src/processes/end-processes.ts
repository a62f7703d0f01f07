import { setTimeout as pause } from 'node:timers/promises';
import { familyMembers, isRunning, type ProcessIdentity } from './process-table.ts';

const LOOK_EVERY_MS = 20;
const KILLED_WITHIN_MS = 1_000;

/** Sends a signal to the process's whole group, and to the process alone where it leads none. */
export function signalGroup({ pid }: { pid: number }, signal: NodeJS.Signals): void {
  for (const target of [-pid, pid]) {
    try {
      process.kill(target, signal);
      return;
    } catch {
      // no such group or process: it is gone already
    }
  }
}

/** Ends what is known and what else belongs to the family: asked first, killed when it does not go in time. */
export async function endProcesses(known: ProcessIdentity[], family: string, withinMs: number): Promise<void> {
  const targets = () => [...known.filter(isRunning), ...familyMembers(family)];
  for (const target of targets()) signalGroup(target, 'SIGTERM');
  if (await gone(targets, withinMs)) return;
  for (const target of targets()) signalGroup(target, 'SIGKILL');
  await gone(targets, withinMs);
}

/** Kills a family at once, and waits until it is gone. */
export async function killFamily(family: string): Promise<void> {
  const targets = () => familyMembers(family);
  for (const target of targets()) signalGroup(target, 'SIGKILL');
  await gone(targets, KILLED_WITHIN_MS);
}

async function gone(targets: () => unknown[], withinMs: number): Promise<boolean> {
  const deadline = Date.now() + withinMs;
  while (targets().length > 0) {
    if (Date.now() > deadline) return false;
    await pause(LOOK_EVERY_MS);
  }
  return true;
}
