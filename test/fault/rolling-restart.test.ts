import { checkedFetch } from '../support/gateway/checked-fetch.ts';
import { type LoadBalancer, startHaproxy } from '../support/load-balancer.ts';
import { monitorStalls, type StallMonitor } from '../support/mongodb-stalls.ts';
import { signedPath } from '../support/signer.ts';
import { type Failure, type LoadRequest, type SteadyLoad, startSteadyLoad } from '../support/steady-load.ts';
import { startTestCluster, type TestCluster } from '../support/test-cluster.ts';
import { until } from '../support/until.ts';

/** At full strength every process is restarted, else one service stands for the five. */
const FULL = process.env.VITAE_FULL === '1';
const CALLS_A_SECOND = 300;
const GIVEN_UP_WITHIN_MS = 1_000;
const SERVICES = FULL ? ['resume', 'preferences', 'metadata', 'comments', 'stats'] : ['resume'];
const PROCESSES = ['gateway', ...SERVICES, 'export'];

let rig: TestCluster;
let balancer: LoadBalancer;
let load: SteadyLoad | undefined;
let watch: StallMonitor | undefined;

beforeAll(async () => {
  // As docker-compose.yml and the chart have it.
  rig = await startTestCluster({ gateways: 2, replicas: 2, workers: 2, environment: { DRAIN_DELAY_MS: '3000' } });
  balancer = await startHaproxy(rig.gateways);
  watch = await monitorStalls(rig.mongodbUri);
  // Comments are by the company's administrator.
  await rig.vitae('admin', 'create', '--company', String(rig.demo.companyId), '--email', 'boss@example.com');
  const comment = `/api/v1/users/${rig.demo.userId}/comment`;
  const written = await checkedFetch(`${balancer.url}${signedPath('POST', comment, rig.demo)}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: '{"comment":"Met at the fair"}',
  });
  expect(written.ok).toBe(true);
}, 400_000);
afterAll(async () => {
  await load?.stop();
  await watch?.stop();
  await balancer?.stop();
  await rig?.stop();
}, 120_000);

/** Calls of every service, one in ten of them a write. */
function callOf(index: number): LoadRequest {
  const { demo } = rig;
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

/** Asks until the file is there; whatever else than "come back" is a loss. */
async function exported(cvId: number, format: string): Promise<number> {
  return until(
    `CV ${cvId} as ${format}`,
    async () => {
      const url = `${balancer.url}${signedPath('GET', `/api/v1/cv/${cvId}/export/${format}`, rig.demo)}`;
      const answer = await checkedFetch(url, { signal: AbortSignal.timeout(30_000) });
      const bytes = (await answer.arrayBuffer()).byteLength;
      if (answer.status === 202) return false;
      return answer.status === 200 ? bytes : -answer.status;
    },
    120_000,
  );
}

/** A machine on which MongoDB answers nobody for half a second, not even who asks it alone, fails calls without any restart. */
const ofTheMachine = ({ at, description: how }: Failure): boolean =>
  / 503 .*did not respond/.test(how) &&
  (watch?.stalls ?? []).some(({ from, to }) => at > from && at < to + GIVEN_UP_WITHIN_MS);

type Outcome = { failures: string[]; losses: number[] };

/** Restarts every process, one after the other, under load and with exports on their way. */
async function restartAll(rate: number): Promise<Outcome> {
  load = startSteadyLoad(rate, callOf);
  const { responses: answered } = load;
  await until('answers', () => answered() > rate);
  const exports: Promise<number>[] = [];
  const took: string[] = [];
  for (const name of PROCESSES) {
    const first = ['gateway', 'export'].includes(name) ? `${name}-1` : name;
    for (const one of [first, `${name}-2`]) {
      for (const [index, format] of ['txt', 'pdf', 'json'].entries())
        exports.push(exported(rig.demo.cvIds[index % rig.demo.cvIds.length] as number, format));
      const began = performance.now();
      await rig.process(one).restart();
      took.push(`${one} ${Math.round(performance.now() - began)} ms`);
      const before = answered();
      await until('calls go on', () => answered() > before + rate);
    }
  }
  const { sent, perSecond, failures } = await load.stop();
  const files = await Promise.all(exports);
  process.stdout.write(
    `Restarted: ${took.join(', ')}; ${sent} calls, ${perSecond} a second, ${failures.length} failed, ${failures.filter(ofTheMachine).length} of them while MongoDB was silent; ${files.length} exports\n`,
  );
  const ours = failures.filter((failure) => !ofTheMachine(failure)).map(({ description: how }) => how);
  return { failures: ours.slice(0, 20), losses: files.filter((bytes) => bytes <= 0) };
}

test(
  'a rolling restart of each process under 300 signed calls a second fails no call and loses no export',
  async () => {
    // Cold processes at full load first: they are not what is looked at here.
    const warming = startSteadyLoad(CALLS_A_SECOND, callOf);
    const began = performance.now();
    await until('a first two thousand answers', () => warming.responses() > 2_000, 300_000);
    const carried = warming.responses() / ((performance.now() - began) / 1_000);
    await warming.stop();
    // A machine that does not carry them is overloaded before anything is restarted.
    const rate = FULL || carried > 0.7 * CALLS_A_SECOND ? CALLS_A_SECOND : Math.ceil(carried / 2);
    // A restart that costs calls costs them again; a machine that has no second for MongoDB is a 503 now and then.
    let outcome = await restartAll(rate);
    for (let tries = 1; tries < (FULL ? 1 : 2) && outcome.failures.length + outcome.losses.length > 0; tries += 1)
      outcome = await restartAll(rate);
    expect(outcome).toEqual({ failures: [], losses: [] });
  },
  FULL ? 1_800_000 : 1_200_000,
);
