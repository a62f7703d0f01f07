import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { until } from '@vitae/test/support/until';
import { createPortChooser } from '../ports/port-chooser.ts';
import type { SetupError } from '../setup-error.ts';
import { silentTerminal } from '../terminal/terminal.ts';
import { httpReady } from './http-ready.ts';
import type { ProcessSpec } from './process-spec.ts';
import { groupMembers, isRunning, type ProcessIdentity } from './process-table.ts';
import { startWatchdog } from './start-watchdog.ts';
import { createSupervisor, type Supervisor } from './supervisor.ts';

const ports = createPortChooser('127.0.0.1');
afterAll(ports.release);

let folder: string;
let group: string;
let supervisor: Supervisor;
let launched: ProcessIdentity[];
let restarts: number;
let lost: SetupError[];

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'vitae-supervisor-'));
  group = `test-${process.pid}-${Date.now()}`;
  launched = [];
  restarts = 0;
  lost = [];
  supervisor = createSupervisor({
    group,
    logDir: join(folder, 'logs'),
    terminal: silentTerminal,
    onLaunched: (identity) => launched.push(identity),
    onExited: () => undefined,
    onRestarted: () => (restarts += 1),
    onLost: (error) => lost.push(error),
  });
});
afterEach(async () => {
  await supervisor.stopAll(100);
  rmSync(folder, { recursive: true, force: true });
});

const DISK_FULL = [{ pattern: /No space left/, explanation: 'The disk is full.' }];
const SERVE = `require('node:http').createServer((_, r) => r.end('ok')).listen(process.env.LISTEN, '127.0.0.1');`;
// Like a browser, the child creates its own session, which a signal to the process group does not reach.
const WITH_BROWSER = `require('node:child_process').spawn('sleep', ['600'], { detached: true, stdio: 'ignore' });`;

async function fakeProcess(name: string, program: string, more: Partial<ProcessSpec> = {}): Promise<ProcessSpec> {
  const port = await ports.choose();
  return {
    name,
    command: process.execPath,
    args: ['-e', program],
    env: { ...process.env, NODE_OPTIONS: '', LISTEN: String(port) },
    url: `127.0.0.1:${port}`,
    ready: httpReady(`http://127.0.0.1:${port}`),
    quiet: true,
    essential: false,
    ...more,
  };
}

