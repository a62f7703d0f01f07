import { fork } from 'node:child_process';
import { join } from 'node:path';

export type Peer = { url: string; pid: number; stop(): void };

/** Runs one of the bench's own peers as a process and gives it what it needs. */
export async function startPeer(file: string, message: string): Promise<Peer> {
  const child = fork(join(import.meta.dirname, file), { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
  const port = await new Promise<number>((resolve, reject) => {
    child.once('message', (value) => resolve(Number(value)));
    child.once('exit', (code) => reject(new Error(`${file} ended with ${code}`)));
    child.send(message);
  });
  return { url: `http://127.0.0.1:${port}`, pid: child.pid ?? 0, stop: () => child.disconnect() };
}
