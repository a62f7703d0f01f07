import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type DoctorFixture, serve, startDoctorFixture } from '@vitae/test/support/gateway/doctor-fixture';
import { failing } from '@vitae/test/support/gateway/fake-export-worker';
import { createInProcessCommandLine } from '@vitae/test/support/gateway/in-process-command-line';
import { runCommandLine } from '../command-line.ts';
import type { Report } from './run-checks.ts';

let fixture: DoctorFixture;
let folder: string;
let options: string[];
const environment: NodeJS.ProcessEnv = {};
const { vitae, failure } = createInProcessCommandLine(runCommandLine, environment);

beforeAll(async () => {
  fixture = await startDoctorFixture();
  folder = await mkdtemp(join(tmpdir(), 'vitae-doctor-'));
  const { key, secret } = fixture.system.key;
  const file = join(folder, 'secret');
  await writeFile(file, `${secret}\n`);
  options = ['--key', key, '--secret-file', file];
}, 60_000);
afterAll(async () => {
  await rm(folder, { recursive: true });
  await fixture.close();
});

type Examined = Report & { exitStatus: number; text: string };

function configure(changed: NodeJS.ProcessEnv): void {
  for (const name of Object.keys(environment)) delete environment[name];
  Object.assign(environment, fixture.environment, changed);
}

async function examine(changed: NodeJS.ProcessEnv = {}, args = options): Promise<Examined> {
  configure(changed);
  const { status, out, error } = await vitae('doctor', ...args, '--json');
  expect(error).toBe('');
  return { ...(JSON.parse(out) as Report), exitStatus: status, text: out };
}

const inStatus = ({ checks }: Report, status: string) =>
  checks.filter((check) => check.status === status).map(({ name, message }) => `${name}: ${message}`);
/** The disk of the test machine may be almost full. */
const isNotDisk = (line: string) => !line.startsWith('Disk of ');

test('reports no problem, no warning and no secret of a healthy system', async () => {
  const { system, cvId } = fixture;
  const report = await examine({}, [...options, '--cv', String(cvId), '--company', String(system.company.id)]);
  expect([inStatus(report, 'problem'), report.healthy, report.exitStatus]).toEqual([[], true, 0]);
  expect(inStatus(report, 'warning').filter(isNotDisk)).toEqual([]);
  expect(inStatus(report, 'skipped').map((line) => line.split(':', 1)[0])).toEqual([
    'Disk of DATA_DIR',
    'Redis of the export queue',
    'Gateways and sites',
    'Certificates',
  ]);
  for (const secret of [system.key.secret, system.masterKeys, system.serviceKey])
    expect(report.text).not.toContain(secret);
});

// Faults that test/fault/doctor.test.ts cannot inject into real processes.
type Injected = { settings?: NodeJS.ProcessEnv; args?: string[]; undo?(): unknown };
type Fault = [what: string, problem: RegExp, inject: () => Injected | Promise<Injected>];

const settings = (changed: NodeJS.ProcessEnv) => (): Injected => ({ settings: changed });
const UNUSED = '127.0.0.1:1';

const SETTINGS: Fault[] = [
  ['public URLs that are not all set', /^Settings: .*not OAUTH_URL/, settings({ OAUTH_URL: '' })],
  ['public URLs with http and https', /^Settings: .*mix http and https/, settings({ OAUTH_URL: 'https://127.0.0.1' })],
];

const DATABASES: Fault[] = [
  [
    'a MongoDB that does not respond',
    /^MongoDB: MongoDB is not reachable/,
    () => {
      fixture.mongodb.set('silent');
      const uri = `mongodb://user:hidden-password@${fixture.mongodb.host}/?directConnection=true`;
      return { settings: { MONGODB_URI: uri }, undo: () => fixture.mongodb.set('none') };
    },
  ],
  [
    'a separate Redis of the queue that does not run',
    /^Redis of the export queue: Redis is not reachable/,
    settings({ QUEUE_REDIS_URL: `redis://${UNUSED}` }),
  ],
];

const PROCESSES: Fault[] = [
  [
    'a gateway with a wrong clock',
    /^Clocks: The clock of the gateway at .* is 1\d\d s ahead/,
    async () => {
      const date = new Date(Date.now() + 120_000).toUTCString();
      const gateway = await serve((_request, response) => response.setHeader('Date', date).end('{"status":"ready"}'));
      return { settings: { COMPANY_API_URL: gateway.url }, undo: gateway.close };
    },
  ],
];

