import { setImmediate as turn } from 'node:timers/promises';
import { type Client, type ClientResponse, createClient } from '../support/client.ts';
import { consumedOutcomes } from '../support/consumed-outcomes.ts';
import { setLimits } from '../support/limits.ts';
import { signedPath } from '../support/signer.ts';
import { type RunFile, type System, startSystem } from '../support/system.ts';
import { until } from '../support/until.ts';

type Demo = NonNullable<RunFile['demo']>;
type Counts = { sent: number; succeeded: number; unavailable: number; aborted: number; other: string[] };

let system: System;
let client: Client;
let demo: Demo;
let gateways: string[];

beforeAll(async () => {
  client = createClient(24);
  system = await startSystem({ gateways: 2, workers: 2, environment: { EXPORT_WAIT_MS: '15000' } });
  const run = await system.runFile();
  gateways = run.gateways;
  demo = run.demo as Demo;
  await setLimits(system, demo.companyId, { standard: 1_000_000, intensive: 100_000 });
}, 400_000);

afterAll(async () => {
  client.close();
  await system?.stop();
});

/** Reads CVs through both gateways without a pause. */
async function keepReading(counts: Counts, isStopped: () => boolean): Promise<void> {
  while (!isStopped()) {
    const path = signedPath('GET', `/api/v1/svc/cv/${demo.cvIds[counts.sent % demo.cvIds.length]}`, demo);
    const gateway = gateways[counts.sent % gateways.length];
    counts.sent += 1;
    const response = await client.get(`${gateway}${path}`).catch(() => undefined);
    if (!response) counts.aborted += 1;
    else if (response.status === 200) counts.succeeded += 1;
    else if (response.status === 503 || response.status === 504) counts.unavailable += 1;
    else counts.other.push(`${response.status} ${response.body.subarray(0, 80)}`);
    await turn();
  }
}

/** Requests an export and retries after 202, 502, 503 and 504. */
async function exportPdf(cvId: number): Promise<ClientResponse> {
  return until(
    `the PDF of CV ${cvId}`,
    async () => {
      const response = await client.get(
        `${gateways[cvId % gateways.length]}${signedPath('GET', `/api/v1/cv/${cvId}/export/pdf`, demo)}`,
      );
      if (response.status === 200) return response;
      if (![202, 502, 503, 504].includes(response.status)) throw new Error(`${response.status} ${response.body}`);
      return undefined;
    },
    120_000,
  );
}

/** Imports CVs whose export is not stored yet. */
async function importCvs(count: number): Promise<number[]> {
  const files = Array.from({ length: count }, () => 'deploy/local/examples/sample.resume.json');
  const cvs = await system.vitae<{ id: number }[]>('cv', 'import', '--user', String(demo.owner.userId), ...files);
  return cvs.map(({ id }) => id);
}

/** The services are restarted in the same way. The short run kills only the one that the requests need. */
const SERVICES =
  process.env.VITAE_FULL === '1' ? ['resume', 'preferences', 'metadata', 'comments', 'stats'] : ['resume'];

describe.each(['gateway-1', 'site-1', ...SERVICES, 'export-1', 'redis', 'mongodb'])(
  'after %s is killed under load',
  (victim) => {
    test('the system recovers, has recorded every successful request and loses no export', async () => {
      const cvs = await importCvs(3);
      const before = await consumedOutcomes(await system.runFile(), demo.companyId);
      const counts: Counts = { sent: 0, succeeded: 0, unavailable: 0, aborted: 0, other: [] };
      let stop = false;
      const readers = Array.from({ length: 8 }, () => keepReading(counts, () => stop));
      await until('a hundred responses', () => counts.succeeded > 100);

      const exports = cvs.map(exportPdf);
      const { pid } = (await system.runFile()).processes.find(({ name }) => name === victim) ?? { pid: 0 };
      await system.kill(victim);

      await until(`a new ${victim} process`, async () => {
        const current = (await system.runFile()).processes.find(({ name }) => name === victim);
        return current !== undefined && current.pid !== pid;
      });
      const areReady = async () =>
        (await Promise.all(gateways.map((gateway) => client.get(`${gateway}/readyz`)))).every(
          ({ status }) => status === 200,
        );
      await until('all gateways to be ready', areReady);
      const recovered = counts.succeeded;
      await until('a hundred responses after the recovery', () => counts.succeeded > recovered + 100);
      const files = await Promise.all(exports);
      stop = true;
      await Promise.all(readers);

      for (const file of files) expect(file.body.subarray(0, 5).toString()).toBe('%PDF-');
      expect(counts.other).toEqual([]);
      // Export requests are recorded too. Aborted requests may be recorded or not.
      const after = await consumedOutcomes(await system.runFile(), demo.companyId);
      const accepted = (after.accepted ?? 0) - (before.accepted ?? 0);
      expect(accepted).toBeGreaterThanOrEqual(counts.succeeded + files.length);
    }, 300_000);
  },
);
