import { readdir, readFile, writeFile } from 'node:fs/promises';
import { getPriority, setPriority } from 'node:os';

/**
 * What a process and all below it hold, in megabytes, pages that they share counted once
 * (proportional set size, proc(5)). 0 where there is no /proc.
 */
export async function treeMemoryMb(root: number): Promise<number> {
  const sizes = await Promise.all((await processTree(root)).map(proportionalKb));
  return sizes.reduce((sum, kb) => sum + kb, 0) / 1024;
}

/** Lets all other processes go first (`nice`); what the tree starts later inherits it. */
export async function lowerTreePriority(root: number, nice: number): Promise<void> {
  for (const pid of await processTree(root)) {
    try {
      if (getPriority(pid) < nice) setPriority(pid, nice);
    } catch {
      // It has ended meanwhile.
    }
  }
  await lowerSessionPriority(root, nice);
}

/**
 * Where Linux groups processes by session, `nice` weighs them within their session only, and the
 * session against others has a value of its own (sched(7), autogroup). Ours is left as it is.
 */
async function lowerSessionPriority(leader: number, nice: number): Promise<void> {
  const groupOf = (pid: number | 'self') => readFile(`/proc/${pid}/autogroup`, 'latin1').catch(() => ''); // not grouped
  const name = /^\S+/;
  const [own, theirs] = await Promise.all([groupOf('self'), groupOf(leader)]);
  if (theirs === '' || name.exec(own)?.[0] === name.exec(theirs)?.[0]) return;
  await writeFile(`/proc/${leader}/autogroup`, String(nice)).catch(() => undefined); // it has ended, or may not be changed
}

/** The process and all below it; empty where there is no /proc. */
export async function processTree(root: number): Promise<number[]> {
  const parents = await readParents().catch(() => new Map<number, number>()); // as on macOS
  return [...parents.keys()].filter((pid) => descends(pid, root, parents));
}

async function readParents(): Promise<Map<number, number>> {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name)).map(Number);
  const pairs = await Promise.all(pids.map(async (pid) => [pid, await parentOf(pid)] as const));
  return new Map(pairs);
}

async function parentOf(pid: number): Promise<number> {
  const stat = await readFile(`/proc/${pid}/stat`, 'latin1').catch(() => ''); // ended between the two reads
  return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1] ?? 0);
}

function descends(pid: number, root: number, parents: Map<number, number>): boolean {
  for (let at: number | undefined = pid; at; at = parents.get(at)) if (at === root) return true;
  return false;
}

async function proportionalKb(pid: number): Promise<number> {
  const rollup = await readFile(`/proc/${pid}/smaps_rollup`, 'latin1').catch(() => ''); // as above
  return Number(/^Pss:\s+(\d+)/m.exec(rollup)?.[1] ?? 0);
}
