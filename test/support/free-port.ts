import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';

/**
 * Below the range of Linux for outgoing connections, which could take a port while its process restarts. Above the last
 * port that fetch and browsers block (10080, https://fetch.spec.whatwg.org/#port-blocking).
 */
const [LOWEST, HIGHEST] = [10_100, 32_000];

/** Test files that run at the same time use different ranges, because the port of a process is free while it restarts. */
const [WORKERS, WORKER] = [2, Number(process.env.JEST_WORKER_ID ?? 0) % 2];
const RANGE = Math.floor((HIGHEST - LOWEST) / WORKERS);

/** Returns the first of `count` consecutive free ports. */
export async function freePorts(count: number): Promise<number> {
  for (let attempt = 0; attempt < 50; attempt += 1) {
    const first = LOWEST + WORKER * RANGE + randomInt(RANGE - count);
    if (await allFree(first, count)) return first;
  }
  throw new Error(`There are no ${count} consecutive free ports`);
}

async function allFree(first: number, count: number): Promise<boolean> {
  for (let offset = 0; offset < count; offset += 1) {
    try {
      await listenOnce(first + offset);
    } catch {
      return false; // in use
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
