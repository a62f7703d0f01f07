import { VitaeError } from '@vitae/kit/errors';
import type { GrpcClient } from '@vitae/kit/grpc-client';
import type { PreferencesServiceDefinition } from '@vitae/proto/gen/cv/preferences/v1/PreferencesService';
import { type DnsServer, startDnsServer } from '../support/dns-server.ts';
import { type DatabaseFixture, openDatabaseFixture } from '../support/kit/database-fixture.ts';
import { type ServiceReplicas, startServiceReplicas } from '../support/service-replicas.ts';
import { until } from '../support/until.ts';

/*
 * Four processes of a service behind a name, as a headless Service of Kubernetes has them, and our client. What is
 * measured is who answers: no gateway is needed for that.
 */

const NAME = 'preferences.test';
const FULL = process.env.VITAE_FULL === '1';
const EVERY_MS = 15;
/** As many calls are looked at together; their order is round-robin, so that few are enough. */
const WINDOW = 200;
/** Without what is tested a call to a replica that hangs takes 5 s, its deadline. The promise is 1 s. */
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
  dns.answer(replicas.addresses.slice(0, 1));
  // gRPC reads it when it is loaded, as late as here, and asks the name server in the address instead of the system's.
  process.env.GRPC_NODE_USE_ALTERNATIVE_RESOLVER = 'true';
  const { createGrpcClient } = await import('@vitae/kit/grpc-client');
  const { contracts } = await import('@vitae/proto/contract');
  const address = `dns://127.0.0.1:${dns.port}/${NAME}:${replicas.port}`;
  const { identity } = replicas;
  client = createGrpcClient({ ...contracts.preferences(), address, identity, reads: ['BatchGetPreferences'] });
}, 300_000);
afterEach(() => stopCalls?.());
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
/** Each has a user of its own, whose revision tells how often it was made. */
const write = async () => {
  const userId = ++lastUser;
  await client.call.SetPreferences({ userId, preferences: Buffer.from('{}'), ifRevision: 0 }, { caller });
  acknowledged.add(userId);
};
let turn = 0;
/** Of three calls one is a write: each of four replicas has both in turn. */
const readOrWrite = () => (++turn % 3 === 0 ? write() : read());

/** Of a user who has set none, and of one who has set some once. */
const [NEVER, ONCE] = [1, 2];
const MOST_ITEMS = 64;

/** The users of writes that were lost, though acknowledged, or made more than once. */
async function wrongWrites(): Promise<number[]> {
  const users = Array.from({ length: lastUser - USER_OF_READS }, (_, index) => USER_OF_READS + 1 + index);
  const wrong: number[] = [];
  for (let at = 0; at < users.length; at += MOST_ITEMS) {
    const some = users.slice(at, at + MOST_ITEMS);
    const { items } = await client.call.BatchGetPreferences({ items: some.map((userId) => ({ caller, userId })) });
    const revisions = items.map(({ preferences }) => Number(preferences?.revision));
    const isRight = (user: number, revision = 0) =>
      revision === ONCE || (revision === NEVER && !acknowledged.has(user));
    wrong.push(...some.filter((user, index) => !isRight(user, revisions[index])));
  }
  return wrong;
}

/** Of those that a test which failed has left. */
let stopCalls: (() => void) | undefined;

type Ended = { sentAt: number; ms: number; failure?: string };

/** Calls at a steady rate, whether or not those before are answered. */
function startCalls(call: () => Promise<unknown>) {
  const ended: Ended[] = [];
  const underWay = new Set<Promise<unknown>>();
  const began = performance.now();
  let sent = 0;
  const send = async () => {
    const sentAt = performance.now();
    const failure = await call().then(
      () => ({}),
      (error: unknown) => ({ failure: VitaeError.from(error).code }),
    );
    ended.push({ sentAt, ms: performance.now() - sentAt, ...failure });
  };
  const timer = setInterval(() => {
    for (const due = (performance.now() - began) / EVERY_MS; sent < due; sent += 1) {
      const one = send().finally(() => underWay.delete(one));
      underWay.add(one);
    }
  }, EVERY_MS);
  stopCalls = () => clearInterval(timer);
  return {
    stop: async () => {
      clearInterval(timer);
      await Promise.all(underWay);
      return ended;
    },
  };
}

