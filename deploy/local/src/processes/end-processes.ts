import { setTimeout as pause } from 'node:timers/promises';
import { groupMembers, isRunning, type ProcessIdentity } from './process-table.ts';

const POLL_INTERVAL_MS = 20;
const KILL_TIMEOUT_MS = 1_000;

/** Signals the process and its children in the same POSIX process group; only the process if it does not lead one. */
export function signalWithChildren({ pid }: { pid: number }, signal: NodeJS.Signals): void {
  for (const target of [-pid, pid]) {
    try {
      process.kill(target, signal);
      return;
    } catch {
      // There is no such group or process: it has already exited.
    }
  }
}

/** Stops the `known` processes and all members of `group`: SIGTERM first, SIGKILL after `timeoutMs`. */
export async function endProcesses(known: ProcessIdentity[], group: string, timeoutMs: number): Promise<void> {
  const targets = () => [...known.filter(isRunning), ...groupMembers(group)];
  for (const target of targets()) signalWithChildren(target, 'SIGTERM');
  if (await waitForExit(targets, timeoutMs)) return;
  for (const target of targets()) signalWithChildren(target, 'SIGKILL');
  await waitForExit(targets, timeoutMs);
}

/** Kills all members of a group without a SIGTERM first, and waits until they have exited. */
export async function killGroup(group: string): Promise<void> {
  const targets = () => groupMembers(group);
  for (const target of targets()) signalWithChildren(target, 'SIGKILL');
  await waitForExit(targets, KILL_TIMEOUT_MS);
}

async function waitForExit(targets: () => unknown[], timeoutMs: number): Promise<boolean> {
  const deadline = Date.now() + timeoutMs;
  while (targets().length > 0) {
    if (Date.now() > deadline) return false;
    await pause(POLL_INTERVAL_MS);
  }
  return true;
}
