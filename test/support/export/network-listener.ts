import { createSocket, type Socket as DatagramSocket } from 'node:dgram';
import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { networkInterfaces } from 'node:os';

/** Listens on one port for TCP and UDP, over IPv4 and IPv6. */
export type NetworkListener = {
  port: number;
  /** The loopback addresses of this machine. */
  hosts: string[];
  close(): Promise<void>;
};

const REDIRECT = 'HTTP/1.1 302 Found\r\nLocation: /redirected\r\nConnection: close\r\nContent-Length: 0\r\n\r\n';
const MAX_ATTEMPTS = 20;

/** Calls `onContact` for each connection and each datagram. */
export async function openNetworkListener(onContact: () => void): Promise<NetworkListener> {
  const hasIpv6 = Object.values(networkInterfaces()).some((all) => all?.some(({ address }) => address === '::1'));
  // A dual-stack socket also receives IPv4 traffic (RFC 3493, 5.3).
  const host = hasIpv6 ? '::' : '0.0.0.0';
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    onContact();
    sockets.add(socket.once('close', () => sockets.delete(socket)));
    socket.on('error', () => undefined);
    socket.once('data', () => socket.end(REDIRECT));
  });
  for (let attempt = 1; ; attempt += 1) {
    await once(server.listen({ port: 0, host }), 'listening');
    const { port } = server.address() as AddressInfo;
    const datagrams = createSocket({ type: hasIpv6 ? 'udp6' : 'udp4' }).on('message', onContact);
    try {
      await bind(datagrams, port, host);
    } catch (error) {
      await new Promise((closed) => server.close(closed));
      if (attempt === MAX_ATTEMPTS) throw error;
      continue; // Another process uses the UDP port.
    }
    return {
      port,
      hosts: hasIpv6 ? ['127.0.0.1', '[::1]', '[::ffff:127.0.0.1]'] : ['127.0.0.1'],
      close: async () => {
        for (const socket of sockets) socket.destroy();
        datagrams.close();
        await new Promise((closed) => server.close(closed));
      },
    };
  }
}

async function bind(socket: DatagramSocket, port: number, address: string): Promise<void> {
  try {
    socket.bind({ port, address });
    await once(socket, 'listening');
  } catch (error) {
    socket.close();
    throw error;
  }
}