describe('the supervisor', () => {
  test('restarts a killed process on the same port and reports its new pid', async () => {
    const spec = await fakeProcess('gateway-1', SERVE);
    await supervisor.start([spec]);
    const [before] = supervisor.running();
    process.kill(before?.pid ?? 0, 'SIGKILL');
    await until('the restart', () => restarts === 1);
    const [after] = supervisor.running();
    expect(after).toMatchObject({ name: 'gateway-1', url: spec.url });
    expect(after?.pid).not.toBe(before?.pid);
    await spec.ready();
  });

  test('kills the children of a killed process, even in other sessions', async () => {
    await supervisor.start([await fakeProcess('export-1', WITH_BROWSER + SERVE)]);
    const [worker] = supervisor.running();
    await until('the browser to run', () => groupMembers(`${group}/export-1`).length === 2);
    const browser = groupMembers(`${group}/export-1`).find(({ pid }) => pid !== worker?.pid) as ProcessIdentity;
    process.kill(worker?.pid ?? 0, 'SIGKILL');
    await until('the restart', () => restarts === 1);
    expect(isRunning(browser)).toBe(false);
  });

  test('stops processes that ignore SIGTERM, with their children', async () => {
    const ignoring = `process.on('SIGTERM', () => {});${WITH_BROWSER}${SERVE}`;
    await supervisor.start([await fakeProcess('export-1', ignoring), await fakeProcess('resume', SERVE)]);
    expect(groupMembers(group).length).toBeGreaterThanOrEqual(2);
    await supervisor.stopAll(200);
    expect(groupMembers(group)).toEqual([]);
    expect(launched.filter(isRunning)).toEqual([]);
  });

  test('gives up after three failed starts and shows the last output', async () => {
    const spec = await fakeProcess('resume', `console.error('port is 41'); process.exit(7)`);
    const failure: Error = await supervisor.start([spec]).then(
      () => new Error('started'),
      (error) => error,
    );
    expect(failure.message).toMatch(
      /^resume exited before it was ready \(exit status 7\)\.\nLast output:\n {2}port is 41/,
    );
    expect(launched).toHaveLength(3);
    expect(readFileSync(join(folder, 'logs/resume.log'), 'utf8')).toBe('port is 41\n'.repeat(3));
  });

  test('explains a known failure and does not retry it', async () => {
    const spec = await fakeProcess('mongodb', `console.error('No space left on device'); process.exit(14)`, {
      knownFailures: DISK_FULL,
    });
    await expect(supervisor.start([spec])).rejects.toThrow(/^The disk is full\.\nmongodb exited \(exit status 14\)/);
    expect(launched).toHaveLength(1);
  });

  test('reports a program that cannot be run', async () => {
    const spec = await fakeProcess('redis', '', { command: join(folder, 'no-such-program') });
    await expect(supervisor.start([spec])).rejects.toThrow(/^redis exited before it was ready \(spawn .*ENOENT\)/);
  });

  test('reports the loss of an essential process that exits with a known failure', async () => {
    const program = `${SERVE}process.on('SIGUSR2', () => { console.error('No space left on device'); process.exit(14); });`;
    await supervisor.start([await fakeProcess('mongodb', program, { knownFailures: DISK_FULL, essential: true })]);
    process.kill(supervisor.running()[0]?.pid ?? 0, 'SIGUSR2');
    await until('the loss to be reported', () => lost.length === 1);
    expect(lost[0]?.message).toMatch(/^The disk is full\./);
  });

  test('retries without limit if a process fails while it restarts', async () => {
    const flag = join(folder, 'broken');
    const failing = `if (require('node:fs').existsSync(${JSON.stringify(flag)})) process.exit(1);${SERVE}`;
    await supervisor.start([await fakeProcess('gateway-1', failing)]);
    writeFileSync(flag, '');
    process.kill(supervisor.running()[0]?.pid ?? 0, 'SIGKILL');
    await until('four failed launches', () => launched.length === 5);
    rmSync(flag);
    await until('the restart', () => restarts === 1);
    expect(existsSync(flag)).toBe(false);
    expect(lost).toEqual([]);
  });

  test('replaces a process on request, also after a replacement that failed', async () => {
    const program = join(folder, 'program.cjs');
    writeFileSync(program, SERVE);
    await supervisor.start([await fakeProcess('resume', `require(${JSON.stringify(program)})`)]);
    const [before] = supervisor.running();
    await supervisor.restart('resume', 1_000);
    expect(supervisor.running()[0]?.pid).not.toBe(before?.pid);

    writeFileSync(program, 'process.exit(3)');
    await expect(supervisor.restart('resume', 1_000)).rejects.toThrow(/^resume exited before it was ready/);
    expect(launched.filter(isRunning)).toEqual([]);
    writeFileSync(program, SERVE);
    await supervisor.restart('resume', 1_000);
    expect(launched.filter(isRunning)).toHaveLength(1);
    expect(lost).toEqual([]);
  });

  test('stops processes that are not ready yet', async () => {
    const never = await fakeProcess('resume', 'setInterval(() => {}, 1000)');
    const starting = supervisor.start([never]);
    await until('the launch', () => launched.length === 1);
    await supervisor.stopAll(1_000);
    await starting;
    expect(launched.filter(isRunning)).toEqual([]);
  });
});

describe('the watchdog', () => {
  test('stops all processes when its input closes, as it does when the launcher is killed', async () => {
    const watchdog = startWatchdog(group);
    await supervisor.start([await fakeProcess('export-1', WITH_BROWSER + SERVE)]);
    await until('the browser to run', () => groupMembers(group).length === 2);
    const members = groupMembers(group);
    await watchdog.end();
    // A process that is exiting has no environment any more, so it is no longer a member, but it may still be listed.
    await until('the processes to exit', () => !members.some(isRunning));
    expect(members.filter(isRunning)).toEqual([]);
  });
});
