import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openPortClaims } from './port-claims.ts';

// Below the range of outgoing connections, which could take a port while its process restarts.
const RANDOM_PORTS = { from: 20_000, to: 32_000 };
const CLAIMS = join(tmpdir(), 'vitae-ports');

/** Returns whether `host:port` is free. Rejects if the address does not belong to this machine. */
export function isFree(host: string, port: number): Promise<boolean> {
  return listenOnce(host, port).then(
    () => true,
    (error: NodeJS.ErrnoException) => {
      if (error.code === 'EADDRINUSE' || error.code === 'EACCES') return false;
      throw error;
    },
  );
}

export type PortChooser = {
  /** Returns the preferred port if it is free, else a random one. No launcher on this machine returns it again. */
  choose(preferred?: number): Promise<number>;
  /** Claims a port; returns false if another launcher has claimed it. */
  claim(port: number): boolean;
  /** Releases all claims, after the processes have exited. */
  release(): void;
};

/** Chooses ports for internal connections, which need no fixed address. */
export function createPortChooser(host: string): PortChooser {
  const claims = openPortClaims(CLAIMS);
  const anyPort = () => randomInt(RANDOM_PORTS.from, RANDOM_PORTS.to);
  return {
    choose: async (preferred = anyPort()) => {
      let port = preferred;
      while (!claims.claim(port) || !(await isFree(host, port))) port = anyPort();
      return port;
    },
    claim: claims.claim,
    release: claims.release,
  };
}

function listenOnce(host: string, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen({ host, port, exclusive: true }, () => server.close(() => resolve()));
  });
}
