import type { Fault } from '../support/faulty-proxy.ts';
import {
  expectRecovery,
  expectUnavailable,
  observe,
  observeSeries,
  recoveries,
  signedCv,
} from '../support/observed-requests.ts';
import { startTestCluster, type TestCluster } from '../support/test-cluster.ts';
import { until } from '../support/until.ts';

let rig: TestCluster;

beforeAll(async () => {
  rig = await startTestCluster({ gateways: 2 });
}, 400_000);
afterAll(() => rig?.stop(), 120_000);

const FAULTS: [string, Fault][] = [
  ['is down', 'down'],
  ['is slow (2 s)', { lateMs: 2_000 }],
  ['is cut mid-answer', 'cut'],
  ['is silent', 'silent'],
];

test.each(FAULTS)(
  'Redis %s: 503 within a second, never 403 or 200, recovery within 2 s',
  async (_how, fault) => {
    await expectRecovery(rig);
    rig.redis.set(fault);
    expectUnavailable(await observeSeries(rig, 6));
    rig.redis.set('none');
    await expectRecovery(rig);
  },
  120_000,
);

test.each(FAULTS)(
  'MongoDB %s: 503 within a second, never 403 or 200, recovery within 2 s',
  async (_how, fault) => {
    await expectRecovery(rig);
    rig.mongodb.set(fault);
    // What a gateway and a service know by heart for a moment may still be answered; the first refusal ends that.
    await until('a first refusal', async () => (await observe(signedCv(rig))).status === 503);
    expectUnavailable(await observeSeries(rig, 6));
    rig.mongodb.set('none');
    await expectRecovery(rig);
  },
  120_000,
);

describe('the resume service', () => {
  test('the resume service is killed: 503 within a second, and calls are answered as soon as it runs again', async () => {
    await expectRecovery(rig);
    rig.process('resume').signal('SIGKILL');
    await until('a first refusal', async () => (await observe(signedCv(rig))).status === 503);
    expectUnavailable(await observeSeries(rig, 6));
    await rig.process('resume').restart('SIGKILL');
    await expectRecovery(rig);
  }, 120_000);

  test('the resume service is paused (SIGSTOP): 503 within a second, recovery within 2 s', async () => {
    await expectRecovery(rig);
    rig.process('resume').signal('SIGSTOP');
    const seen = await observeSeries(rig, 6);
    rig.process('resume').signal('SIGCONT');
    expectUnavailable(seen);
    await expectRecovery(rig);
  }, 120_000);

  test('the resume service answers late (2 s): 503 within a second, recovery within 2 s', async () => {
    await expectRecovery(rig);
    rig.resume.set({ lateMs: 2_000 });
    expectUnavailable(await observeSeries(rig, 6));
    rig.resume.set('none');
    await expectRecovery(rig);
  }, 120_000);
});

test('after a fault of each kind the system was back within 2 s', () => {
  process.stdout.write(`Recoveries in ms: ${recoveries.map((ms) => Math.round(ms)).join(' ')}\n`);
  const sorted = [...recoveries].sort((one, other) => one - other);
  expect(sorted[Math.floor(sorted.length / 2)]).toBeLessThan(2_000);
});
