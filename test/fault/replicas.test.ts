import { VitaeError } from '@vitae/kit/errors';
import type { GrpcClient } from '@vitae/kit/grpc-client';
import type { PreferencesServiceDefinition } from '@vitae/proto/gen/cv/preferences/v1/PreferencesService';
import { type DnsServer, startDnsServer } from '../support/dns-server.ts';
import { type DatabaseFixture, openDatabaseFixture } from '../support/kit/database-fixture.ts';
import { type ServiceReplicas, startServiceReplicas } from '../support/service-replicas.ts';
import { until } from '../support/until.ts';

// Four replicas behind one DNS name, as a headless Service of Kubernetes, and the gRPC client without a gateway.

const NAME = 'preferences.test';
const FULL = process.env.VITAE_FULL === '1';
const INTERVAL_MS = 15;
/** Calls per measurement. Round-robin makes a small sample sufficient. */
const WINDOW = 200;
/** Calls to a hanging replica should fail over within 1 s. Without failover they take 5 s, their deadline. */
const LATE_MS = 3_000;

let database: DatabaseFixture;
let replicas: ServiceReplicas;
let dns: DnsServer;
let client: GrpcClient<PreferencesServiceDefinition>;

beforeAll(async () => {
  database = await openDatabaseFixture(process.env.MONGODB_URI);
  const environment = { MONGODB_URI: database.uri, MONGODB_DATABASE: database.name };
  replicas = await startServiceReplicas('preferences', 4, environment);
  dns = await startDnsServer(NAME);
  dns.setAddresses(replicas.addresses.slice(0, 1));
  // gRPC reads this variable when it is imported. It then uses the name server in the address.
  process.env.GRPC_NODE_USE_ALTERNATIVE_RESOLVER = 'true';
  const { createGrpcClient } = await import('@vitae/kit/grpc-client');
  const { contracts } = await import('@vitae/proto/contract');
  const address = `dns://127.0.0.1:${dns.port}/${NAME}:${replicas.port}`;
  const { identity } = replicas;
  client = createGrpcClient({ ...contracts.preferences(), address, identity, reads: ['BatchGetPreferences'] });
}, 300_000);
afterEach(() => stopSending?.());
afterAll(async () => {
  client?.close();
  dns?.close();
  await replicas?.stop();
  await database?.drop();
}, 120_000);

const caller = { companyId: 1, userId: 0, applicationId: 0, requestId: 'test' };
const USER_OF_READS = 1;
const read = () => client.call.BatchGetPreferences({ items: [{ caller, userId: USER_OF_READS }] });
let lastUser = USER_OF_READS;
const acknowledged = new Set<number>();
/** Each write has a separate user, whose revision tells how often it was applied. */
const write = async () => {
  const userId = ++lastUser;
  await client.call.SetPreferences({ userId, preferences: Buffer.from('{}'), ifRevision: 0 }, { caller });
  acknowledged.add(userId);
};
let turn = 0;
/** Every third call is a write, so that each of four replicas gets reads and writes. */
const readOrWrite = () => (++turn % 3 === 0 ? write() : read());

/** The revisions of a user without a write and with one write. */
const [NO_WRITE, ONE_WRITE] = [1, 2];
const MAX_BATCH_ITEMS = 64;

/** Returns the users whose acknowledged write was lost or whose write was applied more than once. */
async function wrongWrites(): Promise<number[]> {
  const users = Array.from({ length: lastUser - USER_OF_READS }, (_, index) => USER_OF_READS + 1 + index);
  const wrong: number[] = [];
  for (let start = 0; start < users.length; start += MAX_BATCH_ITEMS) {
    const batch = users.slice(start, start + MAX_BATCH_ITEMS);
    const { items } = await client.call.BatchGetPreferences({ items: batch.map((userId) => ({ caller, userId })) });
    const revisions = items.map(({ preferences }) => Number(preferences?.revision));
    const isCorrect = (user: number, revision = 0) =>
      revision === ONE_WRITE || (revision === NO_WRITE && !acknowledged.has(user));
    wrong.push(...batch.filter((user, index) => !isCorrect(user, revisions[index])));
  }
  return wrong;
}

/** Stops the calls of a failed test. */
let stopSending: (() => void) | undefined;

type FinishedCall = { sentAt: number; ms: number; failure?: string };

