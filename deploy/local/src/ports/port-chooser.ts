import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openPortClaims } from './port-claims.ts';

// Below the range that systems give to outgoing connections, which could take a port while its process is brought back.
const OTHERS = { from: 20_000, to: 32_000 };
const CLAIMS = join(tmpdir(), 'vitae-ports');

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

export type PortChooser = {
  /** The usual port where it is free, else any; none is given twice, by no launcher of this machine. */
  choose(usual?: number): Promise<number>;
  /** Takes one port; false where another launcher has it. */
  claim(port: number): boolean;
  /** The processes have ended. */
  release(): void;
};

/** Ports for the inside, which nobody has to know beforehand. */
export function createPortChooser(host: string): PortChooser {
  const claims = openPortClaims(CLAIMS);
  const any = () => randomInt(OTHERS.from, OTHERS.to);
  return {
    choose: async (usual = any()) => {
      let port = usual;
      while (!claims.claim(port) || !(await isFree(host, port))) port = any();
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
