import { fork } from 'node:child_process';
import { once } from 'node:events';
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

/** In a peer: what the parent sent. It ends with the parent. */
export async function toldByParent(): Promise<string> {
  process.once('disconnect', () => process.exit(0));
  const [message] = await once(process, 'message');
  return String(message);
}

/** In a peer: tells the parent where it listens. */
export function tellPort(server: { address(): unknown }): void {
  const address = server.address() as { port: number };
  process.send?.(address.port);
}
