// Outlives a killed launcher and stops the processes that it has started. The launcher sends one line for each process
// to standard input. The system closes that pipe when the launcher exits.
import { createInterface } from 'node:readline';
import { endProcesses } from './end-processes.ts';
import type { ProcessIdentity } from './process-table.ts';

const STOP_TIMEOUT_MS = 3_000;

const group = process.argv[2] ?? '';
const watched = new Map<number, ProcessIdentity>();

// Signals are for the launcher; the watchdog ends with its input.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => undefined);

for await (const line of createInterface({ input: process.stdin })) {
  const { add, remove } = JSON.parse(line) as { add?: ProcessIdentity; remove?: number };
  if (add) watched.set(add.pid, add);
  if (remove !== undefined) watched.delete(remove);
}
await endProcesses([...watched.values()], group, STOP_TIMEOUT_MS);
