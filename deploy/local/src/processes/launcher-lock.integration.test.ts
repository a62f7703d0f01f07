import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { acquireLauncherLock } from './launcher-lock.ts';
import { GROUP_VARIABLE, identify, isRunning, type ProcessIdentity } from './process-table.ts';

let dataDir: string;
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'vitae-lock-'));
});
afterEach(() => rmSync(dataDir, { recursive: true, force: true }));

const record = () => join(dataDir, 'launcher.json');
const longRunning = (group: string) => {
  const child = spawn('sleep', ['600'], {
    detached: true,
    stdio: 'ignore',
    env: { ...process.env, [GROUP_VARIABLE]: `${group}/x/` },
  });
  return identify(child.pid ?? 0) as ProcessIdentity;
};

test('rejects a second launcher on the same folder and names the first', async () => {
  const lock = await acquireLauncherLock(dataDir, 'first');
  await expect(acquireLauncherLock(dataDir, 'second')).rejects.toThrow(
    `already runs on ${dataDir} (process ${process.pid})`,
  );
  lock.release();
  (await acquireLauncherLock(dataDir, 'third')).release();
  expect(existsSync(record())).toBe(false);
});

test('accepts one of several launchers that start at the same time', async () => {
  const attempts = await Promise.allSettled(['a', 'b', 'c', 'd'].map((group) => acquireLauncherLock(dataDir, group)));
  expect(attempts.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected', 'rejected', 'rejected']);
});

test('stops processes that a killed launcher left running, including unrecorded ones', async () => {
  const recorded = longRunning('other');
  const unrecorded = longRunning('killed');
  writeFileSync(
    record(),
    JSON.stringify({ launcher: { pid: process.pid, start: 'long ago' }, group: 'killed', children: [recorded] }),
  );
  let notified = 0;
  const lock = await acquireLauncherLock(dataDir, 'next', () => (notified += 1));
  expect([isRunning(recorded), isRunning(unrecorded), notified]).toEqual([false, false, 1]);
  lock.release();
});

test('does not stop a process that reuses the pid of an old one', async () => {
  const stranger = longRunning('stranger');
  const children = [{ pid: stranger.pid, start: 'another time' }];
  writeFileSync(
    record(),
    JSON.stringify({ launcher: { pid: stranger.pid, start: 'long ago' }, group: 'killed', children }),
  );
  const lock = await acquireLauncherLock(dataDir, 'next');
  expect(isRunning(stranger)).toBe(true);
  process.kill(stranger.pid, 'SIGKILL');
  lock.release();
});

test('ignores an incomplete record', async () => {
  writeFileSync(record(), '{"launcher":');
  const lock = await acquireLauncherLock(dataDir, 'next');
  lock.record([{ pid: 1, start: 'x' }]);
  expect(JSON.parse(readFileSync(record(), 'utf8'))).toMatchObject({
    group: 'next',
    children: [{ pid: 1, start: 'x' }],
  });
  lock.release();
});
