import { readFile } from 'node:fs/promises';
import { processTree } from '@vitae/export/processes/process-tree';
import type { RunFile } from '../support/system.ts';

/** Unit of times in /proc: USER_HZ, which is 100 on all architectures that Node supports. */
const TICKS_PER_SECOND = 100;

/** Returns the processor time in seconds that each process and its descendants have used, by process name. */
async function cpuSeconds({ processes }: Pick<RunFile, 'processes'>): Promise<Record<string, number>> {
  const entries = await Promise.all(processes.map(async ({ name, pid }) => [name, await treeSeconds(pid)] as const));
  return Object.fromEntries(entries);
}

/** Returns the processor time in seconds that each process used during the work. */
export async function cpuSecondsOf(
  run: Pick<RunFile, 'processes'>,
  work: () => Promise<unknown>,
): Promise<Record<string, number>> {
  const before = await cpuSeconds(run);
  await work();
  const after = await cpuSeconds(run);
  return Object.fromEntries(Object.entries(after).map(([name, seconds]) => [name, seconds - (before[name] ?? 0)]));
}

/** Returns how many seconds ago a process started. */
export async function ageSeconds(pid: number): Promise<number> {
  const [uptime = ''] = (await readFile('/proc/uptime', 'latin1')).split(' ');
  return Number(uptime) - (await readTimes(pid)).startedAt;
}

/** Returns the processor time in seconds that a process and its descendants have used, also those that have exited. */
export async function treeSeconds(root: number): Promise<number> {
  const times = await Promise.all((await processTree(root)).map(readTimes));
  return times.reduce((sum, { cpu }) => sum + cpu, 0);
}

/** Returns the times of a process in seconds (proc(5)). `cpu` includes descendants that have exited. */
async function readTimes(pid: number): Promise<{ cpu: number; startedAt: number }> {
  const stat = await readFile(`/proc/${pid}/stat`, 'latin1').catch(() => ''); // It exited after it was listed.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  const [user = 0, system = 0, userOfExited = 0, systemOfExited = 0] = fields.slice(11, 15).map(Number);
  return {
    cpu: (user + system + userOfExited + systemOfExited) / TICKS_PER_SECOND,
    startedAt: Number(fields[19] ?? 0) / TICKS_PER_SECOND,
  };
}
