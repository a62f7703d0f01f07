import { checkedFetch } from '../support/gateway/checked-fetch.ts';
import { type LoadBalancer, startHaproxy } from '../support/load-balancer.ts';
import { monitorStalls, type StallMonitor } from '../support/mongodb-stalls.ts';
import { signedPath } from '../support/signer.ts';
import { type Failure, type LoadRequest, type SteadyLoad, startSteadyLoad } from '../support/steady-load.ts';
import { startTestCluster, type TestCluster } from '../support/test-cluster.ts';
import { until } from '../support/until.ts';

/** The full run restarts every process; the short run restarts only one of the services. */
const FULL = process.env.VITAE_FULL === '1';
const REQUESTS_PER_SECOND = 300;
const DEPENDENCY_TIMEOUT_MS = 1_000;
const SERVICES = FULL ? ['resume', 'preferences', 'metadata', 'comments', 'stats'] : ['resume'];
const PROCESSES = ['gateway', 'site', ...SERVICES, 'export'];

let cluster: TestCluster;
let balancer: LoadBalancer;
let load: SteadyLoad | undefined;
let stallMonitor: StallMonitor | undefined;

beforeAll(async () => {
  // The delay of docker-compose.yml and the Helm chart.
  const environment = { DRAIN_DELAY_MS: '3000' };
  const replicas = FULL ? 2 : { resume: 2 };
  cluster = await startTestCluster({ gateways: 2, sites: 2, replicas, workers: 2, environment });
  balancer = await startHaproxy(cluster.gateways, cluster.sites);
  stallMonitor = await monitorStalls(cluster.mongodbUri);
  // Comments need an administrator as their author.
  await cluster.vitae('admin', 'create', '--company', String(cluster.demo.companyId), '--email', 'boss@example.com');
  const comment = `/api/v1/users/${cluster.demo.userId}/comment`;
  const written = await checkedFetch(`${balancer.url}${signedPath('POST', comment, cluster.demo)}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: '{"comment":"Met at the fair"}',
  });
  expect(written.ok).toBe(true);
}, 400_000);
afterAll(async () => {
  await load?.stop();
  await stallMonitor?.stop();
  await balancer?.stop();
  await cluster?.stop();
}, 120_000);

/** Requests that need every service; one in ten is a write. */
function requestOf(index: number): LoadRequest {
  const { demo } = cluster;
  const user = demo.userId;
  const signed = (path: string, parameters: Record<string, string> = {}) => ({
    method: 'GET',
    url: `${balancer.url}${signedPath('GET', path, demo, parameters)}`,
  });
  const preferences = `/api/v1/users/${user}/employmentpreferences`;
  const body = JSON.stringify({ seniority: 2, disabled: false, positions: { position: [{ id: 201 }] } });
  switch (index % 10) {
    case 0:
      return { method: 'PUT', url: `${balancer.url}${signedPath('PUT', preferences, demo)}`, body };
    case 1:
      return signed(preferences);
    case 2:
      return signed('/api/v1/svc/metadata', { userId: String(user) });
    case 3:
      return signed(`/api/v1/users/${user}/comment`);
    case 4:
      return signed('/api/v1/svc/user/stats', { userId: String(user) });
    default:
      return signed(`/api/v1/cv/${demo.cvIds[index % demo.cvIds.length]}`);
  }
}

/** Requests an export until it is complete. Returns its size, or the negative status of a failure. */
async function exportCv(cvId: number, format: string): Promise<number> {
  return until(
    `CV ${cvId} as ${format}`,
    async () => {
      const url = `${balancer.url}${signedPath('GET', `/api/v1/cv/${cvId}/export/${format}`, cluster.demo)}`;
      const response = await checkedFetch(url, { signal: AbortSignal.timeout(30_000) });
      const bytes = (await response.arrayBuffer()).byteLength;
      if (response.status === 202) return false;
      return response.status === 200 ? bytes : -response.status;
    },
    120_000,
  );
}

/** Tells whether a request failed because MongoDB stalled, which happens on slow machines without any restart. */
const causedByStall = ({ at, description }: Failure): boolean =>
  / 503 .*(?:did not respond|temporarily unavailable)/.test(description) &&
  (stallMonitor?.stalls ?? []).some(({ from, to }) => at > from && at < to + DEPENDENCY_TIMEOUT_MS);

type Outcome = { failures: string[]; losses: number[] };

/** Restarts all processes one after the other during requests and exports. */
async function restartAll(rate: number): Promise<Outcome> {
  load = startSteadyLoad(rate, requestOf);
  const { responses } = load;
  await until('the first responses', () => responses() > rate);
  const exports: Promise<number>[] = [];
  const durations: string[] = [];
  for (const name of PROCESSES) {
    const first = ['gateway', 'site', 'export'].includes(name) ? `${name}-1` : name;
    for (const one of [first, `${name}-2`]) {
      for (const [index, format] of ['txt', 'pdf', 'json'].entries())
        exports.push(exportCv(cluster.demo.cvIds[index % cluster.demo.cvIds.length] as number, format));
      const startedAt = performance.now();
      await cluster.process(one).restart();
      durations.push(`${one} ${Math.round(performance.now() - startedAt)} ms`);
      const before = responses();
      await until(`responses after the restart of ${one}`, () => responses() > before + rate);
    }
  }
  const { sent, perSecond, failures } = await load.stop();
  const files = await Promise.all(exports);
  process.stdout.write(
    `Restarted: ${durations.join(', ')}; ${sent} requests, ${perSecond} per second, ${failures.length} failed, ${failures.filter(causedByStall).length} of them during MongoDB stalls; ${files.length} exports\n`,
  );
  const unexplained = failures.filter((failure) => !causedByStall(failure)).map(({ description }) => description);
  return { failures: unexplained.slice(0, 20), losses: files.filter((bytes) => bytes <= 0) };
}

test(
  'fails no request and loses no export during a rolling restart under up to 300 signed requests per second',
  async () => {
    const warmUp = startSteadyLoad(2 * REQUESTS_PER_SECOND, requestOf);
    const startedAt = performance.now();
    await until('2,000 responses of the warm-up', () => warmUp.responses() > 2_000, 300_000);
    const capacity = warmUp.responses() / ((performance.now() - startedAt) / 1_000);
    await warmUp.stop();
    // A small machine would be overloaded: each process that starts takes most of a core for several seconds.
    const rate = FULL ? REQUESTS_PER_SECOND : Math.min(REQUESTS_PER_SECOND, Math.ceil(capacity / 3));
    // A restart that fails requests does so repeatedly; a failure of the machine does not repeat.
    let outcome = await restartAll(rate);
    for (let tries = 1; tries < (FULL ? 1 : 2) && outcome.failures.length + outcome.losses.length > 0; tries += 1)
      outcome = await restartAll(rate);
    expect(outcome).toEqual({ failures: [], losses: [] });
  },
  FULL ? 1_800_000 : 1_200_000,
);
