import { createSocket, type Socket as DatagramSocket } from 'node:dgram';
import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { networkInterfaces } from 'node:os';

/** Listens at one port for whoever comes, over TCP and UDP, IPv6 and IPv4; for tests. */
export type NetworkListener = {
  port: number;
  /** This machine's own addresses. */
  hosts: string[];
  close(): Promise<void>;
};

const REDIRECT = 'HTTP/1.1 302 Found\r\nLocation: /again\r\nConnection: close\r\nContent-Length: 0\r\n\r\n';
const MOST_TRIES = 20;

/** `heard` is called for each connection and each datagram. */
export async function openNetworkListener(heard: () => void): Promise<NetworkListener> {
  const six = Object.values(networkInterfaces()).some((all) => all?.some(({ address }) => address === '::1'));
  // A dual stack: both kinds of addresses arrive at the socket of IPv6 (RFC 3493, 5.3).
  const host = six ? '::' : '0.0.0.0';
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    heard();
    sockets.add(socket.once('close', () => sockets.delete(socket)));
    socket.on('error', () => undefined);
    socket.once('data', () => socket.end(REDIRECT));
  });
  for (let tries = 1; ; tries += 1) {
    await once(server.listen({ port: 0, host }), 'listening');
    const { port } = server.address() as AddressInfo;
    const datagrams = createSocket({ type: six ? 'udp6' : 'udp4' }).on('message', heard);
    try {
      await bound(datagrams, port, host);
    } catch (error) {
      await new Promise((closed) => server.close(closed));
      if (tries === MOST_TRIES) throw error;
      continue; // somebody else has that port of UDP
    }
    return {
      port,
      hosts: six ? ['127.0.0.1', '[::1]', '[::ffff:127.0.0.1]'] : ['127.0.0.1'],
      close: async () => {
        for (const socket of sockets) socket.destroy();
        datagrams.close();
        await new Promise((closed) => server.close(closed));
      },
    };
  }
}

async function bound(socket: DatagramSocket, port: number, address: string): Promise<void> {
  try {
    socket.bind({ port, address });
    await once(socket, 'listening');
  } catch (error) {
    socket.close();
    throw error;
  }
}
