import { readFile } from 'node:fs/promises';
import { cpus, totalmem } from 'node:os';
import type { RunFile } from '../support/system.ts';

/** Returns the resident memory of each process in MB, without its children. */
export async function residentMb({ processes }: RunFile): Promise<Record<string, number>> {
  const entries = await Promise.all(processes.map(async ({ name, pid }) => [name, await residentOf(pid)] as const));
  return Object.fromEntries(entries);
}

async function residentOf(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  return Math.round(Number(/^VmRSS:\s+(\d+) kB/m.exec(status)?.[1] ?? Number.NaN) / 1024);
}

export function memoryTable(before: Record<string, number>, after: Record<string, number>): string {
  const lines = Object.keys(before).map((name) => `| ${name} | ${before[name]} | ${after[name]} |`);
  return ['| Process | MB when idle | MB after 1,000 requests |', '|---|---|---|', ...lines].join('\n');
}

/** Names the processor, the memory, Node and the current date. */
export function describeMachine(): string {
  const memory = `${Math.round(totalmem() / 2 ** 30)} GB`;
  const today = new Date().toISOString().slice(0, 10);
  return `${cpus().length} × ${cpus()[0]?.model}, ${memory}, Node ${process.version}, ${today}`;
}
