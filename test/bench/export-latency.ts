import autocannon from 'autocannon';
import { signedPath } from '../support/signer.ts';
import { compare, type Row } from './compare.ts';
import { createExportLoad, type ExportBench } from './export-load.ts';

const RATE = 100;
const REQUESTS = 600;
const CONNECTIONS = 5;
/** More concurrent exports than the worker accepts, and more exports than it completes during a measurement. */
const CONCURRENCY = 4;
const CVS = 60;
const WHY_MISSED =
  'At most two renderers run, at a lower priority (nice 5), so requests go first. On two cores, a request can still wait for the time slice of a renderer at each process that it passes through.';
const FORMATS = ['pdf', 'odt', 'docx', 'doc'];

/** Compares the 99th percentile latency of requests during exports with that of an idle system. */
export async function benchLatency(bench: ExportBench & { cvId: number }): Promise<Row[]> {
  const load = createExportLoad(bench);
  const idle = { name: 'idle', measure: () => p99(bench) };
  const busy = {
    name: 'saturated with exports',
    measure: async () => {
      const cvs = await load.newCvs(CVS);
      const waiting = cvs.flatMap((id) => FORMATS.map((format) => ({ id, format })));
      let isMeasured = false;
      const exportAll = async () => {
        for (let next = waiting.shift(); next && !isMeasured; next = waiting.shift())
          await load.exportFile(next.id, next.format);
      };
      const exports = Array.from({ length: CONCURRENCY }, exportAll);
      try {
        const latency = await p99(bench);
        if (waiting.length === 0) throw new Error('Invalid measurement: the exports ended before it');
        return latency;
      } finally {
        isMeasured = true;
        await Promise.all(exports);
      }
    },
  };
  const title = `99th percentile latency of a signed GET at ${RATE} per second`;
  return [await compare({ title, ours: busy, peer: idle, goal: 2, goalIs: 'max', whyMissed: WHY_MISSED }, 'ms')];
}

async function p99({ run, key, cvId }: ExportBench & { cvId: number }): Promise<number> {
  const [gateway = ''] = run.gateways;
  const result = await autocannon({
    url: gateway,
    connections: CONNECTIONS,
    amount: REQUESTS,
    overallRate: RATE,
    // The time that a request waits for the previous one counts too.
    ignoreCoordinatedOmission: false,
    setupClient: (client) => {
      const path = () => signedPath('GET', `/api/v1/svc/cv/${cvId}`, key);
      client.setRequests(Array.from({ length: REQUESTS / CONNECTIONS }, () => ({ method: 'GET', path: path() })));
    },
  });
  if (result.non2xx > 0 || result.errors > 0)
    throw new Error(`Invalid measurement: ${result.non2xx} responses were not 2xx`);
  return result.latency.p99;
}
