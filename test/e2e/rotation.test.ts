import { randomBytes } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type LoadBalancer, startHaproxy } from '../support/load-balancer.ts';
import { newPrivateKey, publicKeyItem } from '../support/service-keys.ts';
import { signedPath } from '../support/signer.ts';
import { type LoadRequest, type SteadyLoad, startSteadyLoad } from '../support/steady-load.ts';
import { startTestCluster, type TestCluster } from '../support/test-cluster.ts';
import { until } from '../support/until.ts';

const REQUESTS_PER_SECOND = 50;
const newKey = (id: string) => `${id}:${randomBytes(32).toString('base64')}`;
const [oldMaster, newMaster] = [newKey('old'), newKey('new')];
const [oldService, newService] = [newPrivateKey(), newPrivateKey()];

let folder: string;
let cluster: TestCluster;
let balancer: LoadBalancer;
let load: SteadyLoad | undefined;

/** Changes the files as an operator changes a mounted Secret. */
async function writeKeys(master: readonly string[], service: string, accepted: readonly string[]): Promise<void> {
  await writeFile(join(folder, 'master-keys'), `${master.join(',')}\n`);
  await writeFile(join(folder, 'service-private-key'), `${service}\n`);
  const publicKeys = accepted.map((key) => publicKeyItem('gateway', key));
  await writeFile(join(folder, 'service-public-keys'), `${publicKeys.join('\n')}\n`);
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'vitae-rotation-'));
  await writeKeys([oldMaster], oldService, [oldService]);
  cluster = await startTestCluster({
    gateways: 2,
    replicas: { resume: 2 },
    environment: {
      DRAIN_DELAY_MS: '3000',
      MASTER_KEYS: undefined,
      SERVICE_PRIVATE_KEY: undefined,
      SERVICE_PUBLIC_KEYS: undefined,
      MASTER_KEYS_FILE: join(folder, 'master-keys'),
      SERVICE_PRIVATE_KEY_FILE: join(folder, 'service-private-key'),
      SERVICE_PUBLIC_KEYS_FILE: join(folder, 'service-public-keys'),
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

/** Restarts the gateways and one of the services, one replica of each at a time. */
async function restartOneByOne(responses: () => number): Promise<void> {
  for (const names of [
    ['gateway-1', 'resume'],
    ['gateway-2', 'resume-2'],
  ]) {
    await Promise.all(names.map((name) => cluster.process(name).restart()));
    const before = responses();
    await until('responses after the restart', () => responses() > before + REQUESTS_PER_SECOND);
  }
}

test('rotates master and service keys in files without failing a signed request', async () => {
  const { cvIds } = cluster.demo;
  const requestOf = (index: number): LoadRequest => ({
    method: 'GET',
    url: `${balancer.url}${signedPath('GET', `/api/v1/cv/${cvIds[index % cvIds.length]}`, cluster.demo)}`,
  });
  const warmUp = startSteadyLoad(REQUESTS_PER_SECOND, requestOf);
  await until('the responses of the warm-up', () => warmUp.responses() > 5 * REQUESTS_PER_SECOND);
  await warmUp.stop();
  const running = startSteadyLoad(REQUESTS_PER_SECOND, requestOf);
  load = running;
  await until('the first responses', () => running.responses() > REQUESTS_PER_SECOND);

  await writeKeys([oldMaster, newMaster], oldService, [oldService, newService]);
  await restartOneByOne(running.responses);
  await writeKeys([newMaster, oldMaster], newService, [oldService, newService]);
  await restartOneByOne(running.responses);
  const reseal = () => cluster.vitae<{ keys: number; busy: number }>('secrets', 'reseal');
  expect(await reseal()).toMatchObject({ keys: 1, busy: 0 });
  expect(await reseal()).toMatchObject({ keys: 0, busy: 0 });
  await writeKeys([newMaster], newService, [newService]);
  await restartOneByOne(running.responses);

  const { sent, failures } = await running.stop();
  const timeouts = failures.filter(({ description }) => / 503 .*did not respond/.test(description));
  process.stdout.write(`Key rotation: ${sent} requests, ${failures.length} failed\n`);
  expect(failures.filter((failure) => !timeouts.includes(failure)).slice(0, 20)).toEqual([]);
  // A process without the keys of another would fail half of the requests for seconds. A busy machine causes a few
  // timeouts.
  expect(timeouts.length).toBeLessThan(sent * 0.02);
}, 600_000);
