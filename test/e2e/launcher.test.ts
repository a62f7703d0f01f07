import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { groupMembers, startTimeOf } from '@vitae/local/processes/process-table';
import { freePorts } from '../support/free-port.ts';
import type { RunFile } from '../support/system.ts';
import { until } from '../support/until.ts';

const root = join(import.meta.dirname, '../..');

type Launcher = { child: ChildProcess; output(): string; status: Promise<number | null>; ready(): Promise<void> };

let dataDir: string;
let port: number;
let launchers: Launcher[];

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'vitae-launcher-'));
  port = await freePorts(1);
  launchers = [];
});
afterEach(async () => {
  for (const { child } of launchers) child.kill('SIGTERM');
  await Promise.all(launchers.map(({ status }) => status));
  await until('nothing is left running', () => !existsSync(record()) || undefined).catch(() => undefined);
  await rm(dataDir, { recursive: true, force: true });
});

const START = [join(root, 'deploy/local/run.mjs'), 'start'];
// As npm does it: a process, a shell that waits, the command.
const LIKE_NPM = `require('node:child_process').spawn('sh', ['-c', '"$0" "$@"; exit $?', ...process.argv.slice(1)], { stdio: 'inherit' })`;

/** `npm start -- --no-demo` but for npm. */
function start(environment: NodeJS.ProcessEnv = {}, ...args: string[]): Launcher {
  return run(environment, [...START, '--no-demo', ...args]);
}

function startAsNpm(): Launcher {
  return run({ npm_lifecycle_event: 'start' }, ['-e', LIKE_NPM, process.execPath, ...START, '--no-demo']);
}

function run(environment: NodeJS.ProcessEnv, command: string[]): Launcher {
  const { MONGODB_URI: _mongo, REDIS_URL: _redis, ...inherited } = process.env;
  const child = spawn(process.execPath, command, {
    env: { ...inherited, NODE_OPTIONS: '', NO_COLOR: '1', DATA_DIR: dataDir, PORT: String(port), ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (bytes) => (output += String(bytes)));
  const status = new Promise<number | null>((resolve) => child.once('close', resolve));
  const ready = async () => {
    await until('Vitae is ready', () => child.exitCode !== null || /^Vitae is ready/m.test(output), 300_000);
    if (child.exitCode !== null) throw new Error(`It ended:\n${output}`);
  };
  const launcher = { child, output: () => output, status, ready };
  launchers.push(launcher);
  return launcher;
}

const record = () => join(dataDir, 'launcher.json');
const runFile = async () => JSON.parse(await readFile(join(dataDir, 'run.json'), 'utf8')) as RunFile;
const launcherRecord = async () =>
  JSON.parse(await readFile(record(), 'utf8')) as { launcher: { pid: number }; group: string };
const answers = async () => (await fetch(`http://localhost:${port}/readyz`)).status;

test('one that runs: a second is refused, what dies comes back, SIGTERM ends all in time', async () => {
  const first = start();
  await first.ready();
  expect(await answers()).toBe(200);
  const { group } = await launcherRecord();
  const before = await runFile();
  expect(before.processes.map(({ name }) => name)).toEqual(
    expect.arrayContaining(['mongodb', 'redis', 'resume', 'export-1', 'gateway-1']),
  );
  expect(before.gateways).toEqual([`http://localhost:${port}`]);

  const second = start();
  expect(await second.status).toBe(1);
  expect(second.output()).toContain(`Vitae already runs on ${dataDir}`);
  expect(await runFile()).toEqual(before);

  for (const name of ['gateway-1', 'mongodb', 'redis', 'export-1']) {
    const old = (await runFile()).processes.find((one) => one.name === name);
    process.kill(old?.pid ?? 0, 'SIGKILL');
    await until(`${name} is back in run.json`, async () => {
      const current = (await runFile()).processes.find((one) => one.name === name);
      return current?.pid !== old?.pid && current?.url === old?.url;
    });
    expect(first.output()).toContain(`${name} exited (SIGKILL), restarting it`);
  }
  await until('it is ready again', async () => (await answers()) === 200);

  const stopped = performance.now();
  first.child.kill('SIGTERM');
  expect(await first.status).toBe(0);
  // 5 s is the promise, to which what still hangs is killed; a busy machine is late to tell.
  expect(performance.now() - stopped).toBeLessThan(15_000);
  expect(groupMembers(group)).toEqual([]);
  expect(readdirSync(dataDir).toSorted()).toEqual(['logs', 'master-keys', 'mongodb', 'redis', 'service-keys']);
}, 600_000);

test.each(['the launcher', 'what started the launcher', 'npm'])(
  'when %s is killed nothing is left, and the next start works',
  async (who) => {
    const first = who === 'npm' ? startAsNpm() : start();
    await first.ready();
    const { launcher, group } = await launcherRecord();
    const pids = (await runFile()).processes.map(({ pid }) => pid);
    process.kill(who === 'the launcher' ? launcher.pid : (first.child.pid ?? 0), 'SIGKILL');
    await until(
      'nothing is left running',
      () => groupMembers(group).length === 0 && pids.every((pid) => !startTimeOf(pid)),
    );

    const next = start();
    await next.ready();
    expect(await answers()).toBe(200);
  },
  600_000,
);

test('a start right after the launcher was killed, on the heels of the watchdog', async () => {
  const first = start();
  await first.ready();
  const { launcher, group } = await launcherRecord();
  process.kill(launcher.pid, 'SIGKILL');
  const next = start();
  await next.ready();
  expect(groupMembers(group)).toEqual([]);
  expect(await answers()).toBe(200);
}, 600_000);

describe('a start that cannot succeed says why, ends with status 1 and leaves nothing running', () => {
  const refused = async (environment: NodeJS.ProcessEnv, ...args: string[]) => {
    const launcher = start(environment, ...args);
    expect(await launcher.status).toBe(1);
    expect(existsSync(record())).toBe(false);
    return launcher.output();
  };

  test('a port in use', async () => {
    const other = createServer();
    await new Promise<void>((resolve) => other.listen(port, '127.0.0.1', resolve));
    expect(await refused({})).toContain(`Port ${port} is in use by another program.`);
    other.close();
  });

  test('a MongoDB that does not answer', async () => {
    const nobody = await freePorts(1);
    const uri = `mongodb://127.0.0.1:${nobody}/?replicaSet=rs0`;
    expect(await refused({ MONGODB_URI: uri })).toContain(`MongoDB does not answer at ${uri}`);
  });

  test('a Redis that does not answer', async () => {
    const nobody = await freePorts(1);
    expect(await refused({ REDIS_URL: `redis://127.0.0.1:${nobody}` })).toContain('Redis does not answer at');
  });

  test('a mongod that dies', async () => {
    expect(await refused({ MONGOD_BINARY: '/bin/false' })).toContain('mongodb exited before it was ready');
  });

  test('wrong settings, all at once', async () => {
    const output = await refused({ PORT: 'eighty', SITE_URL: 'here' });
    expect(output).toMatch(/PORT: must be a port number/);
    expect(output).toMatch(/SITE_URL: must be an http/);
  });

  test('a wrong option', async () => {
    expect(await refused({}, '--gateways', 'all')).toContain('--gateways must be a number');
  });

  test('a setting that only one process knows', async () => {
    expect(await refused({ EXPORT_WAIT_MS: 'long' })).toMatch(
      /A setting is wrong\.[\s\S]*EXPORT_WAIT_MS: must be a whole number/,
    );
  }, 600_000);
});
