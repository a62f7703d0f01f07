import { readdir, readFile, writeFile } from 'node:fs/promises';
import { getPriority, setPriority } from 'node:os';

/** Priority of renderer processes, so that they do not delay API requests on the same machine. */
export const RENDERER_NICE = 5;

/**
 * Returns the memory of a process and its descendants in megabytes, counting shared pages once (proportional set size,
 * proc(5)). Returns 0 on systems without /proc.
 */
export async function treeMemoryMb(root: number): Promise<number> {
  const sizes = await Promise.all((await processTree(root)).map(proportionalKb));
  return sizes.reduce((sum, kb) => sum + kb, 0) / 1024;
}

/** Lowers the priority of a process and its descendants. Processes that they start later inherit it. */
export async function lowerTreePriority(root: number, nice: number): Promise<void> {
  for (const pid of await processTree(root)) {
    try {
      if (getPriority(pid) < nice) setPriority(pid, nice);
    } catch {
      // The process has exited.
    }
  }
  await lowerSessionPriority(root, nice);
}

/**
 * With autogroups, Linux applies `nice` only within a session and compares sessions by a value of their own (sched(7)).
 * The session of this process keeps its value.
 */
async function lowerSessionPriority(leader: number, nice: number): Promise<void> {
  const groupOf = (pid: number | 'self') => readFile(`/proc/${pid}/autogroup`, 'latin1').catch(() => ''); // No autogroups.
  const name = /^\S+/;
  const [own, other] = await Promise.all([groupOf('self'), groupOf(leader)]);
  if (other === '' || name.exec(own)?.[0] === name.exec(other)?.[0]) return;
  await writeFile(`/proc/${leader}/autogroup`, String(nice)).catch(() => undefined); // It has exited, or access is denied.
}

/** Returns the process and its descendants, or an empty list on systems without /proc. */
export async function processTree(root: number): Promise<number[]> {
  const parents = await readParents().catch(() => new Map<number, number>()); // No /proc, as on macOS.
  return [...parents.keys()].filter((pid) => isDescendant(pid, root, parents));
}

/** Kills a process group. The launched program may be a script that starts the browser, as Debian's is. */
export function killProcessGroup(pid: number | undefined): void {
  try {
    if (pid) process.kill(-pid, 'SIGKILL');
  } catch {
    // All its processes have exited.
  }
}

export function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // EPERM: it runs as another user.
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}

async function readParents(): Promise<Map<number, number>> {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name)).map(Number);
  const pairs = await Promise.all(pids.map(async (pid) => [pid, await parentOf(pid)] as const));
  return new Map(pairs);
}

async function parentOf(pid: number): Promise<number> {
  const stat = await readFile(`/proc/${pid}/stat`, 'latin1').catch(() => ''); // It exited after it was listed.
  return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1] ?? 0);
}

function isDescendant(pid: number, root: number, parents: Map<number, number>): boolean {
  for (let current: number | undefined = pid; current; current = parents.get(current))
    if (current === root) return true;
  return false;
}

async function proportionalKb(pid: number): Promise<number> {
  const rollup = await readFile(`/proc/${pid}/smaps_rollup`, 'latin1').catch(() => ''); // It exited after it was listed.
  return Number(/^Pss:\s+(\d+)/m.exec(rollup)?.[1] ?? 0);
}
