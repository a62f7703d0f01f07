import autocannon from 'autocannon';
import { signedPath } from '../support/signer.ts';
import { compare, type Row } from './compare.ts';
import { createExportLoad, type ExportBench } from './export-load.ts';

const RATE = 100;
const CALLS = 600;
const CONNECTIONS = 5;
/** More than the worker makes at once, and more than it makes during one measurement. */
const LANES = 4;
const CVS = 60;
const WHY_MISSED =
  'Renderers run at a lower priority (nice 5) and two at most at once, so calls go first; but on two cores one that is on both keeps a call waiting until its slice ends, at each of the processes that a call goes through.';
const FORMATS = ['pdf', 'odt', 'docx', 'doc'];

/** What standard calls wait while exports keep the machine busy, against an idle one: the 99th percentile. */
export async function benchLatency(bench: ExportBench & { cvId: number }): Promise<Row[]> {
  const load = createExportLoad(bench);
  const idle = { name: 'idle', measure: () => p99(bench) };
  const busy = {
    name: 'exports saturate',
    measure: async () => {
      const cvs = await load.newCvs(CVS);
      const waiting = cvs.flatMap((id) => FORMATS.map((format) => ({ id, format })));
      let isMeasured = false;
      const lane = async () => {
        for (let next = waiting.shift(); next && !isMeasured; next = waiting.shift())
          await load.exported(next.id, next.format);
      };
      const lanes = Array.from({ length: LANES }, lane);
      try {
        const measured = await p99(bench);
        if (waiting.length === 0) throw new Error('The exports ended before the measurement: it says nothing');
        return measured;
      } finally {
        isMeasured = true;
        await Promise.all(lanes);
      }
    },
  };
  const title = `99th percentile of a signed GET, ${RATE} a second`;
  return [await compare({ title, ours: busy, peer: idle, goal: 2, goalIs: 'most', whyMissed: WHY_MISSED }, 'ms')];
}

async function p99({ run, key, cvId }: ExportBench & { cvId: number }): Promise<number> {
  const [gateway = ''] = run.gateways;
  const result = await autocannon({
    url: gateway,
    connections: CONNECTIONS,
    amount: CALLS,
    overallRate: RATE,
    // Measured from when a call was sent: one that had to wait for the one before it counts that wait too.
    ignoreCoordinatedOmission: false,
    setupClient: (client) => {
      const path = () => signedPath('GET', `/api/v1/svc/cv/${cvId}`, key);
      client.setRequests(Array.from({ length: CALLS / CONNECTIONS }, () => ({ method: 'GET', path: path() })));
    },
  });
  if (result.non2xx > 0 || result.errors > 0) throw new Error(`${result.non2xx} answers were not 2xx`);
  return result.latency.p99;
}
