import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** A TCP connection to a database that can be cut and mended. */
export type CuttableConnection = {
  /** 127.0.0.1 and the wire's own port. */
  host: string;
  cut(): void;
  restore(): void;
  close(): void;
};

export async function startCuttableConnection(target: { host: string; port: number }): Promise<CuttableConnection> {
  const sockets = new Set<Socket>();
  let whole = true;
  const server = createServer((near) => {
    if (!whole) {
      near.destroy();
      return;
    }
    const far = connect(target.port, target.host);
    for (const socket of [near, far]) {
      sockets.add(socket);
      socket.on('error', () => undefined).on('close', () => sockets.delete(socket));
    }
    near.on('close', () => far.destroy()).pipe(far);
    far.on('close', () => near.destroy()).pipe(near);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const cut = () => {
    whole = false;
    for (const socket of sockets) socket.destroy();
  };
  return {
    host: `127.0.0.1:${(server.address() as AddressInfo).port}`,
    cut,
    restore: () => {
      whole = true;
    },
    close: () => {
      cut();
      server.close();
    },
  };
}
