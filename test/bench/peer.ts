import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

export type Peer = { url: string; pid: number; stop(): void };

/** Starts a peer of the benchmarks as a process and sends it a message. */
export async function startPeer(file: string, message: string): Promise<Peer> {
  const child = fork(join(import.meta.dirname, file), { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
  const port = await new Promise<number>((resolve, reject) => {
    child.once('message', (value) => resolve(Number(value)));
    child.once('exit', (code) => reject(new Error(`${file} exited with ${code}`)));
    child.send(message);
  });
  return { url: `http://127.0.0.1:${port}`, pid: child.pid ?? 0, stop: () => child.disconnect() };
}

/** For peers: returns the message of the parent, and exits with the parent. */
export async function messageFromParent(): Promise<string> {
  process.once('disconnect', () => process.exit(0));
  const [message] = await once(process, 'message');
  return String(message);
}

/** For peers: sends the port of the server to the parent. */
export function sendPort(server: { address(): unknown }): void {
  const address = server.address() as { port: number };
  process.send?.(address.port);
}