const REQUESTS: Fault[] = [
  [
    'a key with another secret',
    /^Signed request: The signed request got 403: Invalid signature/,
    async () => {
      const file = join(folder, 'wrong-secret');
      await writeFile(file, 'f'.repeat(64));
      return { args: ['--key', fixture.system.key.key, '--secret-file', file] };
    },
  ],
  [
    'a conversion that fails',
    /^Conversion to DOC: The conversion failed: .*/,
    () => {
      const { worker, system, cvId } = fixture;
      const cv = system.resume.cvs.get(cvId);
      if (cv) cv.revision += 1;
      worker.render = failing('renderer_crashed', false);
      return {
        args: ['--cv', String(cvId), '--company', String(system.company.id)],
        undo: () => {
          worker.render = async () => undefined;
        },
      };
    },
  ],
];

test.each([...SETTINGS, ...DATABASES, ...PROCESSES, ...REQUESTS])(
  'reports %s and how to fix it',
  async (_what, expected, inject) => {
    const { settings: changed, args, undo } = await inject();
    try {
      const report = await examine(changed, args);
      expect(inStatus(report, 'problem')).toContainEqual(expect.stringMatching(expected));
      expect([report.healthy, report.exitStatus]).toEqual([false, 1]);
      const unfixed = report.checks.filter(({ status, fix }) => ['problem', 'warning'].includes(status) && !fix);
      expect(unfixed).toEqual([]);
      expect(report.text).not.toContain('hidden-password');
    } finally {
      await undo?.();
    }
  },
  30_000,
);

test('reaches public URLs on localhost through the proxy of a container', async () => {
  const unused = await serve(() => undefined);
  unused.close();
  const url = unused.url.replace('127.0.0.1', 'localhost');
  const urls = { COMPANY_API_URL: url, USER_API_URL: url };
  const unreachable = /^Public URLs: COMPANY_API_URL .*is not reachable/;
  expect(inStatus(await examine(urls), 'problem')).toContainEqual(expect.stringMatching(unreachable));
  const { host } = new URL(fixture.environment.COMPANY_API_URL ?? '');
  expect(inStatus(await examine(urls, [...options, '--loopback', host]), 'problem')).toEqual([]);
});

test('skips the checks of public URLs if the network does not allow them, and says how to allow them', async () => {
  const report = await examine({ DOCTOR_PUBLIC_URLS: 'off', COMPANY_API_URL: `http://${UNUSED}` });
  expect([inStatus(report, 'problem'), report.exitStatus]).toEqual([[], 0]);
  const skipped = report.checks.filter(({ fix }) => fix?.includes('networkPolicy.publicTo'));
  expect(skipped.map(({ name, status }) => [name, status])).toEqual([
    ['Public URLs', 'skipped'],
    ['Certificates', 'skipped'],
    ['Signed request', 'skipped'],
  ]);
});

test('warns of processes of other versions and of a worker without a sandbox, without reporting a problem', async () => {
  Object.assign(fixture.worker, { version: '0.0.1', sandbox: 'off' });
  fixture.system.resume.state.version = '0.0.2';
  const site = await serve((request, response) =>
    request.url === '/docs/openapi.json'
      ? response.end('{"openapi":"3.1.0","info":{"title":"Vitae","version":"0.0.3"}}')
      : response.setHeader('Content-Type', 'text/html').end(),
  );
  const report = await examine({ SITE_URL: site.url }).finally(site.close);
  const warnings = [
    /^Versions: .*The resume service at 127\.0\.0\.1:\d+ has the version 0\.0\.2, .*The export worker .* 0\.0\.1, .*A site .* 0\.0\.3, /,
    /^Sandbox of the export workers: .* has no sandbox/,
  ];
  const expected = warnings.map((warning) => expect.stringMatching(warning));
  expect(inStatus(report, 'warning')).toEqual(expect.arrayContaining(expected));
  // The gateway of the fixture has another SITE_URL.
  expect(inStatus(report, 'problem').filter((line) => !line.startsWith('Public URLs'))).toEqual([]);
});

test('prints a line for each check and the fix of each problem', async () => {
  configure({ EXPORT_URL: `http://${UNUSED}` });
  const { out, status } = await vitae('doctor', ...options);
  expect(status).toBe(1);
  expect(out).toMatch(/^ok +MongoDB +\d/m);
  expect(out).toMatch(/^PROBLEM: Export workers\n {2}The export worker does not .*\n {2}Fix: Start the process/m);
  expect(out).toMatch(/^not checked +Conversion to PDF +No CV was given\. Add --cv/m);
});

test.each([[['--key', 'k']], [['--key', 'k', '--secret-file', '/nowhere/secret']], [['--loopback', 'haproxy']]])(
  'rejects incorrect usage: %j',
  async (args) => {
    expect(await failure('doctor', ...args)).toEqual([2, 'USAGE', expect.any(String)]);
  },
);
