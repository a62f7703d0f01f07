import { setImmediate as turn } from 'node:timers/promises';
import { type Client, type ClientResponse, createClient } from '../support/client.ts';
import { consumedOutcomes } from '../support/consumed-outcomes.ts';
import { setLimits } from '../support/limits.ts';
import { signedPath } from '../support/signer.ts';
import { type RunFile, type System, startSystem } from '../support/system.ts';
import { until } from '../support/until.ts';

type Demo = NonNullable<RunFile['demo']>;
type Counts = { sent: number; answered: number; unavailable: number; cut: number; other: string[] };

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

/** Reads CVs without a pause over both gateways until told to stop; a fresh nonce for every call. */
async function keepReading(counts: Counts, stopped: () => boolean): Promise<void> {
  while (!stopped()) {
    const path = signedPath('GET', `/api/v1/svc/cv/${demo.cvIds[counts.sent % demo.cvIds.length]}`, demo);
    const gateway = gateways[counts.sent % gateways.length];
    counts.sent += 1;
    const answer = await client.get(`${gateway}${path}`).catch(() => undefined);
    if (!answer) counts.cut += 1;
    else if (answer.status === 200) counts.answered += 1;
    else if (answer.status === 503 || answer.status === 504) counts.unavailable += 1;
    else counts.other.push(`${answer.status} ${answer.body.subarray(0, 80)}`);
    await turn();
  }
}

/** Asks for an export as a patient client does: 202 and 503 mean "come back". */
async function exported(cvId: number): Promise<ClientResponse> {
  return until(
    `the PDF of CV ${cvId}`,
    async () => {
      const answer = await client.get(
        `${gateways[cvId % gateways.length]}${signedPath('GET', `/api/v1/cv/${cvId}/export/pdf`, demo)}`,
      );
      if (answer.status === 200) return answer;
      if (![202, 502, 503, 504].includes(answer.status)) throw new Error(`${answer.status} ${answer.body}`);
      return undefined;
    },
    120_000,
  );
}

/** A CV that was never exported, so that its export has to be rendered. */
async function freshCv(): Promise<number> {
  const [cv] = await system.vitae<{ id: number }[]>(
    'cv',
    'import',
    '--user',
    String(demo.owner.userId),
    'deploy/local/examples/sample.resume.json',
  );
  return cv?.id as number;
}

describe.each(['gateway-1', 'resume', 'preferences', 'metadata', 'comments', 'stats', 'export-1', 'redis', 'mongodb'])(
  '%s is killed under load',
  (victim) => {
    test('the system recovers by itself, every answered call is in the consumption log, no export is lost', async () => {
      const cvs = [await freshCv(), await freshCv(), await freshCv()];
      const before = await consumedOutcomes(await system.runFile(), demo.companyId);
      const counts: Counts = { sent: 0, answered: 0, unavailable: 0, cut: 0, other: [] };
      let stop = false;
      const readers = Array.from({ length: 8 }, () => keepReading(counts, () => stop));
      await until('a first hundred answers', () => counts.answered > 100);

      const exports = cvs.map(exported);
      const { pid } = (await system.runFile()).processes.find(({ name }) => name === victim) ?? { pid: 0 };
      await system.kill(victim);

      await until('another process in its place', async () => {
        const now = (await system.runFile()).processes.find(({ name }) => name === victim);
        return now !== undefined && now.pid !== pid;
      });
      const ready = async () =>
        (await Promise.all(gateways.map((gateway) => client.get(`${gateway}/readyz`)))).every(
          ({ status }) => status === 200,
        );
      await until('ready again', ready);
      const recovered = counts.answered;
      await until('answers again', () => counts.answered > recovered + 100);
      const files = await Promise.all(exports);
      stop = true;
      await Promise.all(readers);

      for (const file of files) expect(file.body.subarray(0, 5).toString()).toBe('%PDF-');
      expect(counts.other).toEqual([]);
      // Each export call is in the log too; a call that was cut may be there or not.
      const after = await consumedOutcomes(await system.runFile(), demo.companyId);
      const accepted = (after.accepted ?? 0) - (before.accepted ?? 0);
      expect(accepted).toBeGreaterThanOrEqual(counts.answered + files.length);
    }, 300_000);
  },
);
