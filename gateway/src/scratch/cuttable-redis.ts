import { connect, createServer, type Server, type Socket } from 'node:net';

/** Redis behind a wire that can be cut. */
export type CuttableRedis = { url: string; cut(): void; mend(): void; close(): void };

export async function startCuttableRedis(redisUrl: string): Promise<CuttableRedis> {
  const target = new URL(redisUrl);
  const sockets = new Set<Socket>();
  let whole = true;
  const server: Server = createServer((near) => {
    if (!whole) {
      near.destroy();
      return;
    }
    const far = connect(Number(target.port || 6379), target.hostname);
    for (const socket of [near, far]) {
      sockets.add(socket);
      socket.on('error', () => undefined).on('close', () => sockets.delete(socket));
    }
    near.pipe(far).pipe(near);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as { port: number };
  const cut = () => {
    whole = false;
    for (const socket of sockets) socket.destroy();
  };
  return {
    url: `redis://127.0.0.1:${port}${target.pathname}`,
    cut,
    mend: () => {
      whole = true;
    },
    close: () => {
      cut();
      server.close();
    },
  };
}