/** The share of each replica in the next calls. */
async function nextShares(): Promise<number[]> {
  const before = await replicas.handledCalls();
  const since = async () => (await replicas.handledCalls()).map((count, index) => count - (before[index] ?? 0));
  const enough = async () => {
    const counts = await since();
    return sumOf(counts) >= WINDOW && counts;
  };
  const counts = await until('some calls are answered', enough, 30_000);
  return counts.map((count) => count / sumOf(counts));
}

const sumOf = (counts: readonly number[]) => counts.reduce((sum, one) => sum + one, 0);
const isEven = (shares: readonly number[]) => shares.every((share) => share >= 0.2 && share <= 0.3);

test('a service grows from 1 to 4 replicas: within 60 s each answers its share of the calls', async () => {
  const calls = startCalls(read);
  expect(await nextShares()).toEqual([1, 0, 0, 0]);
  dns.answer(replicas.addresses);
  const grown = performance.now();
  const even = async () => {
    const shares = await nextShares();
    return isEven(shares) && shares;
  };
  const shares = await until('calls are spread evenly', even, 60_000);
  const seconds = (performance.now() - grown) / 1_000;
  const ended = await calls.stop();
  const failed = ended.filter(({ failure }) => failure);
  process.stdout.write(
    `1 → 4 replicas: ${shares.map((share) => `${Math.round(share * 100)} %`).join(', ')} after ${seconds.toFixed(1)} s; ${ended.length} calls, ${failed.length} failed, ${dns.asked()} looks at the name\n`,
  );
  expect(failed).toEqual([]);
}, 120_000);

const CALLS: [string, () => Promise<unknown>][] = [
  ['reads are answered by the others, no write is made twice', readOrWrite],
  ['reads alone', read],
  ['writes alone, when it hangs again within a minute', write],
];

test.each(FULL ? CALLS : CALLS.slice(0, 1))(
  'one of four replicas is paused (SIGSTOP): %s',
  async (_what, call) => {
    const calls = startCalls(call);
    const before = sumOf(await replicas.handledCalls());
    await until('calls are answered', async () => sumOf(await replicas.handledCalls()) > before + WINDOW);
    const others = async () => sumOf(await replicas.handledCalls(1));
    const answered = await others();
    const pausedAt = performance.now();
    replicas.signal(0, 'SIGSTOP');
    try {
      await until('the others answer', async () => (await others()) > answered + 2 * WINDOW, 30_000);
    } finally {
      replicas.signal(0, 'SIGCONT');
    }
    const goesOnAt = performance.now();
    await until('it has its share again', async () => ((await nextShares())[0] ?? 0) >= 0.2, 30_000);
    const meanwhile = (await calls.stop()).filter(({ sentAt }) => sentAt > pausedAt && sentAt < goesOnAt);
    const failed = meanwhile.filter(({ failure }) => failure);
    const slowest = Math.round(Math.max(...meanwhile.map(({ ms }) => ms)));
    process.stdout.write(
      `A paused replica: ${meanwhile.length} calls meanwhile, ${failed.length} failed, the slowest took ${slowest} ms\n`,
    );
    expect(new Set(failed.map(({ failure }) => failure))).toEqual(new Set(failed.length > 0 ? ['UNAVAILABLE'] : []));
    // A quarter of them would wait for the deadline; a starved machine may make some late by itself.
    const bad = meanwhile.filter(({ failure, ms }) => failure || ms > LATE_MS);
    expect(bad.length / meanwhile.length).toBeLessThan(0.12);
    expect(await until('all users are read', wrongWrites)).toEqual([]);
  },
  240_000,
);
