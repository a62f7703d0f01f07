import { execFileSync } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runCommandLine } from '@vitae/gateway/cli/command-line';
import { Redis } from 'ioredis';
import mongoose from 'mongoose';
import { type BrokenBrowser, createBreakableBrowser } from '../support/breakable-browser.ts';
import { createInProcessCommandLine } from '../support/gateway/in-process-command-line.ts';
import { newServiceKeys } from '../support/service-keys.ts';
import { startTestCluster, type TestCluster } from '../support/test-cluster.ts';
import { until } from '../support/until.ts';

// vitae doctor in a system of real processes, with one fault after the other.

let cluster: TestCluster;
let folder: string;
let browser: BrokenBrowser;
let redis: Redis;
let options: string[];
const environment: NodeJS.ProcessEnv = {};
type Finding = { name: string; status: string; message: string; fix: string | null };
type Report = { healthy: boolean; checks: Finding[] };
const { vitae } = createInProcessCommandLine(runCommandLine, environment);

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'vitae-doctor-'));
  const breakable = await createBreakableBrowser(folder);
  cluster = await startTestCluster({
    sites: 1,
    workers: 1,
    replicas: { stats: 2 },
    workerEnvironment: { PUPPETEER_EXECUTABLE_PATH: breakable.program },
  });
  browser = breakable.of(() => [cluster.process('export-1').pid()]);
  redis = new Redis(cluster.redisUrl);
  const { key, secret, companyId, cvIds } = cluster.demo;
  const file = join(folder, 'secret');
  await writeFile(file, secret);
  options = ['--key', key, '--secret-file', file, '--cv', String(cvIds[0]), '--company', String(companyId)];
}, 300_000);
afterAll(async () => {
  redis?.disconnect();
  await cluster?.stop();
  await rm(folder, { recursive: true, force: true });
});

async function examine(changed: NodeJS.ProcessEnv = {}, args = options): Promise<Report> {
  for (const name of Object.keys(environment)) delete environment[name];
  Object.assign(environment, cluster.environment, changed);
  const { out } = await vitae('doctor', ...args, '--json');
  return JSON.parse(out) as Report;
}

const problemsOf = ({ checks }: Report) =>
  checks.filter(({ status }) => status === 'problem').map(({ name, message }) => `${name}: ${message}`);
/** Problems and warnings. The disk of the test machine may be almost full. */
const findingsOf = ({ checks }: Report) =>
  checks.filter(({ status, name }) => ['problem', 'warning'].includes(status) && !name.startsWith('Disk of '));

type Injected = { settings?: NodeJS.ProcessEnv; args?: string[]; undo?(): unknown };
type Fault = [what: string, problem: RegExp, inject: () => Injected | Promise<Injected>];

const settings = (changed: NodeJS.ProcessEnv) => (): Injected => ({ settings: changed });

/** Restarts a process with changed settings, and with its own afterwards. */
async function restarted(name: string, changed: NodeJS.ProcessEnv): Promise<Injected> {
  const running = cluster.process(name);
  await running.restart('SIGKILL', changed);
  return { undo: () => running.restart('SIGKILL') };
}

function killed(name: string): Injected {
  const running = cluster.process(name);
  running.signal('SIGKILL');
  return { undo: () => running.restart() };
}

function paused(name: string): Injected {
  const running = cluster.process(name);
  running.signal('SIGSTOP');
  return { undo: () => running.signal('SIGCONT') };
}

async function redisConfig(name: string, value: string): Promise<Injected> {
  const [, before = ''] = (await redis.config('GET', name)) as string[];
  await redis.config('SET', name, value);
  return { undo: () => redis.config('SET', name, before) };
}

async function withoutIndex(database: string, collection: string, name: string): Promise<Injected> {
  const connection = await mongoose.createConnection(cluster.mongodbUri, { dbName: database }).asPromise();
  const indexes = connection.collection(collection);
  const { key, unique = false } = (await indexes.indexes()).find((one) => one.name === name) ?? {};
  await indexes.dropIndex(name);
  const undo = async () => {
    await indexes.createIndex(key ?? {}, unique ? { unique } : {});
    await connection.close();
  };
  return { undo };
}

