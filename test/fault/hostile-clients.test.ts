import { connect, type Socket } from 'node:net';
import { observe, signedCv } from '../support/observed-requests.ts';
import { signedPath } from '../support/signer.ts';
import { startSteadyLoad } from '../support/steady-load.ts';
import { startTestCluster, type TestCluster } from '../support/test-cluster.ts';
import { until } from '../support/until.ts';

const FULL = process.env.VITAE_FULL === '1';
const SLOW_SOCKETS = 1_000;
const MOST_AT_ONCE = 32;

let rig: TestCluster;

beforeAll(async () => {
  rig = await startTestCluster({ environment: { MAX_CONCURRENT_REQUESTS: String(MOST_AT_ONCE) } });
}, 400_000);
afterAll(() => rig?.stop(), 120_000);

test.each([['headers', 60_000] as const, ['bodies', 90_000] as const])(
  '1,000 sockets that send slow %s: others are answered, and the slow are cut in time',
  async (what, withinMs) => {
    const port = Number(new URL(rig.gateways[0] as string).port);
    const head = `POST ${signedPath('POST', `/api/v1/users/${rig.demo.userId}/comment`, rig.demo)} HTTP/1.1\r\nHost: localhost\r\n`;
    const begin = what === 'headers' ? head : `${head}Content-Type: application/json\r\nContent-Length: 5000\r\n\r\n{`;
    const open = new Set<Socket>();
    const sockets: Socket[] = [];
    const openSome = () => {
      for (let some = 0; some < SLOW_SOCKETS / 4; some += 1) {
        const socket = connect(port, '127.0.0.1', () => socket.write(begin));
        sockets.push(socket);
        open.add(socket);
        socket.on('error', () => undefined).on('close', () => open.delete(socket));
        socket.resume();
      }
    };
    const drip = setInterval(() => {
      for (const socket of open) socket.write(what === 'headers' ? 'X-Slow: 1\r\n' : ' ');
    }, 1_000);
    try {
      // No more at once than a listener has waiting.
      while (sockets.length < SLOW_SOCKETS) {
        openSome();
        await until('all are connected', () => sockets.every(({ connecting }) => !connecting));
      }
      expect(open.size).toBe(SLOW_SOCKETS);
      const seen = [];
      for (let index = 0; index < 20; index += 1) seen.push(await observe(signedCv(rig, index)));
      expect(seen.map(({ status }) => status)).toEqual(seen.map(() => 200));
      // A body may take 30 s: to wait for that is for the full run.
      if (what === 'bodies' && !FULL) return;
      await until('the slow are cut', () => open.size === 0, withinMs);
      expect((await observe(signedCv(rig))).status).toBe(200);
    } finally {
      clearInterval(drip);
      for (const socket of sockets) socket.destroy();
    }
  },
  120_000,
);

test('3 × overload: what is too much is a 503 with Retry-After, what is let in stays quick, and all is well at once after it', async () => {
  const next = (index: number) => ({ method: 'GET', url: signedCv(rig, index) });
  // What the gateway can do: a closed loop of half of what it takes at once.
  const began = performance.now();
  let answered = 0;
  const alone: number[] = [];
  const loop = async () => {
    while (performance.now() - began < 3_000) {
      const { status, ms } = await observe(signedCv(rig, answered));
      expect(status).toBe(200);
      alone.push(ms);
      answered += 1;
    }
  };
  await Promise.all(Array.from({ length: MOST_AT_ONCE / 2 }, loop));
  const capacity = answered / 3;
  const latencies: number[] = [];
  let refusedWithout = 0;
  const load = startSteadyLoad(Math.ceil(capacity * 3), next, ({ status, ms, retryAfter }) => {
    if (status === 200) latencies.push(ms);
    else if (!(Number(retryAfter) >= 1)) refusedWithout += 1;
  });
  await until('some seconds have gone', () => performance.now() - began > 8_000);
  const { sent, failures } = await load.stop();
  const after = performance.now();
  await until('all is well', async () => (await observe(signedCv(rig))).status === 200);
  process.stdout.write(
    `Overload: ${Math.round(capacity)} calls/s alone, ${sent} sent at three times that, ${failures.length} refused; p99 ${at(alone, 0.99)} ms alone, ${at(latencies, 0.99)} ms under overload; well again after ${Math.round(performance.now() - after)} ms\n`,
  );
  expect(failures.filter(({ description: how }) => !how.includes('503'))).toEqual([]);
  expect(refusedWithout).toBe(0);
  expect(latencies.length).toBeGreaterThan(0);
  expect(at(latencies, 0.99)).toBeLessThan(Math.max(20 * at(alone, 0.99), 5_000));
}, 120_000);

function at(values: readonly number[], share: number): number {
  const sorted = [...values].sort((one, other) => one - other);
  return Math.round(sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0);
}
