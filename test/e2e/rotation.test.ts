import { randomBytes } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type LoadBalancer, startHaproxy } from '../support/load-balancer.ts';
import { signedPath } from '../support/signer.ts';
import { type LoadRequest, type SteadyLoad, startSteadyLoad } from '../support/steady-load.ts';
import { startTestCluster, type TestCluster } from '../support/test-cluster.ts';
import { until } from '../support/until.ts';

const CALLS_A_SECOND = 50;
const freshKey = (id: string) => `${id}:${randomBytes(32).toString('base64')}`;
const [oldMaster, newMaster] = [freshKey('old'), freshKey('new')];
const [oldService, newService] = [freshKey('old'), freshKey('new')];

let folder: string;
let cluster: TestCluster;
let balancer: LoadBalancer;
let load: SteadyLoad | undefined;

/** As an operator changes a mounted Secret. */
async function writeKeys(master: readonly string[], service: readonly string[]): Promise<void> {
  await writeFile(join(folder, 'master-keys'), `${master.join(',')}\n`);
  await writeFile(join(folder, 'service-keys'), `${service.join(',')}\n`);
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'vitae-rotation-'));
  await writeKeys([oldMaster], [oldService]);
  cluster = await startTestCluster({
    gateways: 2,
    replicas: 2,
    environment: {
      DRAIN_DELAY_MS: '3000',
      MASTER_KEYS: undefined,
      SERVICE_KEYS: undefined,
      MASTER_KEYS_FILE: join(folder, 'master-keys'),
      SERVICE_KEYS_FILE: join(folder, 'service-keys'),
    },
  });
  balancer = await startHaproxy(cluster.gateways);
}, 400_000);
afterAll(async () => {
  await load?.stop();
  await balancer?.stop();
  await cluster?.stop();
  await rm(folder, { recursive: true, force: true });
}, 120_000);

/** The gateways and one service, which stands for the five: one of each at a time, while calls go on. */
async function restartOneByOne(answered: () => number): Promise<void> {
  for (const names of [
    ['gateway-1', 'resume'],
    ['gateway-2', 'resume-2'],
  ]) {
    await Promise.all(names.map((name) => cluster.process(name).restart()));
    const before = answered();
    await until('calls go on', () => answered() > before + CALLS_A_SECOND);
  }
}

test('master and service keys, read from files, rotate under signed calls without a lost one, until the old ones are gone', async () => {
  const { cvIds } = cluster.demo;
  const call = (index: number): LoadRequest => ({
    method: 'GET',
    url: `${balancer.url}${signedPath('GET', `/api/v1/cv/${cvIds[index % cvIds.length]}`, cluster.demo)}`,
  });
  // Cold processes first: they are not what is looked at here.
  const warming = startSteadyLoad(CALLS_A_SECOND, call);
  await until('first answers', () => warming.responses() > 5 * CALLS_A_SECOND);
  await warming.stop();
  const running = startSteadyLoad(CALLS_A_SECOND, call);
  load = running;
  await until('answers', () => running.responses() > CALLS_A_SECOND);

  await writeKeys([oldMaster, newMaster], [oldService, newService]);
  await restartOneByOne(running.responses);
  await writeKeys([newMaster, oldMaster], [newService, oldService]);
  await restartOneByOne(running.responses);
  const reseal = () => cluster.vitae<{ keys: number; busy: number }>('secrets', 'reseal');
  expect(await reseal()).toMatchObject({ keys: 1, busy: 0 });
  expect(await reseal()).toMatchObject({ keys: 0, busy: 0 });
  await writeKeys([newMaster], [newService]);
  await restartOneByOne(running.responses);

  const { sent, failures } = await running.stop();
  const starved = failures.filter(({ description: how }) => / 503 .*did not respond/.test(how));
  process.stdout.write(`${sent} calls while keys rotated, ${failures.length} failed\n`);
  expect(failures.filter((failure) => !starved.includes(failure)).slice(0, 20)).toEqual([]);
  // A process that knew not the keys of another would fail half the calls for seconds. A machine that has no time for us
  // for half a second fails a few, which are told to come again.
  expect(starved.length).toBeLessThan(sent * 0.02);
}, 600_000);
