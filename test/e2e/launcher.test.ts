import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { groupMembers, startTimeOf } from '@vitae/local/processes/process-table';
import { onOutput } from '../support/child-process.ts';
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
  await until('the exit of all processes', () => !existsSync(pidFile())).catch(() => undefined);
  await rm(dataDir, { recursive: true, force: true });
});

const START = [join(root, 'deploy/local/run.mjs'), 'start'];
// The process tree of npm: a process, a waiting shell, the command.
const NPM_PROCESS_TREE = `require('node:child_process').spawn('sh', ['-c', '"$0" "$@"; exit $?', ...process.argv.slice(1)], { stdio: 'inherit' })`;

/** Runs the command of `npm start -- --no-demo` without npm. */
function start(environment: NodeJS.ProcessEnv = {}, ...args: string[]): Launcher {
  return run(environment, [...START, '--no-demo', ...args]);
}

function startAsNpm(): Launcher {
  return run({ npm_lifecycle_event: 'start' }, ['-e', NPM_PROCESS_TREE, process.execPath, ...START, '--no-demo']);
}

function run(environment: NodeJS.ProcessEnv, command: string[]): Launcher {
  const { MONGODB_URI: _mongo, REDIS_URL: _redis, ...inherited } = process.env;
  const child = spawn(process.execPath, command, {
    env: { ...inherited, NODE_OPTIONS: '', NO_COLOR: '1', DATA_DIR: dataDir, PORT: String(port), ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  onOutput(child, (text) => {
    output += text;
  });
  const status = new Promise<number | null>((resolve) => child.once('close', resolve));
  const ready = async () => {
    await until('Vitae to be ready', () => child.exitCode !== null || /^Vitae is ready/m.test(output), 300_000);
    if (child.exitCode !== null) throw new Error(`The launcher exited:\n${output}`);
  };
  const launcher = { child, output: () => output, status, ready };
  launchers.push(launcher);
  return launcher;
}

const pidFile = () => join(dataDir, 'launcher.json');
const runFile = async () => JSON.parse(await readFile(join(dataDir, 'run.json'), 'utf8')) as RunFile;
const readPidFile = async () =>
  JSON.parse(await readFile(pidFile(), 'utf8')) as { launcher: { pid: number }; group: string };
const readiness = async () => (await fetch(`http://localhost:${port}/readyz`)).status;

test('rejects a second start, restarts killed processes and stops everything on SIGTERM', async () => {
  const first = start();
  await first.ready();
  expect(await readiness()).toBe(200);
  const { group } = await readPidFile();
  const before = await runFile();
  expect(before.processes.map(({ name }) => name)).toEqual(
    expect.arrayContaining(['mongodb', 'redis', 'resume', 'export-1', 'site-1', 'gateway-1']),
  );
  expect(before.gateways).toEqual([`http://localhost:${port}`]);

  const second = start();
  expect(await second.status).toBe(1);
  expect(second.output()).toContain(`Vitae already runs on ${dataDir}`);
  expect(await runFile()).toEqual(before);

  for (const name of ['gateway-1', 'site-1', 'mongodb', 'redis', 'export-1']) {
    const old = (await runFile()).processes.find((one) => one.name === name);
    process.kill(old?.pid ?? 0, 'SIGKILL');
    await until(`the new ${name} in run.json`, async () => {
      const current = (await runFile()).processes.find((one) => one.name === name);
      return current?.pid !== old?.pid && current?.url === old?.url;
    });
    expect(first.output()).toContain(`${name} exited (SIGKILL), restarting it`);
  }
  await until('Vitae to be ready', async () => (await readiness()) === 200);

  const stopped = performance.now();
  first.child.kill('SIGTERM');
  expect(await first.status).toBe(0);
  // After 5 s, remaining processes are killed. A busy machine takes longer.
  expect(performance.now() - stopped).toBeLessThan(15_000);
  expect(groupMembers(group)).toEqual([]);
  const serviceKeys = ['service-key-export', 'service-key-gateway', 'service-key-site'];
  expect(readdirSync(dataDir).toSorted()).toEqual(['logs', 'master-keys', 'mongodb', 'redis', ...serviceKeys]);
}, 600_000);

test.each(['the parent of the launcher', 'npm'])(
  'stops all processes when %s is killed',
  async (victim) => {
    const first = victim === 'npm' ? startAsNpm() : start();
    await first.ready();
    const { group } = await readPidFile();
    const pids = (await runFile()).processes.map(({ pid }) => pid);
    process.kill(first.child.pid ?? 0, 'SIGKILL');
    await until(
      'the exit of all processes',
      () => groupMembers(group).length === 0 && pids.every((pid) => !startTimeOf(pid)),
    );
    expect(await readiness().catch(() => 'unreachable')).toBe('unreachable');
  },
  600_000,
);

test('starts immediately after the launcher was killed, while the watchdog still stops processes', async () => {
  const first = start();
  await first.ready();
  const { launcher, group } = await readPidFile();
  process.kill(launcher.pid, 'SIGKILL');
  const next = start();
  await next.ready();
  expect(groupMembers(group)).toEqual([]);
  expect(await readiness()).toBe(200);
}, 600_000);

describe('a failed start explains the reason, exits with status 1 and stops all processes', () => {
  const outputOfFailure = async (environment: NodeJS.ProcessEnv, ...args: string[]) => {
    const launcher = start(environment, ...args);
    expect(await launcher.status).toBe(1);
    expect(existsSync(pidFile())).toBe(false);
    return launcher.output();
  };

  test('if the port is in use', async () => {
    const other = createServer();
    await new Promise<void>((resolve) => other.listen(port, '127.0.0.1', resolve));
    expect(await outputOfFailure({})).toContain(`Port ${port} is in use by another program.`);
    other.close();
  });

  test('if MongoDB does not respond', async () => {
    const unusedPort = await freePorts(1);
    const uri = `mongodb://127.0.0.1:${unusedPort}/?replicaSet=rs0`;
    expect(await outputOfFailure({ MONGODB_URI: uri })).toContain(`Cannot connect to MongoDB at ${uri}`);
  });

  test('if Redis does not respond', async () => {
    const unusedPort = await freePorts(1);
    expect(await outputOfFailure({ REDIS_URL: `redis://127.0.0.1:${unusedPort}` })).toContain(
      'Cannot connect to Redis at',
    );
  });

  test('if mongod exits', async () => {
    expect(await outputOfFailure({ MONGOD_BINARY: '/bin/false' })).toContain('mongodb exited before it was ready');
  });

  test('if settings are invalid, listing all of them', async () => {
    const output = await outputOfFailure({ PORT: 'eighty', SITE_URL: 'here' });
    expect(output).toMatch(/PORT: must be a port number/);
    expect(output).toMatch(/SITE_URL: must be an http/);
  });

  test('if an option is invalid', async () => {
    expect(await outputOfFailure({}, '--gateways', 'all')).toContain('--gateways must be a number');
  });

  test('if a setting of a single process is invalid', async () => {
    expect(await outputOfFailure({ EXPORT_WAIT_MS: 'long' })).toMatch(
      /A setting is invalid\.[\s\S]*EXPORT_WAIT_MS: must be a whole number/,
    );
  }, 600_000);
});
