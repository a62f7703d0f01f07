import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { GROUP_VARIABLE, identify, isRunning, type ProcessIdentity } from '../processes/process-table.ts';
import { acquireLauncherLock } from './launcher-lock.ts';

let dataDir: string;
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'vitae-lock-'));
});
afterEach(() => rmSync(dataDir, { recursive: true, force: true }));

const record = () => join(dataDir, 'launcher.json');
const longRunning = (family: string) => {
  const child = spawn('sleep', ['600'], {
    detached: true,
    stdio: 'ignore',
    env: { ...process.env, [GROUP_VARIABLE]: `${family}/x/` },
  });
  return identify(child.pid ?? 0) as ProcessIdentity;
};

test('a second launcher on the same folder is refused, and told which process has it', async () => {
  const lock = await acquireLauncherLock(dataDir, 'first');
  await expect(acquireLauncherLock(dataDir, 'second')).rejects.toThrow(
    `already runs on ${dataDir} (process ${process.pid})`,
  );
  lock.release();
  (await acquireLauncherLock(dataDir, 'third')).release();
  expect(existsSync(record())).toBe(false);
});

test('of several that start at once one gets the folder', async () => {
  const attempts = await Promise.allSettled(['a', 'b', 'c', 'd'].map((family) => acquireLauncherLock(dataDir, family)));
  expect(attempts.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected', 'rejected', 'rejected']);
});

test('what a killed launcher left running is ended, its children in sessions of their own too', async () => {
  const recorded = longRunning('other');
  const unrecorded = longRunning('killed');
  writeFileSync(
    record(),
    JSON.stringify({ launcher: { pid: process.pid, start: 'long ago' }, family: 'killed', children: [recorded] }),
  );
  let told = 0;
  const lock = await acquireLauncherLock(dataDir, 'next', () => (told += 1));
  expect([isRunning(recorded), isRunning(unrecorded), told]).toEqual([false, false, 1]);
  lock.release();
});

test('a process that has the number of an old one by chance is left alone', async () => {
  const stranger = longRunning('stranger');
  const children = [{ pid: stranger.pid, start: 'another time' }];
  writeFileSync(
    record(),
    JSON.stringify({ launcher: { pid: stranger.pid, start: 'long ago' }, family: 'killed', children }),
  );
  const lock = await acquireLauncherLock(dataDir, 'next');
  expect(isRunning(stranger)).toBe(true);
  process.kill(stranger.pid, 'SIGKILL');
  lock.release();
});

test('a record that was cut off by a full disk stops nobody', async () => {
  writeFileSync(record(), '{"launcher":');
  const lock = await acquireLauncherLock(dataDir, 'next');
  lock.record([{ pid: 1, start: 'x' }]);
  expect(JSON.parse(readFileSync(record(), 'utf8'))).toMatchObject({
    family: 'next',
    children: [{ pid: 1, start: 'x' }],
  });
  lock.release();
});
