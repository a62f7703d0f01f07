import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';

/** The first of `count` ports in a row that nobody listens on. */
export async function freePorts(count: number): Promise<number> {
  for (let attempt = 0; attempt < 50; attempt += 1) {
    const first = await listenOnce(0);
    if (first + count < 65_535 && (await allFree(first + 1, count - 1))) return first;
  }
  throw new Error(`Found no ${count} free ports in a row`);
}

/** The same below the ports that the system gives to outgoing connections, so that none is taken while its process restarts. */
export async function restartablePorts(count: number): Promise<number> {
  for (let attempt = 0; attempt < 50; attempt += 1) {
    const first = randomInt(10_000, 32_000 - count);
    if (await allFree(first, count)) return first;
  }
  throw new Error(`Found no ${count} free ports in a row`);
}

async function allFree(first: number, count: number): Promise<boolean> {
  for (let offset = 0; offset < count; offset += 1) {
    try {
      await listenOnce(first + offset);
    } catch {
      return false; // taken: the caller looks elsewhere
    }
  }
  return true;
}

function listenOnce(port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(port, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' && address ? address.port : port));
    });
  });
}
