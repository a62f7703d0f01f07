import { setLimits } from '../support/limits.ts';
import { signedPath } from '../support/signer.ts';
import { startSystem } from '../support/system.ts';
import { compare, type Row } from './compare.ts';
import { requestsPerSecond } from './http-load.ts';

const REQUESTS = 6_000;
const CONNECTIONS = 50;

/** Compares the throughput of two gateway processes with that of one. */
export async function benchScaling(): Promise<Row[]> {
  const system = await startSystem({ gateways: 2, environment: { LOG_LEVEL: 'warn' } });
  try {
    const { gateways, demo } = await system.runFile();
    const [cvId] = demo?.cvIds ?? [];
    if (!demo || cvId === undefined) throw new Error('The system has no demo CV');
    await setLimits(system, demo.companyId, { standard: 1_000_000_000, intensive: 1_000_000_000 });
    const load = (urls: string[]) => async () => {
      const share = { connections: CONNECTIONS / urls.length, requests: REQUESTS / urls.length };
      const rates = await Promise.all(
        urls.map((url) =>
          requestsPerSecond({
            url,
            connections: share.connections,
            paths: Array.from({ length: share.requests }, () => signedPath('GET', `/api/v1/svc/cv/${cvId}`, demo)),
          }),
        ),
      );
      return rates.reduce((sum, rate) => sum + rate);
    };
    const row = await compare({
      title: `Signed GET, ${CONNECTIONS} connections in total`,
      ours: { name: 'two gateway processes', measure: load(gateways) },
      peer: { name: 'one process', measure: load(gateways.slice(0, 1)) },
    });
    return [row];
  } finally {
    await system.stop();
  }
}
