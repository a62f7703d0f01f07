import { createServer } from 'node:net';
import { claimPort } from './port-claim.ts';

/** True when nobody listens on `host:port`. */
export function isFree(host: string, port: number): Promise<boolean> {
  return listenOnce(host, port).then(
    () => true,
    (error: NodeJS.ErrnoException) => {
      if (error.code === 'EADDRINUSE' || error.code === 'EACCES') return false;
      throw error; // an address that is not this machine's is another sentence
    },
  );
}

/** A port that nobody listens on. */
export const anyFreePort = (host: string): Promise<number> => listenOnce(host, 0);

/** Hands out ports for the inside: the usual one where it is free, else any. None is given twice, here or by another launcher. */
export function createPortChooser(host: string, reserved: number[] = []) {
  const given = new Set(reserved);
  return async (usual: number): Promise<number> => {
    let port = usual;
    while (given.has(port) || !(await isFree(host, port)) || !claimPort(port)) port = await anyFreePort(host);
    given.add(port);
    return port;
  };
}

export type PortChooser = ReturnType<typeof createPortChooser>;

function listenOnce(host: string, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen({ host, port, exclusive: true }, () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' && address ? address.port : port));
    });
  });
}