/** Calls at a constant rate without waiting for responses. */
function startCalls(call: () => Promise<unknown>) {
  const finished: FinishedCall[] = [];
  const inFlight = new Set<Promise<unknown>>();
  const startedAt = performance.now();
  let sent = 0;
  const send = async () => {
    const sentAt = performance.now();
    const failure = await call().then(
      () => ({}),
      (error: unknown) => ({ failure: VitaeError.from(error).code }),
    );
    finished.push({ sentAt, ms: performance.now() - sentAt, ...failure });
  };
  const timer = setInterval(() => {
    for (const due = (performance.now() - startedAt) / INTERVAL_MS; sent < due; sent += 1) {
      const one = send().finally(() => inFlight.delete(one));
      inFlight.add(one);
    }
  }, INTERVAL_MS);
  stopSending = () => clearInterval(timer);
  return {
    stop: async () => {
      clearInterval(timer);
      await Promise.all(inFlight);
      return finished;
    },
  };
}

/** Measures the share of each replica in the next calls. */
async function nextShares(): Promise<number[]> {
  const before = await replicas.handledCalls();
  const since = async () => (await replicas.handledCalls()).map((count, index) => count - (before[index] ?? 0));
  const enough = async () => {
    const counts = await since();
    return sumOf(counts) >= WINDOW && counts;
  };
  const counts = await until(`${WINDOW} calls`, enough, 30_000);
  return counts.map((count) => count / sumOf(counts));
}

const sumOf = (counts: readonly number[]) => counts.reduce((sum, one) => sum + one, 0);
const isEven = (shares: readonly number[]) => shares.every((share) => share >= 0.2 && share <= 0.3);

test('balances calls within 60 s after a service grows from 1 to 4 replicas', async () => {
  const calls = startCalls(read);
  expect(await nextShares()).toEqual([1, 0, 0, 0]);
  dns.setAddresses(replicas.addresses);
  const grown = performance.now();
  const evenShares = async () => {
    const shares = await nextShares();
    return isEven(shares) && shares;
  };
  const shares = await until('even shares', evenShares, 60_000);
  const seconds = (performance.now() - grown) / 1_000;
  const finished = await calls.stop();
  const failed = finished.filter(({ failure }) => failure);
  process.stdout.write(
    `1 → 4 replicas: ${shares.map((share) => `${Math.round(share * 100)} %`).join(', ')} after ${seconds.toFixed(1)} s; ${finished.length} calls, ${failed.length} failed, ${dns.queryCount()} DNS queries\n`,
  );
  expect(failed).toEqual([]);
}, 120_000);

const CALLS: [string, () => Promise<unknown>][] = [
  ['reads and writes', readOrWrite],
  ['reads only', read],
  ['writes only, paused a second time within a minute', write],
];

test.each(FULL ? CALLS : CALLS.slice(0, 1))(
  'fails over from a paused replica (SIGSTOP) and applies no write twice: %s',
  async (_description, call) => {
    const calls = startCalls(call);
    const before = sumOf(await replicas.handledCalls());
    await until(`${WINDOW} calls`, async () => sumOf(await replicas.handledCalls()) > before + WINDOW);
    const others = async () => sumOf(await replicas.handledCalls(1));
    const handled = await others();
    const pausedAt = performance.now();
    replicas.signal(0, 'SIGSTOP');
    try {
      await until('calls to the other replicas', async () => (await others()) > handled + 2 * WINDOW, 30_000);
    } finally {
      replicas.signal(0, 'SIGCONT');
    }
    const resumedAt = performance.now();
    await until('calls to the resumed replica', async () => ((await nextShares())[0] ?? 0) >= 0.2, 30_000);
    const duringPause = (await calls.stop()).filter(({ sentAt }) => sentAt > pausedAt && sentAt < resumedAt);
    const failed = duringPause.filter(({ failure }) => failure);
    const slowest = Math.round(Math.max(...duringPause.map(({ ms }) => ms)));
    process.stdout.write(
      `Paused replica: ${duringPause.length} calls during the pause, ${failed.length} failed, slowest ${slowest} ms\n`,
    );
    expect(new Set(failed.map(({ failure }) => failure))).toEqual(new Set(failed.length > 0 ? ['UNAVAILABLE'] : []));
    // Without failover, a quarter of the calls would wait for the deadline. A loaded machine delays a few.
    const bad = duringPause.filter(({ failure, ms }) => failure || ms > LATE_MS);
    expect(bad.length / duringPause.length).toBeLessThan(0.12);
    expect(await until('the revisions of all users', wrongWrites)).toEqual([]);
  },
  240_000,
);
