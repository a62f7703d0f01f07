import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { createPortChooser } from '../free-port.ts';
import type { SetupError } from '../setup-error.ts';
import { silentTerminal } from '../terminal/terminal.ts';
import { httpReady } from './http-ready.ts';
import type { ProcessSpec } from './process-spec.ts';
import { familyMembers, isRunning, type ProcessIdentity } from './process-table.ts';
import { createSupervisor, type Supervisor } from './supervisor.ts';
import { startWatchdog } from './watch.ts';

const ports = createPortChooser('127.0.0.1');
afterAll(ports.release);

let folder: string;
let family: string;
let supervisor: Supervisor;
let launched: ProcessIdentity[];
let restarts: number;
let lost: SetupError[];

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'vitae-supervisor-'));
  family = `test-${process.pid}-${Date.now()}`;
  launched = [];
  restarts = 0;
  lost = [];
  supervisor = createSupervisor({
    family,
    logDir: join(folder, 'logs'),
    terminal: silentTerminal,
    onLaunched: (identity) => launched.push(identity),
    onGone: () => undefined,
    onRestarted: () => (restarts += 1),
    onLost: (error) => lost.push(error),
  });
});
afterEach(async () => {
  await supervisor.stopAll(100);
  rmSync(folder, { recursive: true, force: true });
});

const until = async (holds: () => boolean) => {
  const deadline = Date.now() + 90_000;
  while (!holds()) {
    if (Date.now() > deadline) throw new Error('Waited in vain');
    await pause(10);
  }
};

const SERVE = `require('node:http').createServer((_, r) => r.end('ok')).listen(process.env.LISTEN, '127.0.0.1');`;
// As a browser does: in a session of its own, where no signal to our group reaches it.
const WITH_BROWSER = `require('node:child_process').spawn('sleep', ['600'], { detached: true, stdio: 'ignore' });`;

async function standIn(name: string, program: string, more: Partial<ProcessSpec> = {}): Promise<ProcessSpec> {
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

test('a killed process is started again on its port, and its new number is told', async () => {
  const spec = await standIn('gateway-1', SERVE);
  await supervisor.start([spec]);
  const [before] = supervisor.running();
  process.kill(before?.pid ?? 0, 'SIGKILL');
  await until(() => restarts === 1);
  const [after] = supervisor.running();
  expect(after).toMatchObject({ name: 'gateway-1', url: spec.url });
  expect(after?.pid).not.toBe(before?.pid);
  await spec.ready();
});

test('what a killed process had started in a session of its own ends with it', async () => {
  await supervisor.start([await standIn('export-1', WITH_BROWSER + SERVE)]);
  const [worker] = supervisor.running();
  await until(() => familyMembers(`${family}/export-1`).length === 2);
  const browser = familyMembers(`${family}/export-1`).find(({ pid }) => pid !== worker?.pid) as ProcessIdentity;
  process.kill(worker?.pid ?? 0, 'SIGKILL');
  await until(() => restarts === 1);
  expect(isRunning(browser)).toBe(false);
});

test('stop leaves nothing behind: not the deaf, not what they have started', async () => {
  const deaf = `process.on('SIGTERM', () => {});${WITH_BROWSER}${SERVE}`;
  await supervisor.start([await standIn('export-1', deaf), await standIn('resume', SERVE)]);
  expect(familyMembers(family).length).toBeGreaterThanOrEqual(2);
  await supervisor.stopAll(200);
  expect(familyMembers(family)).toEqual([]);
  expect(launched.filter(isRunning)).toEqual([]);
});

test('a process that does not come up is tried three times, then told with its last words', async () => {
  const spec = await standIn('resume', `console.error('the answer is 41'); process.exit(7)`);
  const failure: Error = await supervisor.start([spec]).then(
    () => new Error('started'),
    (error) => error,
  );
  expect(failure.message).toMatch(
    /^resume ended before it was ready \(exit status 7\)\.\nIts last words:\n {2}the answer is 41/,
  );
  expect(launched).toHaveLength(3);
  expect(readFileSync(join(folder, 'logs/resume.log'), 'utf8')).toBe('the answer is 41\n'.repeat(3));
});

test('a known failure is told in its sentence and not tried again', async () => {
  const knownFailures = [{ says: /No space left/, sentence: 'The disk is full.' }];
  const spec = await standIn('mongodb', `console.error('No space left on device'); process.exit(14)`, {
    knownFailures,
  });
  await expect(supervisor.start([spec])).rejects.toThrow(/^The disk is full\.\nmongodb ended \(exit status 14\)/);
  expect(launched).toHaveLength(1);
});

test('a program that cannot be run is told', async () => {
  const spec = await standIn('redis', '', { command: join(folder, 'no-such-program') });
  await expect(supervisor.start([spec])).rejects.toThrow(/^redis ended before it was ready \(spawn .*ENOENT\)/);
});

test('an essential process that dies of a known failure is lost; all can be ended then', async () => {
  const knownFailures = [{ says: /No space left/, sentence: 'The disk is full.' }];
  const dying = `${SERVE}process.on('SIGUSR2', () => { console.error('No space left on device'); process.exit(14); });`;
  await supervisor.start([await standIn('mongodb', dying, { knownFailures, essential: true })]);
  process.kill(supervisor.running()[0]?.pid ?? 0, 'SIGUSR2');
  await until(() => lost.length === 1);
  expect(lost[0]?.message).toMatch(/^The disk is full\./);
});

test('a process that dies while it comes back is tried again for as long as it takes', async () => {
  const flag = join(folder, 'broken');
  const moody = `if (require('node:fs').existsSync(${JSON.stringify(flag)})) process.exit(1);${SERVE}`;
  await supervisor.start([await standIn('gateway-1', moody)]);
  writeFileSync(flag, '');
  process.kill(supervisor.running()[0]?.pid ?? 0, 'SIGKILL');
  await until(() => launched.length === 5);
  rmSync(flag);
  await until(() => restarts === 1);
  expect(existsSync(flag)).toBe(false);
  expect(lost).toEqual([]);
});

test('a stop while processes still come up ends them too', async () => {
  const never = await standIn('resume', 'setInterval(() => {}, 1000)');
  const starting = supervisor.start([never]);
  await until(() => launched.length === 1);
  await supervisor.stopAll(1_000);
  await starting;
  expect(launched.filter(isRunning)).toEqual([]);
});

test('the watchdog ends all when its pipe closes, as it does when the launcher is killed', async () => {
  const watchdog = startWatchdog(family);
  await supervisor.start([await standIn('export-1', WITH_BROWSER + SERVE)]);
  await until(() => familyMembers(family).length === 2);
  const members = familyMembers(family);
  await watchdog.end();
  expect(members.filter(isRunning)).toEqual([]);
});
