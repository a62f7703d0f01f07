// Outlives a launcher that was killed, and ends all that it had started. It learns what that is through its standard
// input, a line for each process; when the launcher is gone the system closes that pipe.
import { createInterface } from 'node:readline';
import { endProcesses } from './end-processes.ts';
import type { ProcessIdentity } from './process-table.ts';

const WITHIN_MS = 3_000;

const family = process.argv[2] ?? '';
const watched = new Map<number, ProcessIdentity>();

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => undefined); // meant for the launcher

for await (const line of createInterface({ input: process.stdin })) {
  const { add, remove } = JSON.parse(line) as { add?: ProcessIdentity; remove?: number };
  if (add) watched.set(add.pid, add);
  if (remove !== undefined) watched.delete(remove);
}
await endProcesses([...watched.values()], family, WITHIN_MS);