/** An HTTPS server with a certificate that no authority signed. */
async function untrusted(): Promise<Injected> {
  const [key, certificate] = [join(folder, 'key.pem'), join(folder, 'certificate.pem')];
  const request = 'req -x509 -newkey rsa:2048 -nodes -days 1 -subj /CN=localhost -keyout';
  execFileSync('openssl', [...request.split(' '), key, '-out', certificate], { stdio: 'ignore' });
  const server = createServer({ key: await readFile(key), cert: await readFile(certificate) });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `https://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const urls = { COMPANY_API_URL: url, OAUTH_URL: url, USER_API_URL: url, SITE_URL: url };
  return { settings: urls, undo: () => server.close() };
}

const otherKeys = () => ({ SERVICE_PUBLIC_KEYS: newServiceKeys().publicKeys });

const FAULTS: Fault[] = [
  ['a missing setting', /^Settings: MASTER_KEYS is missing/, settings({ MASTER_KEYS: '' })],
  ['an invalid setting', /^Settings: PORT: must be a port number/, settings({ PORT: 'eighty' })],
  ['public URLs that are not all set', /^Settings: .*not COMPANY_API_URL/, settings({ OAUTH_URL: 'http://127.0.0.1' })],
  ['a MongoDB that does not respond', /^MongoDB: MongoDB is not reachable/, () => paused('mongodb')],
  [
    'a missing index of the gateway',
    /^Indexes: \w+ lacks indexes: keys: key\./,
    () => withoutIndex('vitae_gateway', 'keys', 'key_1'),
  ],
  [
    'a missing index of a service',
    /^Indexes: The database of the preferences service lacks indexes/,
    () => withoutIndex('vitae_preferences', 'preferences', 'companyId_1_userId_1'),
  ],
  ['a Redis that does not run', /^Redis: Redis is not reachable/, () => killed('redis')],
  ['a Redis that does not respond', /^Redis: Redis is not reachable/, () => paused('redis')],
  [
    'a Redis that evicts keys',
    /^Redis: maxmemory-policy is allkeys-lru/,
    () => redisConfig('maxmemory-policy', 'allkeys-lru'),
  ],
  ['a Redis with little memory', /^Redis: Redis uses \d+ % of its memory/, () => redisConfig('maxmemory', '1000000')],
  ['a Redis that does not store its data', /^Redis: appendonly is off/, () => redisConfig('appendonly', 'no')],
  ['a service that does not run', /^Service metadata: No metadata service responds at/, () => killed('metadata')],
  ['a service that hangs', /^Service comments: /, () => paused('comments')],
  [
    'a service that rejects the key',
    /^Service preferences: The preferences service rejects the key/,
    () => restarted('preferences', otherKeys()),
  ],
  ['a worker that does not run', /^Export workers: The export worker does not respond/, () => killed('export-1')],
  ['a worker that rejects the key', /^Export workers: .* rejects the key/, () => restarted('export-1', otherKeys())],
  [
    'a worker without a browser',
    /^Export workers: .* is not ready: "browser"/,
    async () => {
      await browser.breakIt();
      const isReady = async () => !problemsOf(await examine({}, [])).some((line) => line.startsWith('Export workers'));
      await until('the worker to notice', async () => !(await isReady()));
      return {
        undo: async () => {
          await browser.repair();
          await until('the browser', isReady, 60_000);
        },
      };
    },
  ],
  [
    'an export that waits too long',
    /^Export queue: An export with the priority background has waited for \d{4,} s/,
    async () => {
      const { undo } = killed('export-1');
      await redis.zadd('{exports}:exports:prioritized', 10 * 2 ** 32 + 1, 'old');
      await redis.hset('{exports}:exports:old', 'timestamp', Date.now() - 3_600_000);
      return {
        undo: async () => {
          await redis.zrem('{exports}:exports:prioritized', 'old');
          await redis.del('{exports}:exports:old');
          await undo?.();
        },
      };
    },
  ],
  [
    'a public URL that leads to another process',
    /^Public URLs: USER_API_URL .* does not lead to a ready gateway|^Public URLs: .*does not lead to a gateway/,
    () => ({ settings: { USER_API_URL: cluster.environment.EXPORT_URL } }),
  ],
  [
    'a gateway with another SITE_URL',
    /^Public URLs: .*has the SITE_URL http:\/\/.*host:1, this process has/,
    () => restarted('gateway-1', { SITE_URL: 'http://localhost:1' }),
  ],
  ['an untrusted certificate', /^Certificates: .* is not valid: DEPTH_ZERO_SELF_SIGNED_CERT/, untrusted],
  [
    'a key that was revoked',
    /^Signed request: The signed request got 403: /,
    async () => {
      const company = ['--company', String(cluster.demo.companyId)];
      const { key, secret } = await cluster.vitae<{ key: string; secret: string }>('key', 'create', ...company);
      await cluster.vitae('key', 'revoke', '--key', key);
      const file = join(folder, 'revoked');
      await writeFile(file, secret);
      return { args: ['--key', key, '--secret-file', file] };
    },
  ],
  [
    'a CV that does not exist',
    /^Conversion to PDF: There is no CV 999999999\./,
    () => ({ args: ['--cv', '999999999', '--company', String(cluster.demo.companyId)] }),
  ],
];

const healthy = async () => {
  const report = await examine();
  return findingsOf(report).length === 0 ? report : undefined;
};

test('reports nothing in a healthy system', async () => {
  const report = await examine();
  expect([findingsOf(report), problemsOf(report), report.healthy]).toEqual([[], [], true]);
  expect(report.checks.filter(({ status }) => status === 'skipped').map(({ name }) => name)).toEqual([
    'Disk of DATA_DIR',
    'Redis of the export queue',
    'Gateways and sites',
    'Certificates',
  ]);
}, 120_000);

test.each(FAULTS)(
  'reports %s and how to fix it',
  async (_what, expected, inject) => {
    const { settings: changed, args = options.slice(0, 4), undo } = await inject();
    try {
      const report = await examine(changed, args);
      expect(problemsOf(report)).toContainEqual(expect.stringMatching(expected));
      expect(report.healthy).toBe(false);
      expect(findingsOf(report).filter(({ fix }) => !fix)).toEqual([]);
    } finally {
      await undo?.();
    }
  },
  120_000,
);

test('reports nothing after all faults are corrected', async () => {
  expect(await until('a healthy system', healthy, 60_000)).toBeDefined();
  expect(FAULTS.length).toBeGreaterThanOrEqual(20);
}, 120_000);
