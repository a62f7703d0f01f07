import type { ChildProcess } from 'node:child_process';

export function hasExited(child: ChildProcess): boolean {
  return child.exitCode !== null || child.signalCode !== null;
}

/** Sends a signal, also to a paused process, and waits for the exit. */
export async function stopChild(child: ChildProcess, signal: NodeJS.Signals = 'SIGTERM'): Promise<void> {
  if (hasExited(child)) return;
  child.kill('SIGCONT');
  child.kill(signal);
  await new Promise((resolve) => child.once('exit', resolve));
}

/** Calls the listener with everything that the process writes to stdout and stderr. */
export function onOutput(child: ChildProcess, listener: (text: string) => void): void {
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (bytes: Buffer) => listener(String(bytes)));
}
