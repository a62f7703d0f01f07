import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** A TCP proxy to a database whose connections can be cut and restored. */
export type CuttableConnection = {
  /** 127.0.0.1 with the port of the proxy. */
  host: string;
  cut(): void;
  restore(): void;
  close(): void;
};

export async function startCuttableConnection(target: { host: string; port: number }): Promise<CuttableConnection> {
  const sockets = new Set<Socket>();
  let isConnected = true;
  const server = createServer((client) => {
    if (!isConnected) {
      client.destroy();
      return;
    }
    const upstream = connect(target.port, target.host);
    for (const socket of [client, upstream]) {
      sockets.add(socket);
      socket.on('error', () => undefined).on('close', () => sockets.delete(socket));
    }
    client.on('close', () => upstream.destroy()).pipe(upstream);
    upstream.on('close', () => client.destroy()).pipe(client);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const cut = () => {
    isConnected = false;
    for (const socket of sockets) socket.destroy();
  };
  return {
    host: `127.0.0.1:${(server.address() as AddressInfo).port}`,
    cut,
    restore: () => {
      isConnected = true;
    },
    close: () => {
      cut();
      server.close();
    },
  };
}
