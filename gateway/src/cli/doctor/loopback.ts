import { connect, createServer, type Server, type Socket } from 'node:net';

const LOOPBACK = /^(?:localhost|127(?:\.\d+){3})$/;

export type Address = { host: string; port: number };

/**
 * Forwards connections to the loopback ports of the public URLs to the proxy in front of the system. In a container,
 * a loopback address is the container itself. Returns a function that ends it.
 */
export async function forwardLoopback(urls: readonly string[], proxy: Address): Promise<() => void> {
  const local = urls.map((url) => new URL(url)).filter(({ hostname }) => LOOPBACK.test(hostname));
  const ports = new Set(local.map(({ port, protocol }) => Number(port || (protocol === 'https:' ? 443 : 80))));
  const servers = await Promise.all([...ports].map((port) => forward(port, proxy)));
  return () => {
    for (const close of servers) close();
  };
}

/** A port that cannot be opened is not forwarded: the checks report whether it responds. */
async function forward(port: number, proxy: Address): Promise<() => void> {
  const sockets = new Set<Socket>();
  const server = createServer((client) => {
    const target = connect(proxy);
    for (const [from, to] of [
      [client, target],
      [target, client],
    ] as const) {
      sockets.add(from);
      from.pipe(to);
      from.on('error', () => to.destroy()).on('close', () => to.destroy());
    }
  });
  await opened(server, port);
  return () => {
    server.close();
    for (const socket of sockets) socket.destroy();
  };
}

function opened(server: Server, port: number): Promise<void> {
  return new Promise((resolve) => {
    server.once('error', () => resolve()).listen(port, '127.0.0.1', resolve);
  });
}
